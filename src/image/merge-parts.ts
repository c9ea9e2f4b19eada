/** The parts of a merged image: those of the base with new numbers, and the inserted teachers at their insertion points. */
import { compareNames } from "../domain/ordering.ts";
import { nameFieldNames, type TextFieldName } from "../domain/teacher.ts";
import { countPostings, findFirst, textAt } from "./column.ts";
import type { Built, ImageColumn, ImageContent, KeyIndex, WordIndexes } from "./layout.ts";
import { mergeLists, mergeNumbers, type NewNumbers } from "./merge-lists.ts";
import type { Parts } from "./sections.ts";
import { type MergedTexts, mergeTexts } from "./texts.ts";

export interface Merge {
  readonly base: ImageContent;
  /** The inserted teachers, as the content of an image of their own. */
  readonly added: ImageContent;
  /** For each inserted teacher, the position in the base that it comes before. */
  readonly insertionPoints: Uint32Array;
  /** The source of each teacher, see {@link mergeLists}. */
  readonly sources: Int32Array;
  readonly values: Readonly<Record<TextFieldName, MergedTexts>>;
}

/** An order of all teachers: by id, or alphabetical. */
interface Order extends NewNumbers {
  readonly isRanked: boolean;
  /** For each inserted teacher in this order among themselves, the rank in the base that it comes before. */
  readonly insertionPoints: Uint32Array;
}

/** The parts of the merged image, in about the time that copying them takes. */
export function mergeParts(merge: Merge): Parts {
  const { base, added, values, sources } = merge;
  const positions = invert(sources, base.ids.length, added.ids.length);
  const byId: Order = { ...positions, isRanked: false, insertionPoints: merge.insertionPoints };
  const insertionPoints = added.alphabetical.map((position) => findRank(base, added, position));
  const alphabetical = mergeNumbers(base.alphabetical, added.alphabetical, positions, insertionPoints);
  const isKept = new Uint8Array(base.alphabetical.length);
  for (let rank = 0; rank < isKept.length; rank++) isKept[rank] = positions.base[base.alphabetical[rank]!]! < 0 ? 0 : 1;
  const ranked: Order = {
    ...invert(mergeLists(isKept, insertionPoints), base.ids.length, added.ids.length),
    isRanked: true,
    insertionPoints,
  };
  const orderOf = (isRanked: boolean): Order => (isRanked ? ranked : byId);
  return {
    alphabetical,
    values: (name) => values[name].packed,
    postings: (name, _starts, isRanked) => mergePostings(merge, orderOf(isRanked), name),
    givenNames: (isRanked) => mergeGivenNames(merge, orderOf(isRanked)),
    keys: (name, kind) => mergeKeys(indexesOf(base, name)[kind], indexesOf(added, name)[kind], values[name]),
  };
}

/** The index in the merged list of each element of both, from the sources of the merged one; -1 if it is left out. */
function invert(sources: Int32Array, baseCount: number, addedCount: number): NewNumbers {
  const base = new Int32Array(baseCount).fill(-1);
  const added = new Uint32Array(addedCount);
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!;
    if (source < 0) added[~source] = i;
    else base[source] = i;
  }
  return { base, added };
}

/** The alphabetical rank in the base that an inserted teacher comes before. */
function findRank(base: ImageContent, added: ImageContent, position: number): number {
  const names = nameFieldNames.map((name) => [name, valueAt(added, name, position)] as const);
  const id = added.ids[position]!;
  return findFirst(base.alphabetical.length, (rank) => {
    const other = base.alphabetical[rank]!;
    for (const [name, value] of names) {
      const order = compareNames(valueAt(base, name, other), value);
      if (order !== 0) return order > 0;
    }
    return base.ids[other]! >= id;
  });
}

function valueAt({ columns }: ImageContent, name: TextFieldName, position: number): string {
  const { values, codes } = columns[name];
  return textAt(values, codes[position]!);
}

