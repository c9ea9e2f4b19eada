/** The directory: one immutable version of the data, and every query on it. */

import { lazy } from "../domain/lazy.ts";
import { readNameTable } from "../domain/names/given-names.ts";
import type { Ordering } from "../domain/names/ordering.ts";
import { datasetVersionOf } from "../domain/publication.ts";
import type { DegreeCount, NearestName } from "../domain/results.ts";
import { composeWithAbbreviations, type Teacher } from "../domain/teacher.ts";
import type { Content } from "./content.ts";
import { createLetters } from "./letters.ts";
import { type Conditions, findListing, findRank, type Listing, rankAt } from "./listing.ts";
import type { NameMatch } from "./search/match.ts";
import { openSearch, type Result } from "./search/search.ts";
import type { Words } from "./search/words.ts";
import { createTurns } from "./turns.ts";

// The first directory reads it, while nobody is served; the first search would hold up others.
const nameTable = lazy(readNameTable);

/** Creates the directory of a version. */
export function createDirectory(content: Content, words: Words, turns = createTurns()) {
  const { publication, ids, columns } = content;
  const { last_name, first_name, middle_name, degree } = columns;

  function teacherAt(rank: number): Teacher {
    const firstCode = first_name.codes[rank]!;
    const middleCode = middle_name.codes[rank]!;
    const degreeCode = degree.codes[rank]!;
    return composeWithAbbreviations(
      {
        id: ids[rank]!,
        last_name: last_name.values[last_name.codes[rank]!]!,
        first_name: first_name.values[firstCode]!,
        middle_name: middle_name.values[middleCode]!,
        degree: degree.values[degreeCode]!,
      },
      {
        first_name: first_name.abbreviations[firstCode]!,
        middle_name: middle_name.abbreviations[middleCode]!,
        degree: degree.abbreviations[degreeCode]!,
      },
    );
  }

  const search = openSearch(content, words, nameTable());

  return {
    publication,
    /** The value of `Dataset-Version`. */
    datasetVersion: datasetVersionOf(publication),
    publishedMs: Date.parse(publication.publishedAt),
    /** The time of the publication, as a header has it. */
    lastModified: new Date(publication.publishedAt).toUTCString(),
    /** Lists the teachers who meet the conditions, of all or of those whom a search found. */
    find: (conditions: Conditions, ordering: Ordering, found: Result | null = null): Listing =>
      findListing(content, conditions, ordering, found?.ranks),
    /** Finds whom a text means, in a turn; `isExact` allows only what is spelt as typed. Throws {@link OverloadError}. */
    async search(text: string, isExact: boolean, signal?: AbortSignal): Promise<Result | null> {
      turns.checkRoom();
      return turns.run(() => search.find(text, isExact), signal);
    },
    /** Finds the nearest last names, in a turn. */
    findNearest: (text: string, signal?: AbortSignal): Promise<NearestName[]> =>
      turns.run(() => search.findNearest(text), signal),
    /** Finds the teachers whom the cells of a timetable mean, in a turn for each name. Throws like `search`. */
    async match(cells: readonly string[], signal?: AbortSignal): Promise<NameMatch[]> {
      turns.checkRoom();
      return search.match(cells, (task) => turns.run(task, signal));
    },
    /** The ranks on a page: at most `limit`, from `offset` on. */
    ranksOn: (listing: Listing, offset: number, limit: number): number[] =>
      Array.from({ length: Math.max(0, Math.min(limit, listing.count - offset)) }, (_, i) =>
        rankAt(content, listing, offset + i),
      ),
    /** The alphabetical rank of the teacher with an id; null if there is none. */
    findRank: (id: number) => findRank(content, id),
    teacherAt,
    /** The degrees of a listing, the most frequent first, equally frequent ones by value. The empty one is included. */
    listDegrees({ items, isByName }: Listing): DegreeCount[] {
      const { values, codes, starts } = degree;
      const counts =
        items === null
          ? Uint32Array.from(values, (_, code) => starts[code + 1]! - starts[code]!)
          : new Uint32Array(values.length);
      for (const item of items ?? []) counts[codes[isByName ? item : content.ranks[item]!]!]!++;
      return values
        .flatMap((value, code) => (counts[code]! > 0 ? { degree: value, count: counts[code]! } : []))
        .sort((a, b) => b.count - a.count);
    },
    ...createLetters(content),
  };
}

export type Directory = ReturnType<typeof createDirectory>;
