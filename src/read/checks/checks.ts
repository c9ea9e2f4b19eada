/** Checks the texts of teachers, each distinct text once. */
import { isGivenName } from "../../domain/names/given-names.ts";
import { isOneEditApart } from "../../domain/names/typing.ts";
import { type AddedRows, type RosterColumn, textAtPosition } from "../../domain/roster.ts";
import { findStorageError, nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import type { OddKind } from "../codes.ts";
import { type Issues, linesMax } from "../issue.ts";
import { isMiddleName } from "../name-split.ts";
import { cellPlaceOf, type FileTeachers, nameOfRow, type Repairs } from "../teachers.ts";
import { codeOf, type TextKind } from "./kinds.ts";
import { findTextError, removeInvisible } from "./not-a-name.ts";
import { findWarnings, isPlainName } from "./warnings.ts";

/** Reports what is wrong with the texts. Returns the texts that were repaired without a doubt. */
export function checkTexts(teachers: FileTeachers, issues: Issues): Repairs {
  const repairs: Repairs = new Map();
  for (const field of textFieldNames) {
    const isName = field !== "degree";
    const column = teachers.rows.columns[field];
    const hasCapitals = findCapitals(teachers, field) !== null;
    const repaired = new Map<string, string>();
    const found = column.values.map((value) => {
      if (value === "" || (isName && isPlainName(value))) return undefined;
      return judge(value, isName, repaired).filter((kind) => !(hasCapitals && kind === "capitals"));
    });
    repairs.set(field, repaired);
    // No entries(), which would make an array for each teacher.
    column.codes.forEach((code, row) => {
      for (const kind of found[code] ?? []) {
        const text = column.values[code]!;
        const data = { kind: kind as OddKind, text: repaired.get(text) ?? "" };
        // Whether a row is a teacher, only the whole row shows.
        const value = codeOf(kind) === "notAPerson" ? describeRow(teachers.rows, row) : text;
        issues.add(codeOf(kind), { ...cellPlaceOf(teachers, row, field), value, data });
      }
    });
  }
  checkScripts(teachers, issues);
  checkGivenNames(teachers, issues);
  checkDegrees(teachers, issues);
  checkEmpty(teachers, issues);
  return repairs;
}

const describeRow = (rows: AddedRows, row: number): string =>
  [nameOfRow(rows, row), textAtPosition(rows, "degree", row)].filter((text) => text !== "").join(", ");

/** What is wrong or odd about a text. Puts its repaired form into `repaired` if there is one. */
function judge(value: string, isName: boolean, repaired: Map<string, string>): TextKind[] {
  const unstorable = findStorageError(value);
  if (unstorable !== undefined) return [unstorable];
  const visible = removeInvisible(value);
  if (visible === null) return ["direction"];
  if (isName && /^(?:true|false)$/i.test(visible)) return ["boolean"];
  const error = findTextError(visible, isName);
  if (error !== undefined) return [error];
  const text = isName ? visible.replace(doubleName, "-") : visible;
  if (text !== value) repaired.set(value, text);
  const warnings = findWarnings(text, isName);
  if (warnings.length === 0 && isName && otherSign.test(text)) warnings.push("sign");
  return text === value ? warnings : ["repaired", ...warnings];
}

/** Everything but letters, marks, apostrophes, hyphens, full stops, brackets and spaces. */
const otherSign = /[^\p{L}\p{M}'\u2019\u02bc.() -]/u;

/** `Нечуй – Левицька`, with anything but a hyphen. */
const doubleName = /(?<=\p{L}{2})(?:\s*[\u2010-\u2015\u2212_]\s*|\s+-\s*|\s*-\s+)(?=\p{Lu}\p{L})/gu;

/** A list this short is judged text by text. */
const columnMin = 10;

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** The rows of the texts that pass, in their order. */
function findRows({ values, codes }: RosterColumn, passes: (text: string) => boolean): number[] {
  const flags = values.map(passes);
  return flags.includes(true) ? [...codes.keys().filter((row) => flags[codes[row]!])] : [];
}

/** The rows with a text in capitals; null if these are few. */
function findCapitals(teachers: FileTeachers, field: TextFieldName): readonly number[] | null {
  const rows = findRows(teachers.rows.columns[field], isCapitals);
  return rows.length < columnMin || rows.length * 2 <= teachers.count ? null : rows;
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
    const rows = findCapitals(teachers, field);
    // A single degree in capitals may be an abbreviation.
    if (rows === null && (decided === undefined || (field === "degree" && teachers.count >= columnMin))) continue;
    const { values, codes } = teachers.rows.columns[field];
    const pairs = values.map((text) => [text, lowerCapitals(text, field)] as const);
    repairs.set(field, new Map(pairs.filter(([text, written]) => written !== text)));
    if (rows === null || decided !== undefined) continue;
    const value = values[codes[rows[0]!]!]!;
    const data = { field, count: rows.length, of: teachers.count, written: lowerCapitals(value, field) };
    issues.add("capitals", { ...cellPlaceOf(teachers, rows[0]!, field), value, data });
  }
  return repairs;
}

const latinWord = /(?<![\p{L}\p{M}])\p{Script=Latin}[\p{Script=Latin}\p{M}'’ʼ-]*(?![\p{L}\p{M}])/u;
const russian = /[ыэъё]/iu;

/** Names in Latin letters, or with Russian ones, in a list where most names are not. */
function checkScripts(teachers: FileTeachers, issues: Issues): void {
  for (const [kind, pattern] of [
    ["latin", latinWord],
    ["foreign", russian],
  ] as const) {
    const found = nameFieldNames.map((field) => findRows(teachers.rows.columns[field], (text) => pattern.test(text)));
    const rows = new Set(found.flat());
    if (rows.size * 2 >= teachers.count) continue;
    for (const row of [...rows].sort((a, b) => a - b)) {
      const value = nameOfRow(teachers.rows, row);
      issues.add("characters", { ...cellPlaceOf(teachers, row, "last_name"), value, data: { kind } });
    }
  }
}

/** A patronymic without a given name, a given name and a patronymic that were exchanged, and last names in the other column. */
function checkGivenNames(teachers: FileTeachers, issues: Issues): void {
  const { last_name: last, first_name: first, middle_name: middle } = teachers.rows.columns;
  const findGiven = ({ values }: RosterColumn): readonly boolean[] => values.map((text) => isGivenName(text));
  const [lastIsGiven, isGiven, middleIsGiven] = [findGiven(last), findGiven(first), findGiven(middle)];
  const isMiddle = first.values.map((text) => isMiddleName(text));
  const [noFirst, noMiddle] = [first.values.indexOf(""), middle.values.indexOf("")];
  const other: number[] = [];
  for (let row = 0; row < teachers.count; row++) {
    const [a, b] = [first.codes[row]!, middle.codes[row]!];
    if (lastIsGiven[last.codes[row]!] && !isGiven[a] && !isMiddle[a]) other.push(row);
    const kind = a === noFirst && b !== noMiddle ? "missing" : isMiddle[a] && middleIsGiven[b] ? "exchanged" : null;
    if (kind === null) continue;
    const value = nameOfRow(teachers.rows, row);
    issues.add("givenName", { ...cellPlaceOf(teachers, row, "first_name"), value, data: { kind } });
  }
  if (other.length < 2 || other.length * 2 <= teachers.count) return;
  const place = { ...cellPlaceOf(teachers, other[0]!, "last_name"), value: nameOfRow(teachers.rows, other[0]!) };
  issues.add("nameOrder", { ...place, data: { count: other.length, of: teachers.count } });
}

/** The most distinct degrees, and common ones, that are compared. */
const degreesMax = 2000;
const commonMax = 500;

/** A degree that begins with a last name; or that one teacher has, and that is like, or an abbreviation of, a common one. */
function checkDegrees(teachers: FileTeachers, issues: Issues): void {
  const { values, codes } = teachers.rows.columns.degree;
  if (values.length > degreesMax) return;
  const firstWordOf = (degree: string): string => /^\p{Lu}[\p{L}\p{M}'’ʼ-]+/u.exec(degree)?.[0] ?? "";
  const firstWords = new Set(values.map(firstWordOf));
  const lastNames = new Set(teachers.rows.columns.last_name.values.filter((name) => firstWords.has(name)));
  for (const row of findRows(teachers.rows.columns.degree, (degree) => lastNames.has(firstWordOf(degree)))) {
    const value = values[codes[row]!]!;
    issues.add("characters", { ...cellPlaceOf(teachers, row, "degree"), value, data: { kind: "notAPosition" } });
  }
  const counts = new Uint32Array(values.length);
  for (const code of codes) counts[code]!++;
  const common = values.filter((degree, code) => degree.length >= 4 && counts[code]! >= 5).slice(0, commonMax);
  for (const [code, degree] of values.entries()) {
    if (degree === "") continue;
    const like = common.find(
      (other) =>
        other !== degree &&
        ((counts[code] === 1 && isOneEditApart(degree, other)) ||
          (degree.endsWith(".") && isAbbreviation(degree, other))),
    );
    if (like === undefined) continue;
    const place = cellPlaceOf(teachers, codes.indexOf(code), "degree");
    issues.add("rareDegree", { ...place, value: degree, data: { like } });
  }
}

function isAbbreviation(value: string, full: string): boolean {
  const [short, words] = [value, full].map((text) => text.toLowerCase().split(/\s+/)) as [string[], string[]];
  const isWordOf = (word: string, i: number): boolean =>
    word.endsWith(".") ? words[i]!.startsWith(word.slice(0, -1)) : words[i] === word;
  return short.length === words.length && short.every(isWordOf);
}

/** Fields that some teachers lack. */
function checkEmpty(teachers: FileTeachers, issues: Issues): void {
  for (const field of ["last_name", "first_name", "degree"] as const) {
    const rows = findRows(teachers.rows.columns[field], (text) => text === "");
    if (rows.length === 0 || rows.length === teachers.count) continue;
    const { sheet, column } = cellPlaceOf(teachers, rows[0]!, field);
    const lines = rows.slice(0, linesMax).map((row) => teachers.rows.lines[row]!);
    issues.add("emptyField", { sheet, column, data: { field, count: rows.length, of: teachers.count, lines } });
  }
}
