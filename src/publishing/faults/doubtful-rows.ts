/** Finds the rows of a table that differ doubtfully from the published list. */
import {
  createNewcomerCheck,
  type DoubtKind,
  findDoubt,
  type NewcomerDoubt,
} from "../../domain/changes/change-doubts.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { type CollectedTable, idOf, nobody, readTexts } from "./table-collector.ts";

interface DoubtfulRow {
  readonly kind: DoubtKind | NewcomerDoubt;
  readonly line: number;
  /** The published person with the id of the row; null for a newcomer. */
  readonly person: StoredTeacher | null;
}

/** `published` has the people of the current list by their ids. Rows without an id are not compared. */
export function findDoubtfulRows(
  { columns, rows }: CollectedTable,
  published: ReadonlyMap<number, StoredTeacher>,
): DoubtfulRow[] {
  if (columns === undefined || published.size === 0) return [];
  const read = [...rows].flatMap(([line, fields]) => {
    const id = idOf(fields, columns);
    if (id === null) return [];
    const person = published.get(id) ?? null;
    return { line, person, texts: readTexts(fields, columns, person ?? nobody) };
  });
  const checkNewcomer = createNewcomerCheck(read.map(({ texts }) => texts));
  return read.flatMap(({ line, person, texts }) => {
    const kind = person === null ? checkNewcomer(texts) : findDoubt(person, texts);
    return kind === null ? [] : { kind, line, person };
  });
}
