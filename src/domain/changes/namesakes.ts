/**
 * Namesakes are teachers who share a name. Groups the teachers of two rosters by name, regardless of their ids, and
 * finds the namesakes of one roster, which the history stores.
 */
import { spellingKey, textKey } from "../names/names.ts";
import type { Roster } from "../roster.ts";
import { nameFieldNames, type TextFieldName } from "../teacher.ts";

/** Some of the teachers of a roster, by their positions. */
export interface Members {
  readonly roster: Roster;
  readonly positions: ArrayLike<number>;
}

/**
 * Groups the members that have equal values in all `fields`, by default those of the name. Letter case, apostrophes and
 * look-alikes of the other script do not distinguish names. Each group has ascending positions in both rosters; at
 * least one side is not empty. Takes n log n steps and about 20 bytes per member.
 */
export function* groupByName(
  before: Members,
  after: Members,
  fields: readonly TextFieldName[] = nameFieldNames,
): Generator<Readonly<Record<"before" | "after", Uint32Array>>> {
  const columns = fields.map((field) => encodeField(before, after, field));
  const compare = (a: number, b: number): number => {
    for (const codes of columns) if (codes[a] !== codes[b]) return codes[a]! - codes[b]!;
    return 0;
  };
  const countBefore = before.positions.length;
  const count = countBefore + after.positions.length;
  // Members of `before` come first in each group.
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => compare(a, b) || a - b);
  const positions = order.map((i) => (i < countBefore ? before.positions[i]! : after.positions[i - countBefore]!));
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && order[to]! < countBefore && compare(order[from]!, order[to]!) === 0) to++;
    const middle = to;
    while (to < count && compare(order[from]!, order[to]!) === 0) to++;
    yield { before: positions.subarray(from, middle), after: positions.subarray(middle, to) };
  }
}

/**
 * One code per member: first the members of `before`, then those of `after`. Members with the same key have the same
 * code.
 */
function encodeField(before: Members, after: Members, field: TextFieldName): Uint32Array {
  const dictionary = new Map<string, number>();
  const encoded = new Uint32Array(before.positions.length + after.positions.length);
  let at = 0;
  for (const { roster, positions } of [before, after]) {
    const { values, codes } = roster.columns[field];
    const joint = Uint32Array.from(values, (value) => {
      const key = spellingKey(value);
      const code = dictionary.get(key) ?? dictionary.size;
      dictionary.set(key, code);
      return code;
    });
    for (let i = 0; i < positions.length; i++) encoded[at++] = joint[codes[positions[i]!]!]!;
  }
  return encoded;
}

/**
 * Creates a function that returns whether two texts are equal. It ignores what {@link groupByName} ignores, except
 * invisible characters: a file in which every name has such a character is damaged, so its names must count as changed.
 */
export function createComparison(): (a: string, b: string) => boolean {
  const keys = new Map<string, string>();
  function keyOf(text: string): string {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const spelling = spellingKey(text);
    // A key is shorter than its text if characters were dropped. Other texts have no invisible characters to look for.
    const key = spelling.length === text.length ? spelling : spelling + (text.match(invisible)?.join("") ?? "");
    keys.set(text, key);
    return key;
  }
  return (a, b) => a === b || keyOf(a) === keyOf(b);
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Teachers who share a name, as their ids, ascending. */
export type Namesakes = readonly number[];

/**
 * Matches a part of a name that is more than an initial. A name without three such parts can belong to several
 * teachers.
 */
export const fullPart = /\p{L}{2}/u;

/**
 * The key by which names are compared. Case, apostrophes and look-alikes make no difference. Null if a part is missing
 * or short.
 */
export function nameKey(parts: readonly string[]): string | null {
  if (!parts.every((part) => fullPart.test(part))) return null;
  return JSON.stringify(parts.map(textKey));
}

/** At most this many teachers with shared names are stored, so that they fit on a line of a backup. */
const namesakesMax = 20_000;

/** Finds the teachers who share one of these names. Returns one group per name. */
export function findNamesakes(roster: Roster, keys: ReadonlySet<string>): Namesakes[] {
  const groups = new Map<string, number[]>();
  // The key of each part is found once per value, because many teachers share a value.
  const columns = nameFieldNames.map((name) => {
    const { values, codes } = roster.columns[name];
    return { codes, keys: Array.from(values, (value) => (fullPart.test(value) ? textKey(value) : null)) };
  });
  for (let position = 0; position < roster.count && keys.size > 0; position++) {
    const parts = columns.map((column) => column.keys[column.codes[position]!]!);
    const key = parts.some((part) => part === null) ? null : JSON.stringify(parts);
    if (key === null || !keys.has(key)) continue;
    const ids = groups.get(key);
    if (ids === undefined) groups.set(key, [roster.ids[position]!]);
    else ids.push(roster.ids[position]!);
  }
  let count = 0;
  return [...groups.values()].filter((ids) => {
    count += ids.length;
    return ids.length > 1 && count <= namesakesMax;
  });
}

/** The text that is stored for groups of namesakes: `[[3416,9004]]`. */
export function renderNamesakes(groups: readonly Namesakes[]): string {
  return JSON.stringify(groups);
}

export function parseNamesakes(text: string): Namesakes[] {
  return JSON.parse(text) as Namesakes[];
}

/** Keeps only the ids for which `isKept` is true. Groups with a single remaining id are removed. */
export function keepNamesakes(text: string, isKept: (id: number) => boolean): string {
  const kept = parseNamesakes(text).map((ids) => ids.filter(isKept));
  return renderNamesakes(kept.filter((ids) => ids.length > 1));
}
