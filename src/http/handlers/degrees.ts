/** The degrees of the teachers who match, the most frequent first. */
import { renderQuery } from "../../domain/list-query.ts";
import type { Answer } from "../answer.ts";
import { parameterSets } from "../contract/parameters.ts";
import { parseDegreesQuery } from "../contract/query.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, negotiateFormat, pageAnswer } from "../version-answer.ts";

/** All degrees are in one answer up to this number. */
const degreesMax = 1000;

export async function getDegrees(context: RequestContext): Promise<Answer> {
  const { request, base, target, options } = context;
  const format = negotiateFormat(context, parameterSets.degrees.formats);
  const query = parseDegreesQuery(target.query, options.maxLimit);
  const directory = directoryOf(context);
  const found = query.search === "" ? null : await directory.search(query.search, query.isExact, request.signal);
  const others = query.given.filter(([name]) => !["format", "degree", "without"].includes(name));
  const results = directory
    .listDegrees(directory.find(query, "last_name", found))
    .slice(0, degreesMax)
    .map(({ degree, count }) => {
      const filter = degree === "" ? (["without", "degree"] as const) : (["degree", degree] as const);
      return { value: degree, count, href: `${base}/teachers/?${renderQuery([...others, filter])}` };
    });
  return pageAnswer(context, directory, { format }, JSON.stringify({ results }));
}
