/** Opens the search of some teachers, for tests and benches. */

import { lazy } from "../../domain/lazy.ts";
import { readNameTable } from "../../domain/names/given-names.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { buildColumns } from "./columns-testing.ts";
import { openSearch } from "./search.ts";
import { buildWords } from "./words.ts";

export const nameTable = lazy(() => {
  const task = readNameTable();
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value;
});

export function openSearchOf(teachers: readonly StoredTeacher[]) {
  const columns = buildColumns(teachers);
  return openSearch(columns, structuredClone(buildWords(columns)), nameTable());
}
