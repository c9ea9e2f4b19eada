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
import type { Answer } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, pageAnswer } from "../version-answer.ts";

/** One teacher; leading zeros of the id are accepted. */
export function getTeacher(context: RequestContext): Answer {
  const { headers, params, target } = context;
  const pathFormat = pathFormatOf(context);
  const { format, lang } = parseTeacherQuery(target.query, pathFormat);
  const representation = chooseRepresentation(teacherRepresentations, pathFormat ?? format, headers.get("accept"));
  const directory = directoryOf(context);
  const id = parseId(params.id ?? "");
  const rank = id === null ? null : directory.findRank(id);
  if (rank === null) throw new Problem("notFound");
  const variant = { representation, ...chooseCoding(representation, headers.get("accept-encoding")), lang };
  const body =
    representation.format === "json"
      ? JSON.stringify(directory.teacherAt(rank))
      : renderPage(context, directory, rank, lang);
  return pageAnswer(context, directory, variant, body);
}

function renderPage(context: RequestContext, directory: Directory, rank: number, lang: Lang | null): string {
  const { teacherAt } = directory;
  const teacher = teacherAt(rank);
  const { last_name } = teacher;
  return renderTeacherPage({
    context: pageContextOf(context, lang),
    teacher,
    sameLastNameCount: directory.find({ filters: { last_name }, ids: null }, "id").count,
    rank,
    previous: rank === 0 ? null : teacherAt(rank - 1),
    next: rank + 1 === directory.publication.count ? null : teacherAt(rank + 1),
    letters: directory.findLetters(directory.find({ filters: {}, ids: null }, "last_name")),
  });
}
