/** Opens the search of some teachers, for tests and benches. */
import { lazy } from "../../domain/lazy.ts";
import { readNameTable } from "../../domain/names/given-names.ts";
import { type StoredTeacher, textFieldNames } from "../../domain/teacher.ts";
import { contentWith } from "../content-testing.ts";
import type { Turns } from "../turns.ts";
import { matchCells } from "./match.ts";
import { findNearest } from "./readings.ts";
import { findTeachers } from "./search.ts";
import { buildWords } from "./words.ts";

const nameTable = lazy(readNameTable);

/** Runs a task of a match without a turn. */
export const runNow: Turns["run"] = async (task) => task();

export function openSearchOf(teachers: readonly StoredTeacher[]) {
  const content = contentWith(teachers);
  const data = {
    columns: textFieldNames.map((name) => content.columns[name]),
    words: structuredClone(buildWords(content)),
    names: nameTable(),
  };
  return {
    ids: content.ids,
    find: (text: string, isExact?: boolean) => findTeachers(data, text, isExact),
    findNearest: (text: string) => findNearest(data, text),
    match: (cells: readonly string[], run: Turns["run"]) => matchCells(data, cells, run),
  };
}

/** Opens the search of names such as `Шевченко, Тарас, Григорович, доцент`; `find` and `match` answer with such names. */
export function openNames(names: readonly string[]) {
  const search = openSearchOf(
    names.map((name, i) => {
      const [last_name = "", first_name = "", middle_name = "", degree = ""] = name.split(/, ?/);
      return { id: i + 1, last_name, first_name, middle_name, degree };
    }),
  );
  const nameAt = (rank: number): string => names[search.ids[rank]! - 1]!;
  return {
    find: (text: string): string[] => Array.from(search.find(text)!.ranks, nameAt),
    nearest: (text: string): string[] => search.findNearest(text).map(({ lastName }) => lastName),
    /** By person: the verdict, and the teacher or the candidates. */
    async match(cell: string): Promise<string[]> {
      const matches = await search.match([cell], runNow);
      return matches.map(({ verdict, rank, candidates }) =>
        [verdict, (rank === null ? candidates : [rank]).map(nameAt).join("; ")]
          .filter((part) => part !== "")
          .join(": "),
      );
    },
  };
}
