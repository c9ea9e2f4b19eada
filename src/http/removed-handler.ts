/** The handler of those who were removed since a version. */
import { chooseRepresentation } from "../contract/negotiation.ts";
import { parseRemovedQuery } from "../contract/query.ts";
import { representations } from "../contract/representations.ts";
import { type Answer, notModifiedAnswer, pageAnswer, type Variant } from "./answer.ts";
import { jsonPageOf } from "./json-page.ts";
import { pathFormatOf, type RequestContext } from "./request-context.ts";
import { directoryOf, sinceOf } from "./version.ts";

/** The ids of those who were removed, page by page. */
export function getRemoved(context: RequestContext): Answer {
  const { headers, target, options, shared } = context;
  const query = parseRemovedQuery(target.query, options.limitMax);
  const choice = chooseRepresentation([representations.json], pathFormatOf(context), headers.get("accept"));
  const directory = directoryOf(context);
  const since = sinceOf(directory, query.since!);
  const variant: Variant = { ...choice, coding: "identity", vary: "Accept", lang: null, hasHistory: true };
  const version = shared.findHeaders(context, directory, variant);
  const notModified = notModifiedAnswer(headers, version);
  if (notModified !== null) return notModified;

  const ids = directory.findRemoved(since);
  const results = Array.from(ids.subarray(query.offset, query.offset + query.limit), (id) => ({ id }));
  const json = JSON.stringify(jsonPageOf(context, query, ids.length, results), null, choice.indent ?? 0);
  return pageAnswer(version, new TextEncoder().encode(json));
}
