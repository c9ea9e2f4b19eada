/** What the list page shows: the page of a listing, and the ways on from it. */
import type { Listing } from "../../directory/content.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Result } from "../../directory/search/search.ts";
import type { GivenValue, ListQuery } from "../../domain/list-query.ts";
import { type LetterOffset, otherNames } from "../../domain/names/alphabet.ts";
import { compareNames, sortText } from "../../domain/names/ordering.ts";
import { romanise } from "../../domain/names/romanisation.ts";
import { abbreviateDegree, type Teacher, textFieldNames } from "../../domain/teacher.ts";
import { type DegreeChoice, type ListRow, type ListView, withParameters } from "../../pages/list/list-view.ts";

interface ListRequest {
  readonly directory: Directory;
  readonly query: ListQuery;
  /** Whom the search found, before the filters; null without a search. */
  readonly found: Result | null;
  /** The page size that links leave out. */
  readonly limitDefault: number;
  readonly signal: AbortSignal;
}

/** Finds what the page shows. Throws like a search. */
export async function viewList(request: ListRequest): Promise<ListView> {
  const { directory, query, found, limitDefault } = request;
  const { search, limit, ordering } = query;
  const listing = directory.find(query, ordering, found);
  const { count } = listing;
  const { count: total } = directory.version;
  const given = withParameters(query.given, { limit: limit === limitDefault ? null : limit });
  const isByName = ordering.endsWith("last_name");
  const alphabetical = isByName ? listing : directory.find(query, "last_name", found);
  // A list that fits on its page needs no letters to jump to.
  const letters = search === "" && count > limit ? directory.findLetters(alphabetical) : [];
  const start =
    isByName && query.offset === 0 && query.letter !== null ? findLetter(letters, query.letter, ordering) : null;
  const offset = start?.offset ?? query.offset;
  const rows = directory.ranksOn(listing, offset, limit).map(
    (rank): ListRow => ({
      teacher: directory.teacherAt(rank),
      highlights: found === null ? null : found.highlight(rank),
    }),
  );
  const withoutDegree = await findWithoutDegree(request);
  const degrees = findDegrees(request, given, listing, withoutDegree);
  const isNobody = count === 0 && total > 0;
  const unfiltered = isNobody ? await findUnfiltered(request, given) : null;
  return {
    query,
    given,
    offset,
    count,
    total,
    rows,
    headwords: countHeadwords(directory, alphabetical, rows),
    letters,
    letter: start?.letter ?? (offset === 0 || !isByName ? null : letterAt(letters, offset)),
    degrees,
    isReread: found?.reading != null && found.reading !== "spelling",
    setAside: found?.setAside ?? [],
    hasInitialsOnly: found !== null && found.ranks.length > 0 && found.fullCount === 0,
    examples: search === "" && count === total ? findExamples(directory) : [],
    withoutDegree: withoutDegree?.search ?? null,
    nearest:
      isNobody && search !== "" && unfiltered === null ? await directory.findNearest(search, request.signal) : [],
    unfiltered,
  };
}

/** The letter that a link names, or the one where its names would be: it may have nobody since the last version. */
function findLetter(letters: readonly LetterOffset[], letter: string, ordering: string): LetterOffset | null {
  const direction = ordering.startsWith("-") ? -1 : 1;
  const isAtLeast = (other: LetterOffset): boolean =>
    other.letter !== otherNames && compareNames(other.letter, letter) * direction >= 0;
  return letters.find((other) => other.letter === letter) ?? letters.find(isAtLeast) ?? null;
}

function letterAt(letters: readonly LetterOffset[], offset: number): string | null {
  const isAt = (one: LetterOffset): boolean =>
    one.letter !== otherNames && offset >= one.offset && offset < one.offset + one.count;
  return (letters.find(isAt) ?? letters.find(({ letter }) => letter === otherNames))?.letter ?? null;
}

