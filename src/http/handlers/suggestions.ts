/** The handler of the suggestions under the search box of the pages. */
import { chooseCoding } from "../../contract/negotiation.ts";
import { type ListQuery, parseListQuery, withHtmlLimit } from "../../contract/query.ts";
import { representations } from "../../contract/representations.ts";
import type { Directory } from "../../directory/directory.ts";
import { renderSuggestions, type SuggestedLastName, suggestionsMax } from "../../pages/list/suggestions.tsx";
import type { Answer, Bytes } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import { answerUnlessKnown, answerWith, directoryOf, signalOf } from "../page-headers.ts";
import type { RequestContext } from "../request-context.ts";

/** The maximum number of suggested last names. They are shown above people, and must leave room for people. */
const lastNamesMax = 3;

/** The first matches of the search, under the filters of the page, as the options of a list box. */
export function getSuggestions(context: RequestContext): Answer | Promise<Answer> {
  const { headers, target, options } = context;
  const rules = { limitMax: options.limitMax, isPage: () => true };
  const query = withHtmlLimit(parseListQuery(target.query, rules), options.limitMax);
  const representation = representations.html;
  const coding = chooseCoding(representation, headers.get("accept-encoding"));
  const directory = directoryOf(context);
  const variant = { representation, ...coding, lang: query.lang };
  return answerUnlessKnown(context, directory, variant, (pageHeaders) =>
    answerWith(context, directory, pageHeaders, renderMatches(context, directory, query)),
  );
}

async function renderMatches(context: RequestContext, directory: Directory, query: ListQuery): Promise<Bytes> {
  const { filters, ids, search } = query;
  const listing = await directory.findListing({ ...query, ordering: "relevance" }, signalOf(context));
  const highlightAt = listing.interpretation?.createHighlighter();
  if (highlightAt === undefined) return new Uint8Array();
  const matchAt = (position: number) => ({ teacher: directory.teacherAt(position), highlights: highlightAt(position) });

  const lastNames: SuggestedLastName[] = [];
  // A user who types more than one word is looking for a person, not for a last name.
  for (const position of /\s/.test(search) ? [] : directory.findFirstLastNames(listing)) {
    if (lastNames.length === lastNamesMax) break;
    const match = matchAt(position);
    const { last_name } = match.teacher;
    if (match.highlights.name[0]?.[0] !== 0 || last_name === "") continue;
    const byLastName = { filters: { ...filters, last_name }, ids, search: "", isExact: false, ordering: "id" } as const;
    const { count } = await directory.findListing(byLastName, signalOf(context));
    if (count > 1) lastNames.push({ ...match, count });
  }
  const people = Array.from(directory.positionsOn(listing, 0, suggestionsMax - lastNames.length), matchAt);
  const found = { query, count: listing.count, lastNames, people };
  return new TextEncoder().encode(renderSuggestions(pageContextOf(context, query.lang), found));
}
