/** Positions of teachers: finds them by id, and finds their alphabetical ranks and neighbours. */
import { compareNames } from "../domain/names/ordering.ts";
import {
  type Abbreviations,
  composeWithAbbreviations,
  type StoredTeacher,
  type Teacher,
  textFieldNames,
} from "../domain/teacher.ts";
import { findFirst, postingsOf, textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import type { Condition } from "./listing.ts";
import type { Task } from "./scheduler.ts";

/** The position of the teacher with an id, or null. */
export function findPosition({ ids }: Pick<ImageContent, "ids">, id: number): number | null {
  const position = findFirst(ids.length, (at) => ids[at]! >= id);
  return ids[position] === id ? position : null;
}

/** The number of ranks found between two yields, which takes about 100 microseconds. */
const ranksBetweenYields = 16;

/**
 * The condition that a teacher has one of the ids, which must be ascending and distinct. Unknown ids match no teacher.
 * The alphabetical ranks are found only if `alphabetical`.
 */
export function* findIdsCondition(
  content: ImageContent,
  ids: readonly number[],
  alphabetical: boolean,
): Task<Condition> {
  const positions = Uint32Array.from(
    ids.map((id) => findPosition(content, id)).filter((position) => position !== null),
  );
  const ranks = new Uint32Array(alphabetical ? positions.length : 0);
  for (let i = 0; i < ranks.length; i++) {
    ranks[i] = rankOf(content, positions[i]!);
    if (i % ranksBetweenYields === 0) yield;
  }
  ranks.sort();
  const known = new Set(positions);
  return {
    count: positions.length,
    isExact: true,
    listCount: 1,
    lists: (byRank) => [byRank ? ranks : positions],
    passes: (position) => known.has(position),
  };
}

/**
 * The alphabetical rank of the teacher at a position. The image does not store these ranks, so this is a binary search
 * among those with the same last name.
 */
function rankOf(content: ImageContent, position: number): number {
  const { last_name } = content.columns;
  const ranks = postingsOf(last_name, last_name.codes[position]!, true);
  const at = findFirst(
    ranks.length,
    (i) => compareGivenNames(content, content.alphabetical[ranks[i]!]!, position) >= 0,
  );
  return ranks[at]!;
}

/** Compares two positions by first name, middle name and id, as in the alphabetical order. */
function compareGivenNames({ columns }: ImageContent, a: number, b: number): number {
  for (const { codes, values } of [columns.first_name, columns.middle_name]) {
    const order = codes[a] === codes[b] ? 0 : compareNames(textAt(values, codes[a]!), textAt(values, codes[b]!));
    if (order !== 0) return order;
  }
  return a - b;
}

/**
 * Finds the alphabetical rank of the teacher at a position, from 0, and the positions of the previous and the next
 * teacher in alphabetical order; null if there is none. Costs a binary search.
 */
export function findNeighbours(content: ImageContent, position: number) {
  const rank = rankOf(content, position);
  return { rank, previous: content.alphabetical[rank - 1] ?? null, next: content.alphabetical[rank + 1] ?? null };
}

/** The teacher at a position. */
export function teacherAt({ ids, columns }: ImageContent, position: number): Teacher {
  const stored: Record<string, unknown> = { id: ids[position]! };
  for (const name of textFieldNames) stored[name] = textAt(columns[name].values, columns[name].codes[position]!);
  const abbreviation = (name: keyof Abbreviations): string => {
    const { abbreviations, codes } = columns[name];
    return textAt(abbreviations, codes[position]!);
  };
  return composeWithAbbreviations(stored as StoredTeacher, {
    first_name: abbreviation("first_name"),
    middle_name: abbreviation("middle_name"),
    degree: abbreviation("degree"),
  });
}