/** How many matches have each last name that adjacent rows share. */
function countHeadwords(directory: Directory, alphabetical: Listing, rows: readonly ListRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [index, { teacher }] of rows.entries()) {
    const key = sortText(teacher.last_name);
    const after = rows[index + 1]?.teacher.last_name;
    if (key === "" || counts.has(key) || after === undefined || sortText(after) !== key) continue;
    counts.set(key, directory.countLastName(alphabetical, teacher.last_name));
  }
  return counts;
}

interface WithoutDegree {
  readonly search: string;
  readonly found: Result | null;
}

/** Where the search names a position, the search without it. */
async function findWithoutDegree({ directory, query, found, signal }: ListRequest): Promise<WithoutDegree | null> {
  const words = found?.nameWords ?? null;
  if (words === null || query.filters.degree !== undefined) return null;
  const search = words.join(" ");
  return { search, found: await directory.search(search, query.isExact, signal) };
}

/** At most this many degrees are offered. Degrees are free text, and a directory may have thousands. */
const offeredMax = 15;

/** The positions of the list with any position: of the search, or of the search without the position that it names. */
function findDegrees(
  { directory, query, found }: ListRequest,
  given: readonly GivenValue[],
  listing: Listing,
  withoutDegree: WithoutDegree | null,
): DegreeChoice {
  const { degree: filter, ...filters } = query.filters;
  const any = directory.find(
    { filters, ids: query.ids },
    query.ordering,
    withoutDegree === null ? found : withoutDegree.found,
  );
  const all = directory.listDegrees(any);
  const named = withoutDegree === null ? [] : directory.listDegrees(listing);
  const chosen = filter ?? (named.length === 1 ? named[0]!.degree : null);
  const frequent = all.slice(0, offeredMax);
  const isOffered = chosen === null || frequent.some(({ degree }) => degree === chosen);
  // Every match has the chosen degree.
  const offered = isOffered ? frequent : [{ degree: chosen, count: listing.count }, ...frequent];
  const others = all.filter(({ degree }) => degree !== "" && offered.every((one) => one.degree !== degree)).length;
  const pairs = withParameters(given, {
    degree: null,
    without: null,
    ...(withoutDegree && { search: withoutDegree.search }),
  });
  return { pairs, count: any.count, offered, others, chosen };
}

/** At most this many teachers are considered for each example. */
const consideredMax = 50;

/** A surname that anybody can type. */
const plainSurname = /^[А-ЩЮЯҐЄІЇ][а-щьюяґєії]{3,11}$/;

/** Searches of each kind that find somebody, by teachers from different places of the alphabet. */
function findExamples(directory: Directory): string[] {
  const { count } = directory.version;
  const kinds: readonly ((teacher: Teacher) => string | null)[] = [
    ({ last_name }) => last_name,
    ({ short_name, first_name, middle_name }) => (first_name === "" || middle_name === "" ? null : short_name),
    ({ degree, last_name }) => (degree === "" ? null : `${abbreviateDegree(degree)} ${last_name}`),
    ({ last_name }) => romanise(last_name),
  ];
  return kinds.flatMap((render, kind) => {
    const start = Math.floor((count * kind) / kinds.length);
    for (let rank = start; rank < Math.min(count, start + consideredMax); rank++) {
      const teacher = directory.teacherAt(rank);
      const example = plainSurname.test(teacher.last_name) ? render(teacher) : null;
      if (example !== null) return example;
    }
    return [];
  });
}

/** The search without filters and exactness, if it finds somebody. */
async function findUnfiltered({ directory, query, signal }: ListRequest, given: readonly GivenValue[]) {
  const isFiltered = textFieldNames.some((name) => query.filters[name] !== undefined) || query.ids !== null;
  if (query.search === "" || !(isFiltered || query.isExact)) return null;
  const found = await directory.search(query.search, false, signal);
  const count = found?.ranks.length ?? 0;
  const selecting = [...textFieldNames, "without", "id", "exact"];
  const pairs = given.filter(([name]) => !selecting.includes(name));
  return count === 0 ? null : { pairs, count };
}
