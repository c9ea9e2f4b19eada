/** The handler of the degrees. */
import { chooseRepresentation } from "../../contract/negotiation.ts";
import { type ListQuery, parseDegreesQuery } from "../../contract/query.ts";
import { renderQuery } from "../../contract/query-values.ts";
import { representations } from "../../contract/representations.ts";
import { pageLinks, pathFormatOf, renderLink } from "../../contract/urls.ts";
import type { Answer, Bytes, Variant } from "../answer.ts";
import { answerUnlessKnown, answerWith, directoryOf, signalOf } from "../page-headers.ts";
import type { RequestContext } from "../request-context.ts";

/** The degrees of the teachers that match, the most frequent first, page by page. */
export function getDegrees(context: RequestContext): Answer | Promise<Answer> {
  const { target, options } = context;
  const query = parseDegreesQuery(target.query, options.limitMax);
  const variant = jsonVariantOf(context);
  const directory = directoryOf(context);
  const render = async (): Promise<Bytes> => {
    const listing = await directory.findListing({ ...query, ordering: "last_name" }, signalOf(context));
    const degrees = await directory.listDegrees(listing, signalOf(context));
    const results = degrees
      .slice(query.offset, query.offset + query.limit)
      .map(({ degree, count }) => ({ value: degree, count, href: hrefOf(context, query, degree) }));
    return new TextEncoder().encode(JSON.stringify(pageOf(context, query, degrees.length, results)));
  };
  return answerUnlessKnown(context, directory, variant, (headers) => answerWith(context, directory, headers, render()));
}

/** The variant of a resource that has only JSON. Throws `notAcceptable`. */
export function jsonVariantOf(context: RequestContext): Variant {
  const accept = context.headers.get("accept");
  const representation = chooseRepresentation([representations.json], pathFormatOf(context), accept);
  return { representation, coding: "identity", vary: "Accept", lang: null };
}

/** A page of results that are not teachers, with the same links as the list. `count` is the number of all results. */
function pageOf({ base, target }: RequestContext, query: ListQuery, count: number, results: readonly unknown[]) {
  const links = pageLinks(base + target.path, query, count);
  return { count, next: renderLink(links, links.next), previous: renderLink(links, links.previous), results };
}

/** The URL of the list with the parameters of the query and this degree. */
function hrefOf({ base }: RequestContext, { given }: ListQuery, degree: string): string {
  const others = given.filter(([name]) => name !== "format" && name !== "degree");
  return `${base}/teachers/?${renderQuery([...others, ["degree", degree]])}`;
}
