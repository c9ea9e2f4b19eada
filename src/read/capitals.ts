/** A column that is mostly in capitals is one question, and is rewritten unless a person declines. */
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Issues } from "./issue.ts";
import { cellPlaceOf, type FileTeachers, type Repairs } from "./teachers.ts";

/** A list this short is judged text by text. */
const columnMin = 10;

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** How many texts of a column are in capitals, and the first row of one; null if these are few. */
export function findCapitals(teachers: FileTeachers, field: TextFieldName) {
  const { values, codes } = teachers.rows.columns[field];
  const flags = values.map(isCapitals);
  // No entries(), which would make an array for each teacher.
  const count = codes.reduce((sum, code) => (flags[code] ? sum + 1 : sum), 0);
  const first = codes.findIndex((code) => flags[code]!);
  return count < columnMin || count * 2 <= teachers.count ? null : { count, first };
}

/**
 * As names are written: `О’НІЛ` is `О’Ніл`, `ЛУК’ЯНЕНКО` is `Лук’яненко`, `НЕЧУЙ-ЛЕВИЦЬКА` is `Нечуй-Левицька`. A degree has
 * small letters.
 */
function lowerCapitals(text: string, field: TextFieldName): string {
  if (!isCapitals(text)) return text;
  const lower = text.toLowerCase();
  if (field === "degree") return lower;
  return lower.replace(/(?<![\p{L}\p{M}'’ʼ])\p{L}|(?<=(?<![\p{L}\p{M}'’ʼ])[од]['’ʼ])\p{L}/gu, (letter) =>
    letter.toUpperCase(),
  );
}

/**
 * The texts of columns in capitals as names are written, by the text of the file. That is the preset of a question, one for
 * each column, unless a person has decided.
 */
export function rewriteCapitals(teachers: FileTeachers, decided: boolean | undefined, issues: Issues): Repairs {
  const repairs: Repairs = new Map();
  if (decided === false) return repairs;
  for (const field of textFieldNames) {
    const found = findCapitals(teachers, field);
    if (found === null && decided === undefined) continue;
    const { values, codes } = teachers.rows.columns[field];
    const pairs = values.map((text) => [text, lowerCapitals(text, field)] as const);
    repairs.set(field, new Map(pairs.filter(([text, written]) => written !== text)));
    if (found === null || decided !== undefined) continue;
    const value = values[codes[found.first]!]!;
    const data = { field, count: found.count, of: teachers.count, written: lowerCapitals(value, field) };
    issues.add("capitals", { ...cellPlaceOf(teachers, found.first, field), severity: "question", value, data });
  }
  return repairs;
}
