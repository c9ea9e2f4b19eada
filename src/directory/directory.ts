/** The directory: one immutable version of the data, and every query on it. A page costs the same at any offset. */
import { lazy } from "../domain/lazy.ts";
import type { Selection } from "../domain/list-query.ts";
import { readNameTable } from "../domain/names/given-names.ts";
import type { Ordering } from "../domain/names/ordering.ts";
import type { DegreeCount, NearestName } from "../domain/results.ts";
import { findFirst } from "../domain/roster.ts";
import { composeWithAbbreviations, type Teacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { datasetVersionOf } from "../domain/version.ts";
import type { Content, Listing, TextColumn } from "./content.ts";
import { createLetters } from "./letters.ts";
import { matchCells, type NameMatch } from "./search/match.ts";
import { findNearest } from "./search/readings.ts";
import { findTeachers, type Result } from "./search/search.ts";
import type { Data } from "./search/terms.ts";
import type { Words } from "./search/words.ts";
import { createTurns } from "./turns.ts";

// The first directory reads it, while nobody is served; the first search would hold up others.
const nameTable = lazy(readNameTable);

/** Creates the directory of a version. */
export function createDirectory(content: Content, words: Words, turns = createTurns()) {
  const { version, ids, columns } = content;
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

  const data: Data = { columns: textFieldNames.map((name) => columns[name]), words, names: nameTable() };

  return {
    version,
    /** The value of `Dataset-Version`. */
    datasetVersion: datasetVersionOf(version),
    publishedMs: Date.parse(version.publishedAt),
    /** The time of the publication, as a header has it. */
    lastModified: new Date(version.publishedAt).toUTCString(),
    /** Lists the teachers who meet the conditions, of all or of those whom a search found. */
    find: (conditions: Conditions, ordering: Ordering, found: Pick<Result, "ranks"> | null = null): Listing =>
      findListing(content, conditions, ordering, found?.ranks),
    /** Finds whom a text means, in a turn; `isExact` allows only what is spelt as typed. Throws {@link OverloadError}. */
    async search(text: string, isExact: boolean, signal?: AbortSignal): Promise<Result> {
      turns.checkRoom();
      return turns.run(() => findTeachers(data, text, isExact), signal);
    },
    /** Finds the nearest last names, in a turn. */
    findNearest: (text: string, signal?: AbortSignal): Promise<NearestName[]> =>
      turns.run(() => findNearest(data, text), signal),
    /** Finds the teachers whom the cells of a timetable mean, in a turn for each name. Throws like `search`. */
    async match(cells: readonly string[], signal?: AbortSignal): Promise<NameMatch[]> {
      turns.checkRoom();
      return matchCells(data, cells, (task) => turns.run(task, signal));
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

type Conditions = Pick<Selection, "filters" | "ids">;

/** The code of a value; -1 if no teacher has it. */
function findCode({ values }: TextColumn, value: string): number {
  const code = findFirst(0, values.length, (i) => values[i]! >= value);
  return values[code] === value ? code : -1;
}

/** The rank of the teacher with an id; null if there is none. */
function findRank({ ids, ranks }: Content, id: number): number | null {
  const position = findFirst(0, ranks.length, (at) => ids[ranks[at]!]! >= id);
  const rank = ranks[position];
  return rank !== undefined && ids[rank] === id ? rank : null;
}

/** The rank of the teacher at an index of a listing. */
function rankAt({ ranks }: Content, { count, items, isByName, isDescending }: Listing, index: number): number {
  const at = isDescending ? count - 1 - index : index;
  const item = items === null ? at : items[at]!;
  return isByName ? item : ranks[item]!;
}

/** Lists the teachers that meet the conditions. `found` are the ranks that a search found, the best match first. */
function findListing(content: Content, { filters, ids }: Conditions, ordering: Ordering, found?: Uint32Array): Listing {
  const isByName = !ordering.endsWith("id");
  const listed = (items: Uint32Array | null, count = items!.length): Listing => {
    return { count, items, isByName, isDescending: ordering.startsWith("-") };
  };
  const required: Required[] = [];
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value === undefined) continue;
    const code = findCode(content.columns[name], value);
    if (code === -1) return listed(new Uint32Array(0));
    required.push({ name, code });
  }
  const known = ids === null ? null : Uint32Array.from(ids.flatMap((id) => findRank(content, id) ?? []));
  if (found === undefined && known === null) {
    return required.length === 0 ? listed(null, content.ids.length) : listed(listRequired(content, required, isByName));
  }
  const hasId = found === undefined || known === null ? null : new Set(known);
  const named = found ?? known!;
  const ranks =
    required.length === 0 && hasId === null
      ? named
      : named.filter((rank) => hasId?.has(rank) !== false && meets(content, required, rank));
  if (ordering === "relevance") return listed(ranks);
  return listed(isByName ? ranks.toSorted() : ranks.map((rank) => content.positions[rank]!).sort());
}

/** The code that a column must have. */
interface Required {
  readonly name: TextFieldName;
  readonly code: number;
}

function meets({ columns }: Content, required: readonly Required[], rank: number): boolean {
  return required.every(({ name, code }) => columns[name].codes[rank] === code);
}

/** The ranks or positions of those that meet all requirements: the rarest group that covers some, without the others. */
function listRequired(content: Content, required: readonly Required[], isByName: boolean): Uint32Array {
  const kind = isByName ? "postings" : "positions";
  const groups = required.map((one) => {
    const column = content.columns[one.name];
    const [start, end] = [column.starts[one.code], column.starts[one.code + 1]];
    return { covered: [one], items: column[kind].subarray(start, end) };
  });
  const [first, middle] = ["first_name", "middle_name"].map((name) => required.find((one) => one.name === name));
  if (first !== undefined && middle !== undefined) {
    groups.push({ covered: [first, middle], items: findPair(content, first.code, middle.code, kind) });
  }
  const rarest = groups.reduce((a, b) => (b.items.length < a.items.length ? b : a));
  const others = required.filter((one) => !rarest.covered.includes(one));
  if (others.length === 0) return rarest.items;
  return rarest.items.filter((item) => meets(content, others, isByName ? item : content.ranks[item]!));
}

/** The teachers with a first and a middle name, by two binary searches. */
function findPair(content: Content, first: number, middle: number, kind: "postings" | "positions"): Uint32Array {
  const { columns, ranks, pairs } = content;
  const { starts } = columns.first_name;
  const items = pairs[kind];
  const middleAt = (i: number): number =>
    columns.middle_name.codes[kind === "postings" ? items[i]! : ranks[items[i]!]!]!;
  const start = findFirst(starts[first]!, starts[first + 1]!, (i) => middleAt(i) >= middle);
  return items.subarray(
    start,
    findFirst(start, starts[first + 1]!, (i) => middleAt(i) > middle),
  );
}
