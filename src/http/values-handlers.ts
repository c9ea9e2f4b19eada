/** The handlers of the values that lists can be narrowed by: degrees, and the letters that last names begin with. */
import { chooseRepresentation } from "../contract/negotiation.ts";
import { type ListQuery, parseValuesQuery } from "../contract/query.ts";
import { encodeQueryValue } from "../contract/query-values.ts";
import { representations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import { type Answer, notModifiedAnswer, pageAnswer, whenReady } from "./answer.ts";
import { jsonPageOf } from "./json-page.ts";
import { pathFormatOf, type RequestContext } from "./request-context.ts";
import { directoryOf, signalOf } from "./version.ts";

/** The degrees of the teachers that match, the most frequent first, page by page. */
export function getDegrees(context: RequestContext): Answer | Promise<Answer> {
  return answerValues(context, "degrees", async (directory, query, listing) => {
    const degrees = await directory.listDegrees(listing, signalOf(context));
    const results = degrees
      .slice(query.offset, query.offset + query.limit)
      .map(({ degree, count }) => ({ value: degree, count, href: hrefOf(context, query, { degree }) }));
    return jsonPageOf(context, query, degrees.length, results);
  });
}

/** The letters that last names begin with in alphabetical order, and where each starts in the list. */
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
  const { headers, target, options, shared } = context;
  const query = parseValuesQuery(resource, target.query, options.limitMax);
  const choice = chooseRepresentation([representations.json], pathFormatOf(context), headers.get("accept"));
  const directory = directoryOf(context);
  const variant = { ...choice, coding: "identity", vary: "Accept", lang: null } as const;
  const version = shared.findHeaders(context, directory, variant);
  const notModified = notModifiedAnswer(headers, version);
  if (notModified !== null) return notModified;

  const { filters, ids, search, reading } = query;
  const wanted = { filters, ids, search, reading, ordering: "last_name" } as const;
  return whenReady(directory.findListing(wanted, signalOf(context)), async (listing) => {
    const json = JSON.stringify(await find(directory, query, listing), null, choice.indent ?? 0);
    return pageAnswer(version, new TextEncoder().encode(json));
  });
}

/** The list under the same filters, with others added or replaced. */
function hrefOf({ base }: RequestContext, { given }: ListQuery, added: Readonly<Record<string, string>>): string {
  const pairs = [...given.filter(([name]) => name !== "format" && !(name in added)), ...Object.entries(added)];
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${base}/teachers/?${sorted.map(([name, value]) => `${name}=${encodeQueryValue(value)}`).join("&")}`;
}
