/** The list as an HTML page: its content, and alternatives if nobody matches. */
import { filterNames } from "../../contract/parameters.ts";
import type { ListQuery } from "../../contract/query.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Conditions, Listing } from "../../directory/listing.ts";
import type { Result } from "../../directory/search/search.ts";
import { type LetterOffset, otherNames } from "../../domain/names/alphabet.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import { frequentDegreesMax } from "../../domain/results.ts";
import { renderListPage } from "../../pages/list/list-page.tsx";
import { type Alternative, type DroppedCondition, isStartPage, type ListView } from "../../pages/list/list-view.ts";
import { pageContextOf } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";

/** A listing, and the request for which it was found. */
export interface FoundListing {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly query: ListQuery;
  /** The effective ordering. */
  readonly ordering: Ordering;
  readonly listing: Listing;
  /** Whom the search found, before the filters; null without a search. */
  readonly found: Result | null;
}

export async function renderList(request: FoundListing): Promise<string> {
  const { context, directory, query, ordering, listing, found } = request;
  const { count } = listing;
  const { degree: _, ...filters } = query.filters;
  const anyDegree = directory.find({ filters, ids: query.ids }, ordering, found);
  const degrees = directory.listDegrees(anyDegree);
  const frequent = degrees.slice(0, frequentDegreesMax);
  const others = degrees.slice(frequentDegreesMax).filter(({ degree }) => degree !== "").length;
  const alphabetical = ordering.endsWith("last_name") ? listing : directory.find(query, "last_name", found);
  // A list that fits on its page needs no letters to jump to.
  const letters = count > query.limit ? directory.findLetters(alphabetical) : [];
  const letter = findLetterOfPage(request, letters);
  const end = letter === null ? count : letter.offset + letter.count;
  const ranks = directory.ranksOn(listing, query.offset, Math.min(query.limit, end - query.offset));
  const teachers = ranks.map(directory.teacherAt);
  const highlights = new Map(found === null ? [] : ranks.map((rank, i) => [teachers[i]!.id, found.highlight(rank)]));
  const view = {
    query,
    ordering,
    reading: found?.reading ?? null,
    setAside: found?.setAside ?? [],
    hasInitialsOnly: found !== null && found.ranks.length > 0 && found.fullCount === 0,
    count,
    total: directory.publication.count,
    teachers,
    highlights,
    letter,
    letters,
    degrees: { frequent, others },
    anyDegreeCount: anyDegree.count,
    alternatives: count > 0 ? [] : await findAlternatives(request),
  };
  const divided = { ...view, ...findSubdivisions(directory, alphabetical, view) };
  return renderListPage(pageContextOf(context, query.lang), divided);
}

/** The letter that the page is a part of; null unless the list is alphabetical and the letter fills several pages. */
function findLetterOfPage({ query, ordering }: FoundListing, letters: readonly LetterOffset[]): LetterOffset | null {
  const { offset, limit, paged, limitGiven } = query;
  // A page without an offset is the first page of the whole list. The first page of the letter А has an explicit offset
  // of 0. If a limit is given, `paged` is true for both, so the page counts as the first page of the whole list.
  if (!ordering.endsWith("last_name") || (offset === 0 && (!paged || limitGiven > 0))) return null;
  const isOnPage = ({ letter: own, offset: start, count }: LetterOffset): boolean =>
    own !== otherNames && offset >= start && offset < start + count;
  const letter = letters.find(isOnPage);
  return letter !== undefined && letter.count > limit ? letter : null;
}

/** A letter or a last name is divided if it fills more pages than this. */
const undividedPagesMax = 2;

/**
 * Finds the links that divide a large letter and a common last name, and the counts of last names that adjacent rows
 * share.
 */
function findSubdivisions(
  directory: Directory,
  alphabetical: Listing,
  view: Pick<ListView, "query" | "count" | "ordering" | "teachers" | "letter">,
): Pick<ListView, "beginnings" | "initials" | "lastNameCounts"> {
  const { query, teachers, letter, ordering } = view;
  const lastNameCounts = new Map<string, number>();
  // In the order of ids, names are not sorted.
  if (ordering.endsWith("id")) return { beginnings: [], initials: [], lastNameCounts };
  for (const [index, { last_name }] of teachers.entries()) {
    if (last_name === "" || last_name !== teachers[index + 1]?.last_name || lastNameCounts.has(last_name)) continue;
    lastNameCounts.set(last_name, directory.countLastName(alphabetical, last_name));
  }
  const undividedMax = undividedPagesMax * query.limit;
  const first = teachers[0]?.last_name ?? "";
  const isDivided = first !== "" && !isStartPage(view) && directory.countLastName(alphabetical, first) > undividedMax;
  return {
    beginnings: letter !== null && letter.count > undividedMax ? directory.findBeginnings(alphabetical, letter) : [],
    initials: isDivided ? directory.findInitials(alphabetical, first, query.limit) : [],
    lastNameCounts,
  };
}

interface Condition extends Conditions {
  readonly search: string;
  readonly isExact: boolean;
}

/**
 * For each condition, the query without it and the number of matches. The query without the restriction to exact
 * spellings comes first. The others are sorted by their matches. Those with the fewest matches come first, because they
 * keep the rarest conditions.
 */
async function findAlternatives({ context, directory, query }: FoundListing): Promise<Alternative[]> {
  const alternatives: Alternative[] = [];
  for (const [alternative, condition] of listCandidates(query)) {
    const { search, isExact } = condition;
    const found = search === "" ? null : await directory.search(search, isExact, context.request.signal);
    const { count } = directory.find(condition, "last_name", found);
    if (count > 0) alternatives.push({ ...alternative, count });
  }
  const isExact = ({ dropped }: Alternative): number => Number(dropped === "exact");
  return alternatives.sort((a, b) => isExact(b) - isExact(a) || a.count - b.count);
}

/**
 * The queries that have one condition fewer. A single condition is not dropped, because the whole directory would
 * match.
 */
function listCandidates(query: ListQuery): [DroppedCondition, Condition][] {
  const { filters, ids, search, isExact } = query;
  const given = new Set(query.given.map(([name]) => name));
  const active = filterNames.filter((name) => given.has(name));
  const candidates: [DroppedCondition, Condition][] = [];
  if (isExact && search !== "") {
    candidates.push([{ dropped: "exact" }, { filters, ids, search, isExact: false }]);
  }
  // The search is not split at full stops, because they are part of abbreviations and initials.
  const words = search.split(/\s+/);
  if (words.length > 1) {
    for (const [index, word] of words.entries()) {
      if (words.indexOf(word) !== index) continue;
      const rest = words.toSpliced(index, 1).join(" ");
      candidates.push([
        { dropped: "word", word, search: rest },
        { filters, ids, search: rest, isExact },
      ]);
    }
  }
  if (active.length > 1) {
    for (const name of active) {
      const others = { ...filters };
      if (name === "without") delete others.degree;
      else if (name !== "search" && name !== "id") delete others[name];
      const condition = {
        filters: others,
        ids: name === "id" ? null : ids,
        search: name === "search" ? "" : search,
        isExact,
      };
      candidates.push([{ dropped: "filter", name }, condition]);
    }
  }
  return candidates;
}
