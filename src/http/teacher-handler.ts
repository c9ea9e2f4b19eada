/** The handler of one teacher (specification, section 4.1). */

import { chooseRepresentation } from "../contract/negotiation.ts";
import type { Lang } from "../contract/parameters.ts";
import { Problem } from "../contract/problems.ts";
import { parseTeacherQuery } from "../contract/query.ts";
import { teacherRepresentations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import { findNeighbours } from "../directory/positions.ts";
import { parseId } from "../domain/teacher.ts";
import { renderTeacherPage } from "../pages/teacher-page.tsx";
import { type Content, directoryOf, signalOf, type VersionAnswer, versionAnswer } from "./answer.ts";
import { alonePieces } from "./json-pieces.ts";
import { pageContextOf } from "./page-for-request.ts";
import type { RequestContext } from "./request-context.ts";
import { renderTeachers } from "./teacher-writer.ts";

/** One teacher; leading zeros of the id are accepted. */
export function getTeacher(context: RequestContext): VersionAnswer {
  const isJsonPath = context.params.suffix !== undefined;
  const { format, lang } = parseTeacherQuery(context.target.query, isJsonPath);
  const accept = context.request.headers.get("accept");
  const choice = chooseRepresentation(teacherRepresentations, isJsonPath ? "json" : format, accept);
  const directory = directoryOf(context);
  const id = parseId(context.params.id ?? "");
  const position = id === null ? null : directory.findPosition(id);
  if (position === null) throw new Problem("notFound");
  return versionAnswer(context, directory, { ...choice, coding: "identity", vary: "Accept", lang }, () => {
    if (choice.representation.format === "html") return writePage(context, directory, position, lang);
    const pieces = alonePieces[choice.indent ?? 0]!;
    const render = () => renderTeachers(directory.content, Uint32Array.of(position), pieces);
    return { body: { render }, reading: null };
  });
}

async function writePage(
  context: RequestContext,
  directory: Directory,
  position: number,
  lang: Lang | null,
): Promise<Content> {
  const teacher = directory.teacherAt(position);
  const anyone = { filters: {}, ids: null, search: "", reading: null } as const;
  const filters = { last_name: teacher.last_name };
  const signal = signalOf(context);
  const { count } = await directory.findListing({ ...anyone, filters, ordering: "id" }, signal);
  const all = await directory.findListing({ ...anyone, ordering: "last_name" }, signal);
  const letters = await directory.findLetters(all, signal);
  const { rank, previous, next } = findNeighbours(directory.content, position);
  const body = renderTeacherPage({
    context: pageContextOf(context, lang),
    teacher,
    sameLastNameCount: count,
    rank,
    previous: previous === null ? null : directory.teacherAt(previous),
    next: next === null ? null : directory.teacherAt(next),
    letters,
  });
  return { body, reading: null };
}
