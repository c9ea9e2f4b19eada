/** The handlers of resources that have only JSON: degrees and letters. */
import { chooseRepresentation } from "../../contract/negotiation.ts";
import { type ListQuery, parseJsonQuery } from "../../contract/query.ts";
import { renderQuery } from "../../contract/query-values.ts";
import { representations } from "../../contract/representations.ts";
import { pageLinks, pathFormatOf, renderLink } from "../../contract/urls.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Listing } from "../../directory/listing.ts";
import type { Answer, Bytes, Variant } from "../answer.ts";
import { answerUnlessKnown, answerWith, directoryOf, signalOf } from "../page-headers.ts";
import type { RequestContext } from "../request-context.ts";

/** The degrees of the teachers that match, the most frequent first, page by page. */
export function getDegrees(context: RequestContext): Answer | Promise<Answer> {
  return answerValues(context, "degrees", async (directory, query, listing) => {
    const degrees = await directory.listDegrees(listing, signalOf(context));
    const results = degrees
      .slice(query.offset, query.offset + query.limit)
      .map(({ degree, count }) => ({ value: degree, count, href: hrefOf(context, query, { degree }) }));
    return pageOf(context, query, degrees.length, results);
  });
}

/** The initial letters of last names, in alphabetical order, and where each starts in the list. */
export function getLetters(context: RequestContext): Answer | Promise<Answer> {
  return answerValues(context, "letters", async (directory, query, listing) => {
    const letters = await directory.findLetters(listing, signalOf(context));
    const results = letters.map(({ letter, offset, count }) => {
      const href = hrefOf(context, query, {
        ordering: "last_name",
        ...(offset === 0 ? {} : { offset: String(offset) }),
      });
      return { value: letter, count, offset, href };
    });
    return { results };
  });
}

function answerValues(
  context: RequestContext,
  resource: "degrees" | "letters",
  find: (directory: Directory, query: ListQuery, listing: Listing) => Promise<unknown>,
): Answer | Promise<Answer> {
  const { target, options } = context;
  const query = parseJsonQuery(resource, target.query, options.limitMax);
  const variant = jsonVariantOf(context);
  const directory = directoryOf(context);
  const render = async (): Promise<Bytes> => {
    const listing = await directory.findListing({ ...query, ordering: "last_name" }, signalOf(context));
    return renderJson(await find(directory, query, listing));
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

function renderJson(value: unknown): Bytes {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The URL of the list with the parameters of the query. `added` adds parameters or replaces them. */
function hrefOf({ base }: RequestContext, { given }: ListQuery, added: Readonly<Record<string, string>>): string {
  const pairs = [...given.filter(([name]) => name !== "format" && !(name in added)), ...Object.entries(added)];
  return `${base}/teachers/?${renderQuery(pairs)}`;
}
