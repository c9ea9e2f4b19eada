/** The handler of the degrees. */
import { parseDegreesQuery } from "../../contract/query.ts";
import { renderQuery } from "../../contract/query-values.ts";
import { pageLinks, renderLink } from "../../contract/urls.ts";
import type { Answer } from "../answer.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, jsonVariantOf, pageAnswer } from "../version-answer.ts";

/** The degrees of the teachers that match, the most frequent first, page by page. */
export async function getDegrees(context: RequestContext): Promise<Answer> {
  const { request, base, target, options } = context;
  const query = parseDegreesQuery(target.query, options.limitMax);
  const variant = jsonVariantOf(context);
  const directory = directoryOf(context);
  const found = query.search === "" ? null : await directory.search(query.search, query.isExact, request.signal);
  const degrees = directory
    .listDegrees(directory.find(query, "last_name", found))
    .filter(({ degree }) => degree !== "");
  const others = query.given.filter(([name]) => name !== "format" && name !== "degree");
  const results = degrees.slice(query.offset, query.offset + query.limit).map(({ degree, count }) => {
    return { value: degree, count, href: `${base}/teachers/?${renderQuery([...others, ["degree", degree]])}` };
  });
  const links = pageLinks(base + target.path, query, degrees.length);
  const [next, previous] = [renderLink(links, links.next), renderLink(links, links.previous)];
  return pageAnswer(context, directory, variant, JSON.stringify({ count: degrees.length, next, previous, results }));
}
