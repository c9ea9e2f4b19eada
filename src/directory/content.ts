/** All teachers of a version as plain arrays. A worker thread builds them and transfers them to the server. */
import { rankNames } from "../domain/names/ordering.ts";
import type { Roster, RosterColumn } from "../domain/roster.ts";
import { recordOfTexts, type TextFieldName, textFields } from "../domain/teacher.ts";
import type { Version } from "../domain/version.ts";

/** A position is a place in the order of ids, a rank one in alphabetical order. */
export interface Content {
  readonly version: Version;
  /** By rank. */
  readonly ids: Float64Array;
  /** The rank at each position, and the position at each rank. */
  readonly ranks: Uint32Array;
  readonly positions: Uint32Array;
  readonly columns: Readonly<Record<TextFieldName, TextColumn>>;
  /** All teachers by the code of the first name, then by that of the middle name. */
  readonly pairs: Places;
}

/** Groups of teachers, each in ascending order: as ranks, and as positions. */
interface Places {
  readonly postings: Uint32Array;
  readonly positions: Uint32Array;
}

/** A text field of every teacher. The places of those with a value are from `starts[code]` to `starts[code + 1]`. */
export interface TextColumn extends Places {
  /** The distinct values in ascending order of UTF-16 code units. */
  readonly values: readonly string[];
  /** The abbreviation of each value; none for last names. */
  readonly abbreviations: readonly string[];
  /** The code of the value of the teacher at each rank. */
  readonly codes: Codes;
  readonly starts: Uint32Array;
}

/** The narrowest array that fits, because it stays in the processor's caches. */
type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Teachers in an order. */
export interface Listing {
  readonly count: number;
  /** Ranks if `isByName`, otherwise positions; ascending unless ordered by relevance. Null for all teachers. */
  readonly items: Uint32Array | null;
  readonly isByName: boolean;
  readonly isDescending: boolean;
}

/** Takes linear time, except for sorting the distinct names. */
export function buildContent(version: Version, { count, ids, columns }: Roster): Content {
  const positions = sortByName(columns);
  const ranks = new Uint32Array(count);
  const rankedIds = new Float64Array(count);
  for (let rank = 0; rank < count; rank++) {
    ranks[positions[rank]!] = rank;
    rankedIds[rank] = ids[positions[rank]!]!;
  }
  const built = recordOfTexts((name) => buildColumn(name, columns[name], positions));
  const { first_name, middle_name } = built;
  const pairs = {
    postings: group(first_name.codes, first_name.starts, middle_name.postings),
    positions: group(columns.first_name.codes, first_name.starts, middle_name.positions),
  };
  return { version, ids: rankedIds, ranks, positions, columns: built, pairs };
}

/** The positions in alphabetical order: by last, first and middle name, then by id. A radix sort, the last key first. */
function sortByName(columns: Roster["columns"]): Uint32Array {
  let order: Uint32Array | null = null;
  for (const name of ["middle_name", "first_name", "last_name"] as const) {
    const { values, codes } = columns[name];
    const ranks = rankNames(values);
    const keys = codes.map((code) => ranks[code]!);
    order = group(keys, startsOf(keys, values.length), order);
  }
  return order!;
}

function buildColumn(
  name: TextFieldName,
  { values, codes: byPosition }: RosterColumn,
  positions: Uint32Array,
): TextColumn {
  const codes = createCodes(values.length, positions.length);
  for (let rank = 0; rank < codes.length; rank++) codes[rank] = byPosition[positions[rank]!]!;
  const starts = startsOf(codes, values.length);
  const abbreviate = textFields[name];
  return {
    values,
    abbreviations: abbreviate === null ? [] : values.map((value) => abbreviate(value)),
    codes,
    starts,
    postings: group(codes, starts),
    positions: group(byPosition, starts),
  };
}

function createCodes(values: number, count: number): Codes {
  if (values <= 2 ** 8) return new Uint8Array(count);
  return values <= 2 ** 16 ? new Uint16Array(count) : new Uint32Array(count);
}

function startsOf(codes: Codes, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1);
  for (let i = 0; i < codes.length; i++) starts[codes[i]! + 1]!++;
  for (let code = 0; code < values; code++) starts[code + 1]! += starts[code]!;
  return starts;
}

/** The indexes of `codes` grouped by code, within a group in the order of `order`, by default ascending. */
function group(codes: Codes, starts: Uint32Array, order: Uint32Array | null = null): Uint32Array {
  const next = starts.slice();
  const grouped = new Uint32Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const index = order === null ? i : order[i]!;
    grouped[next[codes[index]!]!++] = index;
  }
  return grouped;
}