function mergePostings({ base, added, values }: Merge, order: Order, name: TextFieldName): Uint32Array {
  const { insertionPoints, isNew } = values[name];
  const [baseColumn, addedColumn] = [base.columns[name], added.columns[name]];
  const list = listOf(baseColumn, order);
  const addedList = listOf(addedColumn, order);
  const postingInsertionPoints = addedList.map((rank) => {
    const code = codeOf(added, name, order, rank);
    const from = baseColumn.postingStarts[insertionPoints[code]!]!;
    if (isNew[code] === 1) return from;
    const insertionPoint = order.insertionPoints[rank]!;
    return (
      from + findFirst(countPostings(baseColumn, insertionPoints[code]!), (i) => list[from + i]! >= insertionPoint)
    );
  });
  return mergeNumbers(list, addedList, order, postingInsertionPoints);
}

function mergeGivenNames({ base, added, values }: Merge, order: Order): Uint32Array {
  const { first_name, middle_name } = values;
  const column = base.columns.first_name;
  const list = listOf(base.givenNames, order);
  const addedList = listOf(added.givenNames, order);
  const insertionPoints = addedList.map((rank) => {
    const first = codeOf(added, "first_name", order, rank);
    const from = column.postingStarts[first_name.insertionPoints[first]!]!;
    if (first_name.isNew[first] === 1) return from;
    const middle = codeOf(added, "middle_name", order, rank);
    const middleInsertionPoint = middle_name.insertionPoints[middle]!;
    // A new middle name comes before every teacher with the next middle name of the base.
    const insertionPoint = middle_name.isNew[middle] === 1 ? 0 : order.insertionPoints[rank]!;
    return (
      from +
      findFirst(countPostings(column, first_name.insertionPoints[first]!), (i) => {
        const other = list[from + i]!;
        const otherMiddle = codeOf(base, "middle_name", order, other);
        return otherMiddle > middleInsertionPoint || (otherMiddle === middleInsertionPoint && other >= insertionPoint);
      })
    );
  });
  return mergeNumbers(list, addedList, order, insertionPoints);
}

function listOf(lists: Pick<ImageColumn, "postings" | "rankedPostings">, { isRanked }: Order): Uint32Array {
  return isRanked ? lists.rankedPostings : lists.postings;
}

/** The code of the teacher at a rank of an order. */
function codeOf({ alphabetical, columns }: ImageContent, name: TextFieldName, order: Order, rank: number): number {
  return columns[name].codes[order.isRanked ? alphabetical[rank]! : rank]!;
}

function indexesOf({ words, degrees }: ImageContent, name: TextFieldName): WordIndexes {
  return name === "degree" ? degrees : words[name];
}

/** Only new values add codes: the base already has the codes of shared values. */
function mergeKeys(base: KeyIndex, added: KeyIndex, values: MergedTexts): Built<KeyIndex> {
  const uses = new Uint32Array(base.keys.starts.length - 1);
  forEachCode(base, (key, code) => {
    if (values.base[code]! >= 0) uses[key]!++;
  });
  const keys = mergeTexts(base.keys, uses, added.keys);
  /** Calls back with each new key and new code. */
  const forEachMerged = (callback: (key: number, code: number) => void): void => {
    forEachCode(base, (key, code) => {
      if (values.base[code]! >= 0) callback(keys.base[key]!, values.base[code]!);
    });
    forEachCode(added, (key, code) => {
      if (values.isNew[code] === 1) callback(keys.added[key]!, values.added[code]!);
    });
  };
  const codeStarts = new Uint32Array(keys.packed.starts.length);
  forEachMerged((key) => codeStarts[key + 1]!++);
  for (let key = 1; key < codeStarts.length; key++) codeStarts[key]! += codeStarts[key - 1]!;
  const codes = new Uint32Array(codeStarts.at(-1)!);
  const next = codeStarts.slice();
  forEachMerged((key, code) => {
    codes[next[key]!++] = code;
  });
  for (const key of keys.added) codes.subarray(codeStarts[key], codeStarts[key + 1]).sort();
  return { keys: keys.packed, codeStarts, codes };
}

function forEachCode({ codeStarts, codes }: KeyIndex, callback: (key: number, code: number) => void): void {
  for (let key = 0; key + 1 < codeStarts.length; key++) {
    for (let i = codeStarts[key]!; i < codeStarts[key + 1]!; i++) callback(key, codes[i]!);
  }
}
