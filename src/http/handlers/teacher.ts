/** The handler of one teacher (specification, section 4.1). */

import { chooseCoding, chooseRepresentation } from "../../contract/negotiation.ts";
import { Problem } from "../../contract/problems.ts";
import { parseTeacherQuery } from "../../contract/query.ts";
import { teacherRepresentations } from "../../contract/representations.ts";
import { pathFormatOf } from "../../contract/urls.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Lang } from "../../domain/lang.ts";
import { parseId } from "../../domain/teacher.ts";
import { renderTeacherPage } from "../../pages/teacher-page.tsx";
import type { Answer, Bytes } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import { answerUnlessKnown, answerWith, directoryOf, signalOf } from "../page-headers.ts";
import { singlePieces } from "../render/json-writer.ts";
import { writeTeachers } from "../render/writer.ts";
import type { RequestContext } from "../request-context.ts";

/** One teacher; leading zeros of the id are accepted. */
export function getTeacher(context: RequestContext): Answer | Promise<Answer> {
  const { headers, params, target } = context;
  const pathFormat = pathFormatOf(context);
  const { format, lang } = parseTeacherQuery(target.query, pathFormat);
  const representation = chooseRepresentation(teacherRepresentations, pathFormat ?? format, headers.get("accept"));
  const directory = directoryOf(context);
  const id = parseId(params.id ?? "");
  const position = id === null ? null : directory.findPosition(id);
  if (position === null) throw new Problem("notFound");
  const coding = chooseCoding(representation, headers.get("accept-encoding"));
  return answerUnlessKnown(context, directory, { representation, ...coding, lang }, (pageHeaders) => {
    const isJson = representation.format === "json";
    const body = isJson ? renderJson(context, directory, position) : renderPage(context, directory, position, lang);
    return answerWith(context, directory, pageHeaders, body);
  });
}

function renderJson({ shared: { writer } }: RequestContext, { content }: Directory, position: number) {
  writer.begin();
  writeTeachers(writer, content, Uint32Array.of(position), singlePieces);
  return writer.finish();
}

async function renderPage(
  context: RequestContext,
  directory: Directory,
  position: number,
  lang: Lang | null,
): Promise<Bytes> {
  const teacher = directory.teacherAt(position);
  const anyone = { filters: {}, ids: null, search: "", isExact: false } as const;
  const filters = { last_name: teacher.last_name };
  const signal = signalOf(context);
  const { count } = await directory.findListing({ ...anyone, filters, ordering: "id" }, signal);
  const all = await directory.findListing({ ...anyone, ordering: "last_name" }, signal);
  const letters = await directory.findLetters(all, signal);
  const { rank, previous, next } = directory.findNeighbours(position);
  const page = renderTeacherPage({
    context: pageContextOf(context, lang),
    teacher,
    sameLastNameCount: count,
    rank,
    previous: previous === null ? null : directory.teacherAt(previous),
    next: next === null ? null : directory.teacherAt(next),
    letters,
  });
  return new TextEncoder().encode(page);
}
