/** The list as an HTML page: its content, and alternatives if nobody matches. */
import { filterNames } from "../../contract/parameters.ts";
import type { ListQuery } from "../../contract/query.ts";
import type { Directory, ListingQuery } from "../../directory/directory.ts";
import type { Listing } from "../../directory/listing.ts";
import type { GetSignal } from "../../directory/listing-cache.ts";
import type { Task } from "../../directory/scheduler.ts";
import type { LetterOffset } from "../../domain/names/alphabet.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import type { Highlights } from "../../domain/results.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { renderListPage } from "../../pages/list/list-page.tsx";
import { type Alternative, type DroppedCondition, isStartPage, type ListView } from "../../pages/list/list-view.ts";
import type { Bytes } from "../answer.ts";
import { pageContextOf } from "../page-for-request.ts";
import { signalOf } from "../page-headers.ts";
import type { RequestContext } from "../request-context.ts";

/** A listing, and the request for which it was found. */
export interface FoundListing {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly query: ListQuery;
  /** The effective ordering. */
  readonly ordering: Ordering;
  readonly listing: Listing;
}

export async function renderList(request: FoundListing): Promise<Bytes> {
  const { context, directory, query, ordering } = request;
  const { degree: _, ...otherFilters } = query.filters;
  const anyDegree = await directory.findListing({ ...query, ordering, filters: otherFilters }, signalOf(context));
  const degrees = await directory.countDegrees(anyDegree, signalOf(context));
  const alphabetical = ordering.endsWith("last_name")
    ? request.listing
    : await directory.findListing({ ...query, ordering: "last_name" }, signalOf(context));
  const alternatives = request.listing.count > 0 ? [] : await findAlternatives(directory, query, signalOf(context));
  // A list that fits on its page needs no letters to jump to.
  const needsLetters = request.listing.count > query.limit;
  const letters = needsLetters ? await directory.findLetters(alphabetical, signalOf(context)) : [];
  const found = { degrees, anyDegreeCount: anyDegree.count, alternatives, letters };
  return directory.runTask(renderHtml(request, alphabetical, found), signalOf(context));
}

/** The estimated heap that rendering a page takes, as a multiple of its length. */
const htmlGarbageFactor = 4;

/** The number of teachers composed between two yields, which takes tens of microseconds. */
const teachersBetweenYields = 20;

function* renderHtml(
  request: FoundListing,
  alphabetical: Listing,
  found: Pick<ListView, "degrees" | "anyDegreeCount" | "alternatives" | "letters">,
): Task<Bytes> {
  const { context, directory, query, ordering, listing } = request;
  const letter = findLetterOfPage(request, found.letters);
  const end = letter === null ? listing.count : letter.offset + letter.count;
  const teachers: Teacher[] = [];
  const highlights = new Map<number, Highlights>();
  const { count, interpretation } = listing;
  const highlightAt = interpretation?.createHighlighter();
  for (const position of directory.positionsOn(listing, query.offset, Math.min(query.limit, end - query.offset))) {
    if (teachers.length % teachersBetweenYields === 0) yield;
    const teacher = directory.teacherAt(position);
    teachers.push(teacher);
    if (highlightAt !== undefined) highlights.set(teacher.id, highlightAt(position));
  }
  const view = {
    query,
    ordering,
    reading: interpretation?.reading ?? null,
    setAside: interpretation?.setAside ?? [],
    hasInitialsOnly: interpretation?.hasInitialsOnly ?? false,
    count,
    total: directory.publication.count,
    teachers,
    highlights,
    letter,
    ...found,
  };
  const page = yield* renderListPage(pageContextOf(context, query.lang), {
    ...view,
    ...(yield* findSubdivisions(directory, alphabetical, view)),
  });
  context.shared.garbage.countSmall(htmlGarbageFactor * page.length);
  return new TextEncoder().encode(page);
}

/** The letter that the page is a part of; null unless the list is alphabetical and the letter fills several pages. */
function findLetterOfPage({ query, ordering }: FoundListing, letters: readonly LetterOffset[]): LetterOffset | null {
  const { offset, limit, paged, limitGiven } = query;
  // A page without an offset is the first page of the whole list. The first page of the letter А has an explicit offset
  // of 0. If a limit is given, `paged` is true for both, so the page counts as the first page of the whole list.
  if (!ordering.endsWith("last_name") || (offset === 0 && (!paged || limitGiven > 0))) return null;
  const letter = letters.find((other) => offset >= other.offset && offset < other.offset + other.count);
  return letter !== undefined && letter.count > limit ? letter : null;
}

/** A letter or a last name is divided if it fills more pages than this. */
const undividedPagesMax = 2;

/**
 * Finds the links that divide a large letter and a common last name, and the counts of last names that adjacent rows
 * share.
 */
function* findSubdivisions(
  directory: Directory,
  alphabetical: Listing,
  view: Pick<ListView, "query" | "count" | "ordering" | "teachers" | "letter">,
): Task<Pick<ListView, "beginnings" | "initials" | "lastNameCounts">> {
  const { query, teachers, letter, ordering } = view;
  const lastNameCounts = new Map<string, number>();
  // In the order of ids, names are not sorted.
  if (ordering.endsWith("id")) return { beginnings: [], initials: [], lastNameCounts };
  for (const [index, { last_name }] of teachers.entries()) {
    if (last_name === "" || last_name !== teachers[index + 1]?.last_name || lastNameCounts.has(last_name)) continue;
    lastNameCounts.set(last_name, directory.countLastName(alphabetical, last_name));
    yield;
  }
  const undividedMax = undividedPagesMax * query.limit;
  const first = teachers[0]?.last_name ?? "";
  const isDivided = directory.countLastName(alphabetical, first) > undividedMax;
  return {
    beginnings:
      letter !== null && letter.count > undividedMax ? yield* directory.findBeginnings(alphabetical, letter) : [],
    initials:
      first !== "" && isDivided && !isStartPage(view)
        ? yield* directory.findInitials(alphabetical, first, query.limit)
        : [],
    lastNameCounts,
  };
}

type Condition = Pick<ListingQuery, "filters" | "ids" | "search" | "isExact">;

/**
 * For each condition, the query without it and the number of matches. The query without the restriction to exact
 * spellings comes first. The others are sorted by their matches. Those with the fewest matches come first, because they
 * keep the rarest conditions.
 */
async function findAlternatives(directory: Directory, query: ListQuery, getSignal: GetSignal): Promise<Alternative[]> {
  const found: Alternative[] = [];
  for (const [alternative, condition] of listCandidates(query)) {
    const { count } = await directory.findListing({ ...condition, ordering: "last_name" }, getSignal);
    if (count > 0) found.push({ ...alternative, count });
  }
  const isExact = ({ dropped }: Alternative): number => Number(dropped === "exact");
  return found.sort((a, b) => isExact(b) - isExact(a) || a.count - b.count);
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
