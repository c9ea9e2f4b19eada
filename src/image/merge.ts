/** Applies the changes between two versions to the image of the earlier one: the roster and the sections of the later one. */
import { createRoster, type Roster, type RosterColumn } from "../domain/roster.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { countPostings, countValues, findFirst, textAt } from "./column.ts";
import { type Built, contentOf, type ImageColumn, type ImageContent, listSections } from "./layout.ts";
import { mergeLists } from "./merge-lists.ts";
import { mergeParts } from "./merge-parts.ts";
import { buildSections } from "./sections.ts";
import { type MergedTexts, mergeTexts } from "./texts.ts";

export interface Changes {
  /** The ids of removed and changed teachers, ascending. */
  readonly deletedIds: Float64Array;
  /** New and changed teachers with their new values. */
  readonly inserted: Roster;
}

/**
 * Returns the later roster, whose digest tells whether the changes fit the image, and its sections. If inserted teachers are at
 * most `mergedShareMax` of the base, the sections are merged from the image; otherwise they are built from the roster.
 */
export function mergeChanges(
  base: ImageContent,
  { deletedIds, inserted }: Changes,
  mergedShareMax = 1 / 200,
): { readonly roster: Roster; readonly sections: () => Built<ImageContent> } {
  const added = contentOf(listSections(buildSections(inserted)));
  const findInsertionPoint = (id: number): number =>
    findFirst(base.ids.length, (position) => base.ids[position]! >= id);
  const deleted = Array.from(deletedIds, findInsertionPoint).filter(
    (position, i) => base.ids[position] === deletedIds[i],
  );
  const isKept = new Uint8Array(base.ids.length).fill(1);
  for (const position of deleted) isKept[position] = 0;
  const insertionPoints = Uint32Array.from(inserted.ids, findInsertionPoint);
  const sources = mergeLists(isKept, insertionPoints);

  const ids = new Float64Array(sources.length);
  for (let i = 0; i < ids.length; i++) {
    const source = sources[i]!;
    ids[i] = source < 0 ? inserted.ids[~source]! : base.ids[source]!;
  }
  const values = {} as Record<TextFieldName, MergedTexts>;
  const columns = {} as Record<TextFieldName, RosterColumn>;
  for (const name of textFieldNames) {
    const [baseColumn, addedColumn] = [base.columns[name], added.columns[name]];
    values[name] = mergeTexts(baseColumn.values, countKept(baseColumn, deleted), addedColumn.values);
    columns[name] = mergeColumn(baseColumn, addedColumn, sources, values[name]);
  }
  const roster = createRoster(ids, columns);
  // At one inserted teacher in 50, searching for the insertion points takes as long as sorting all; 200 leaves a margin.
  const isMerged = inserted.count <= mergedShareMax * base.ids.length;
  const merge = { base, added, insertionPoints, sources, values };
  return { roster, sections: () => buildSections(roster, isMerged ? mergeParts(merge) : undefined) };
}

/** For each value, the number of its teachers who are kept. */
function countKept(column: ImageColumn, deletedPositions: readonly number[]): Uint32Array {
  const counts = new Uint32Array(countValues(column));
  for (let code = 0; code < counts.length; code++) counts[code] = countPostings(column, code);
  for (const position of deletedPositions) counts[column.codes[position]!]!--;
  return counts;
}

function mergeColumn(base: ImageColumn, added: ImageColumn, sources: Int32Array, merged: MergedTexts): RosterColumn {
  const codes = new Uint32Array(sources.length);
  for (let i = 0; i < codes.length; i++) {
    const source = sources[i]!;
    codes[i] = source < 0 ? merged.added[added.codes[~source]!]! : merged.base[base.codes[source]!]!;
  }
  const { packed } = merged;
  return { values: Array.from({ length: packed.starts.length - 1 }, (_, code) => textAt(packed, code)), codes };
}
