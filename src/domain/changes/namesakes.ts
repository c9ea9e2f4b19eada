/** Names that several teachers share. */
import { spellingKey, splitWords } from "../names/names.ts";
import { type Roster, textAtPosition } from "../roster.ts";
import { nameFieldNames } from "../teacher.ts";

/** Teachers who share a name, as their ids, ascending. */
export type Namesakes = readonly number[];

/** A name with an initial, or without a part, can be that of several teachers. */
const fullPart = /\p{L}{2}/u;

/** What names are compared by: case, apostrophes and look-alikes make no difference. Null where a part is missing or short. */
export function nameKey(parts: readonly string[]): string | null {
  if (!parts.every((part) => fullPart.test(part))) return null;
  return parts.map((part) => splitWords(part).map(spellingKey).join(" ")).join("|");
}

/** The most teachers whose shared names are remembered: a line of a backup holds them. */
const namesakesMax = 20_000;

/** The teachers with each of these names, where several have it. */
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

/** The text that stores them: `[[3416,9004]]`. */
export function renderNamesakes(groups: readonly Namesakes[]): string {
  return JSON.stringify(groups);
}

export function parseNamesakes(text: string): Namesakes[] {
  return JSON.parse(text) as Namesakes[];
}

/** Only teachers who are still there: a name that one of them has alone is not shared any more. */
export function keepNamesakes(text: string, isKept: (id: number) => boolean): string {
  const kept = parseNamesakes(text).map((ids) => ids.filter(isKept));
  return renderNamesakes(kept.filter((ids) => ids.length > 1));
}
