/** Teachers who share a name: in two rosters, regardless of their ids, and in one roster, as the history stores them. */
import { spellingKey, textKey } from "../names/names.ts";
import { type Roster, textAtPosition } from "../roster.ts";
import { nameFieldNames, type TextFieldName } from "../teacher.ts";

/** Some of the teachers of a roster, by their positions. */
export interface Members {
  readonly roster: Roster;
  readonly positions: Uint32Array;
}

/** All members with one name, as ascending positions in both rosters. At least one side is not empty. */
interface NameGroup {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

/**
 * The groups of members that agree in all fields, by default those of the name. Letter case, apostrophes and look-alikes of
 * the other script do not distinguish names. Takes n log n steps and about 20 bytes per member.
 */
export function* groupByName(
  before: Members,
  after: Members,
  fields: readonly TextFieldName[] = nameFieldNames,
): Generator<NameGroup> {
  const [codesBefore, codesAfter] = encodeFields(before.roster, after.roster, fields, spellingKey);
  const sortedBefore = sortByCodes(before.positions, codesBefore);
  const sortedAfter = sortByCodes(after.positions, codesAfter);
  let fromBefore = 0;
  let fromAfter = 0;
  while (fromBefore < sortedBefore.length || fromAfter < sortedAfter.length) {
    const isBeforeFirst =
      fromAfter === sortedAfter.length ||
      (fromBefore < sortedBefore.length &&
        compare(codesBefore, sortedBefore[fromBefore]!, codesAfter, sortedAfter[fromAfter]!) <= 0);
    const [codes, first] = isBeforeFirst
      ? [codesBefore, sortedBefore[fromBefore]!]
      : [codesAfter, sortedAfter[fromAfter]!];
    const toBefore = findEnd(sortedBefore, fromBefore, codesBefore, codes, first);
    const toAfter = findEnd(sortedAfter, fromAfter, codesAfter, codes, first);
    yield { before: sortedBefore.subarray(fromBefore, toBefore), after: sortedAfter.subarray(fromAfter, toAfter) };
    fromBefore = toBefore;
    fromAfter = toAfter;
  }
}

/**
 * Creates a function that compares two teachers like {@link groupByName}, but invisible characters count. If every name
 * of a file has such a character, the file is damaged; the names are not spelt differently.
 */
export function createComparison(
  a: Roster,
  b: Roster,
  fields: readonly TextFieldName[],
): (positionA: number, positionB: number) => boolean {
  const keyOf = (text: string): string => {
    const key = spellingKey(text);
    // A key that drops characters is shorter, so most texts need no further comparison.
    return key.length === text.length ? key : key + (text.match(invisible)?.join("") ?? "");
  };
  const [codesA, codesB] = encodeFields(a, b, fields, keyOf);
  return (positionA, positionB) => compare(codesA, positionA, codesB, positionB) === 0;
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** For each field: the codes of a roster's column, and the code of each value in the dictionary of both rosters. */
type FieldCodes = readonly { readonly codes: Uint32Array; readonly joint: Uint32Array }[];

function encodeFields(
  a: Roster,
  b: Roster,
  fields: readonly TextFieldName[],
  keyOf: (text: string) => string,
): [FieldCodes, FieldCodes] {
  const encoded = fields.map((field) => {
    const dictionary = new Map<string, number>();
    return [a, b].map((roster) => {
      const { values, codes } = roster.columns[field];
      const joint = Uint32Array.from(values, (value) => {
        const key = keyOf(value);
        const code = dictionary.get(key) ?? dictionary.size;
        dictionary.set(key, code);
        return code;
      });
      return { codes, joint };
    });
  });
  return [encoded.map(([first]) => first!), encoded.map(([, second]) => second!)];
}

function compare(codesA: FieldCodes, a: number, codesB: FieldCodes, b: number): number {
  for (let field = 0; field < codesA.length; field++) {
    const { codes: ofA, joint: jointA } = codesA[field]!;
    const { codes: ofB, joint: jointB } = codesB[field]!;
    const difference = jointA[ofA[a]!]! - jointB[ofB[b]!]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function sortByCodes(positions: Uint32Array, codes: FieldCodes): Uint32Array {
  return positions.slice().sort((a, b) => compare(codes, a, codes, b) || a - b);
}

/** The end of the members from `start` on that have the name of `first`. */
function findEnd(sorted: Uint32Array, start: number, own: FieldCodes, codes: FieldCodes, first: number): number {
  let end = start;
  while (end < sorted.length && compare(own, sorted[end]!, codes, first) === 0) end++;
  return end;
}

/** Teachers who share a name, as their ids, ascending. */
export type Namesakes = readonly number[];

/** A part that is more than an initial. A name without three such parts can belong to several teachers. */
export const fullPart = /\p{L}{2}/u;

/**
 * The key that names are compared by, without case, apostrophes and look-alikes. Null if a part is missing or short.
 */
export function nameKey(parts: readonly string[]): string | null {
  if (!parts.every((part) => fullPart.test(part))) return null;
  return parts.map(textKey).join("|");
}

/** At most this many teachers with shared names are stored, so that they fit on a line of a backup. */
const namesakesMax = 20_000;

/** Finds the teachers who share one of these names, in a group per name. */
export function findNamesakes(roster: Roster, keys: ReadonlySet<string>): Namesakes[] {
  const groups = new Map<string, number[]>();
  for (let position = 0; position < roster.count && keys.size > 0; position++) {
    const key = nameKey(nameFieldNames.map((name) => textAtPosition(roster, name, position)));
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

/** Keeps only current teachers. A name that only one of them has is no longer shared. */
export function keepNamesakes(text: string, isKept: (id: number) => boolean): string {
  const kept = parseNamesakes(text).map((ids) => ids.filter(isKept));
  return renderNamesakes(kept.filter((ids) => ids.length > 1));
}
