/** The handler of the suggestions under the search box of the pages. */
import { chooseCoding } from "../../contract/negotiation.ts";
import { parseListQuery, withHtmlLimit } from "../../contract/query.ts";
import { representations } from "../../contract/representations.ts";
import { renderSuggestions, type SuggestedLastName, suggestionsMax } from "../../pages/list/suggestions.tsx";
import type { Answer } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, pageAnswer } from "../version-answer.ts";

/** The maximum number of suggested last names. They are shown above people, and must leave room for people. */
const lastNamesMax = 3;

/** The first matches of the search, under the filters of the page, as the options of a list box. */
export async function getSuggestions(context: RequestContext): Promise<Answer> {
  const { request, headers, target, options } = context;
  const rules = { limitMax: options.limitMax, isPage: () => true };
  const query = withHtmlLimit(parseListQuery(target.query, rules), options.limitMax);
  const representation = representations.html;
  const variant = { representation, ...chooseCoding(representation, headers.get("accept-encoding")), lang: query.lang };
  const directory = directoryOf(context);
  const { filters, ids, search } = query;
  const found = search === "" ? null : await directory.search(search, query.isExact, request.signal);
  if (found?.reading == null) return pageAnswer(context, directory, variant, "");
  const listing = directory.find(query, "relevance", found);
  const matchAt = (rank: number) => ({ teacher: directory.teacherAt(rank), highlights: found.highlight(rank) });

  const lastNames: SuggestedLastName[] = [];
  // A user who types more than one word is looking for a person, not for a last name.
  for (const rank of /\s/.test(search) ? [] : directory.findFirstLastNames(listing)) {
    if (lastNames.length === lastNamesMax) break;
    const match = matchAt(rank);
    const { last_name } = match.teacher;
    if (match.highlights.name[0]?.[0] !== 0 || last_name === "") continue;
    const { count } = directory.find({ filters: { ...filters, last_name }, ids }, "id");
    if (count > 1) lastNames.push({ ...match, count });
  }
  const people = directory.ranksOn(listing, 0, suggestionsMax - lastNames.length).map(matchAt);
  const page = renderSuggestions(pageContextOf(context, query.lang), {
    query,
    count: listing.count,
    lastNames,
    people,
  });
  return pageAnswer(context, directory, variant, page);
}
