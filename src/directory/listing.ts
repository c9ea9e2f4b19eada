/** Listings: the teachers that meet the conditions of a query, in order. A page costs the same at any offset. */
import type { Selection } from "../domain/list-query.ts";
import type { Ordering } from "../domain/names/ordering.ts";
import { findFirst } from "../domain/roster.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Content, TextColumn } from "./content.ts";

export type Conditions = Pick<Selection, "filters" | "ids">;

export interface Listing {
  readonly count: number;
  /** Ranks if `isByName`, otherwise positions; ascending unless ordered by relevance. Null for all teachers. */
  readonly items: Uint32Array | null;
  readonly isByName: boolean;
  readonly isDescending: boolean;
}

/** The code of a value; -1 if no teacher has it. */
function findCode({ values }: TextColumn, value: string): number {
  const code = findFirst(0, values.length, (i) => values[i]! >= value);
  return values[code] === value ? code : -1;
}

/** The rank of the teacher with an id; null if there is none. */
export function findRank({ ids, ranks }: Content, id: number): number | null {
  const position = findFirst(0, ranks.length, (at) => ids[ranks[at]!]! >= id);
  const rank = ranks[position];
  return rank !== undefined && ids[rank] === id ? rank : null;
}

/** The rank of the teacher at an index of a listing. */
export function rankAt({ ranks }: Content, { count, items, isByName, isDescending }: Listing, index: number): number {
  const at = isDescending ? count - 1 - index : index;
  const item = items === null ? at : items[at]!;
  return isByName ? item : ranks[item]!;
}

/** Lists the teachers that meet the conditions. `found` are the ranks that a search found, the best match first. */
export function findListing(
  content: Content,
  { filters, ids }: Conditions,
  ordering: Ordering,
  found?: Uint32Array,
): Listing {
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
