/** A column that is mostly in capitals is one question, and its answer rewrites it. */
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Issues } from "./issue.ts";
import type { FileTeachers, Repairs } from "./teachers.ts";

/** A list this short is judged text by text. */
const columnMin = 10;

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** Whether most texts of a column are in capitals. Asks then, once for the column. */
export function judgeCapitals(teachers: FileTeachers, field: TextFieldName, issues: Issues): boolean {
  const { values, codes } = teachers.rows.columns[field];
  const flags = values.map(isCapitals);
  let count = 0;
  let first = -1;
  for (const [row, code] of codes.entries()) {
    if (!flags[code]) continue;
    count++;
    if (first === -1) first = row;
  }
  if (count < columnMin || count * 2 <= teachers.count) return false;
  const place = { ...teachers.placeOf(first), column: teachers.columnOf(first, field) };
  const value = values[codes[first]!]!;
  const data = { field, count, of: teachers.count, preset: "names", written: lowerCapitals(value, field) };
  issues.add("capitals", { ...place, severity: "question", value, data });
  return true;
}

/**
 * As names are written: `О’НІЛ` is `О’Ніл`, `ЛУК’ЯНЕНКО` is `Лук’яненко`, `НЕЧУЙ-ЛЕВИЦЬКА` is `Нечуй-Левицька`. A degree has
 * small letters.
 */
export function lowerCapitals(text: string, field: TextFieldName): string {
  if (!isCapitals(text)) return text;
  const lower = text.toLowerCase();
  if (field === "degree") return lower;
  return lower.replace(/(?<![\p{L}\p{M}'’ʼ])\p{L}|(?<=(?<![\p{L}\p{M}'’ʼ])[од]['’ʼ])\p{L}/gu, (letter) =>
    letter.toUpperCase(),
  );
}

/** The texts of columns in capitals as names are written, by the text of the file. */
export function rewriteCapitals({ rows: { columns } }: FileTeachers): Repairs {
  return new Map(
    textFieldNames.map((field) => {
      const pairs = columns[field].values.map((text) => [text, lowerCapitals(text, field)] as const);
      return [field, new Map(pairs.filter(([text, written]) => written !== text))];
    }),
  );
}
