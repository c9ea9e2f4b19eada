/** One teacher (specification, section 4.1). */
import type { Directory } from "../../directory/directory.ts";
import { parseId } from "../../domain/teacher.ts";
import { renderTeacherPage, type TeacherView } from "../../pages/teacher-page.tsx";
import type { Answer } from "../answer.ts";
import { htmlLimitDefault, parameterSets } from "../contract/parameters.ts";
import { Problem } from "../contract/problem.ts";
import { parseTeacherQuery } from "../contract/query.ts";
import { pageContextOf } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, negotiateFormat, pageAnswer } from "../version-answer.ts";

export function getTeacher(context: RequestContext): Answer {
  const { route, target } = context;
  const format = negotiateFormat(context, parameterSets.teacher.formats);
  const { lang } = parseTeacherQuery(target.query, format === "html", route?.isJson);
  const directory = directoryOf(context);
  const id = parseId(route!.argument);
  const rank = id === null ? null : directory.findRank(id);
  if (rank === null) throw new Problem(404);
  const body =
    format === "json"
      ? JSON.stringify(directory.teacherAt(rank))
      : renderTeacherPage(
          pageContextOf(context, lang),
          viewTeacher(directory, rank, Math.min(htmlLimitDefault, context.options.maxLimit)),
        );
  return pageAnswer(context, directory, format, body);
}

/** What the page of the teacher with a rank shows. `listLimit` is the size of the pages of the list. */
function viewTeacher({ teacherAt, find, version }: Directory, rank: number, listLimit: number): TeacherView {
  const teacher = teacherAt(rank);
  const { last_name } = teacher;
  return {
    teacher,
    sameLastNameCount: find({ filters: { last_name }, ids: null }, "id").count,
    previous: rank === 0 ? null : teacherAt(rank - 1),
    next: rank + 1 === version.count ? null : teacherAt(rank + 1),
    listOffset: rank - (rank % listLimit),
  };
}
