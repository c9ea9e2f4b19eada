/** Turns the rows of a table into teachers, and sets aside the rows that are not teachers. */
import { invisible, normalizeText } from "../domain/names/names.ts";
import { nameFieldNames, parseId, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { ReadAnswers } from "./answers.ts";
import { isBlank, isHeading, isPlaceholder, isSignature, isSum, isUnit, removeInvisible } from "./checks/not-a-name.ts";
import type { Header } from "./header.ts";
import { fieldsIn } from "./header-rows.ts";
import { findHeadingField } from "./headings.ts";
import { type Issues, linesMax } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";
import { rowKey } from "./posts.ts";
import { cellMax, type FileFormat, isFilled, type Row } from "./table.ts";
import type { RowFacts } from "./teachers.ts";

/** The kinds that certainly are no teachers; the others are only probable, unless all teachers have ids. */
const certain: ReadonlySet<RowKind> = new Set(["numbers", "header", "sum"]);
/** The rows below a signature that may still be teachers. */
const heldMax = 50;

export function* readTeachers(
  rows: Iterable<Row>,
  header: Header,
  answers: ReadAnswers,
  format: FileFormat,
  issues: Issues,
): Generator<RowFacts> {
  const { sheet } = header;
  const kinds = createRowKinds(header);
  const isDoubtful = (row: Row): boolean => !kinds.hasId(row) && !kinds.isLikePerson(row);

  function skip({ line, cells }: Row, kind: RowKind): void {
    const texts = cells.map((text) => text.slice(0, cellMax).trim()).filter(Boolean);
    const value = texts.join(" ").replace(/\s+/gu, " ").slice(0, cellMax);
    issues.add(certain.has(kind) || header.at.id !== -1 ? "skipped" : "notAPerson", { sheet, line, value, data: {} });
  }

  function* findTeacherRows(): Generator<Row> {
    /** Rows below sums or a signature that may still belong to the footer; null above it. */
    let held: Row[] | null = null;
    let other: Row | null = null;
    for (const row of rows) {
      if (!isFilled(row) || answers.leftOut?.has(rowKey({ sheet, line: row.line }))) continue;
      const kind = kinds.kindOf(row);
      if (kind === "otherHeader") {
        other ??= row;
        continue;
      }
      if (other !== null && kind !== "sum" && kind !== "signature") {
        // Everybody below would be read from the wrong columns.
        issues.add("otherHeader", { sheet, line: other.line, related: { sheet, line: header.rows[0]!.line } });
        return;
      }
      if (kind === "sum" || kind === "signature") held ??= [];
      if (kind !== "teacher") skip(row, kind);
      else if (held !== null && held.length < heldMax && isDoubtful(row)) held.push(row);
      else {
        yield* held ?? [];
        held = null;
        yield row;
      }
    }
    if (other !== null) skip(other, "header");
    for (const row of held ?? []) skip(row, "signature");
  }

  const reader = createRowReader(header, format, issues);
  for (const row of findTeacherRows()) {
    const teacher = reader.read(row);
    if (teacher !== null) yield teacher;
  }
  reader.finish(answers.givesIds === true);
}

function createRowReader({ rows, at, sheet }: Header, format: FileFormat, issues: Issues) {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const textColumns = [at.name, ...textFieldNames.map((field) => at[field])];
  const withoutId: number[] = [];

  function read(row: Row): RowFacts | null {
    const { line } = row;
    // No pattern may see a longer text.
    const long = textColumns.find((index) => cellOf(row, index).length > cellMax);
    if (long !== undefined) issues.add("tooLong", { sheet, line, column: long, value: clippedCell(row, long) });
    if (long !== undefined || !hasAllCells(row)) return null;
    // Reading such a cell as empty would lose a text without a word.
    const lost = [...(row.uncalculated ?? [])].find((column) => Object.values(at).includes(column));
    if (lost !== undefined) issues.add("formula", { sheet, line, column: lost });
    const id = readId(row);
    const texts = { last_name: "", first_name: "", middle_name: "", degree: "" };
    for (const field of textFieldNames) texts[field] = normalizeText(cellOf(row, at[field]));
    // A last name may sound like such a word.
    for (const field of ["first_name", "middle_name", "degree"] as const) if (isBlank(texts[field])) texts[field] = "";
    if (at.name !== -1) splitName(row, texts);
    else if (texts.middle_name === "") splitGivenNames(texts);
    if (nameFieldNames.every((field) => texts[field] === "")) {
      issues.add("noName", { sheet, line, value: texts.degree });
      return null;
    }
    return { id, texts, line, isHidden: row.isHidden, share: parseShare(cellOf(row, at.share)) };
  }

  /** In CSV a cell may have been lost. Blank cells beyond the header are nothing. Excel drops blank cells at the end. */
  function hasAllCells({ line, cells }: Row): boolean {
    const filled = cells.findLastIndex((text) => text.trim() !== "") + 1;
    if (format !== "csv" || filled <= width) return true;
    issues.add("columnCount", { sheet, line, data: { found: cells.length, wanted: width } });
    return false;
  }

  function readId(row: Row): number | null {
    const text = idText(row, at.id);
    const id = parseId(text);
    if (id !== null) return id;
    const place = { sheet, line: row.line, column: at.id === -1 ? null : at.id, value: text };
    const digits = /^(?:№|\p{L}{1,6})[\s./-]?(\d{1,15})$|^(\d{1,15})[\s./-]?\p{L}{1,6}$/u.exec(text);
    const inside = parseId(digits?.[1] ?? digits?.[2] ?? "");
    if (inside !== null) issues.add("repaired", { ...place, data: { text: String(inside) } });
    else if (text !== "") issues.add("badId", place);
    else withoutId.push(row.line);
    return inside;
  }

  function splitName(row: Row, texts: Record<TextFieldName, string>): void {
    const cell = cellOf(row, at.name);
    const value = (removeInvisible(cell) ?? cell).replace(/\s[\p{Pd}\u2212]$/u, "");
    const place = { sheet, line: row.line, column: at.name };
    const split = splitWholeName(value);
    // Beside `Прізвище та ім'я`, the patronymic may have a column of its own.
    for (const field of nameFieldNames) texts[field] = normalizeText(split[field]) || texts[field];
    const [first = "", ...rest] = split.degree.split(/,(?!\d)\s*/);
    const lost = texts.degree === "" ? rest.join(", ") : split.degree === texts.degree ? "" : split.degree;
    if (texts.degree === "") texts.degree = normalizeText(first);
    if (lost !== "") issues.add("lostDegree", { ...place, value: lost, data: { degree: texts.degree } });
    // A row without a name is an error by itself.
    if (split.isDoubtful && !isPlaceholder(value) && nameFieldNames.some((field) => split[field] !== ""))
      if (split.isSeveral) issues.add("notAPerson", { ...place, value, data: { kind: "severalPeople" } });
      else issues.add("nameSplit", { ...place, value, data: { ...texts } });
  }

  /** `Тарас Григорович` and `Т.Г.` in the column of given names. */
  function splitGivenNames(texts: Record<TextFieldName, string>): void {
    if (!/[\s.]\p{L}/u.test(texts.first_name)) return;
    const { first_name, middle_name, degree, isDoubtful } = splitWholeName(`Прізвище ${texts.first_name}`);
    if (!isDoubtful && middle_name !== "" && degree === "") Object.assign(texts, { first_name, middle_name });
  }

  return {
    read,
    /** Must be called after the last row. */
    finish(givesIds: boolean): void {
      if (withoutId.length === 0 || givesIds) return;
      const data = { count: withoutId.length, lines: withoutId.slice(0, linesMax) };
      issues.add("missingIds", { sheet, column: at.id === -1 ? null : at.id, data });
    },
  };
}

/** `0,5`, `0.25 ст.`, `50%`; 0 for another text. */
function parseShare(text: string): number {
  const number = Number.parseFloat(text.replace(",", "."));
  if (Number.isNaN(number)) return 0;
  return text.includes("%") ? number / 100 : number;
}

type RowKind = "numbers" | "header" | "otherHeader" | "sum" | "signature" | "unit" | "vacancy" | "teacher";

const cellOf = (row: Row, index: number): string => (index === -1 ? "" : (row.cells[index] ?? "").trim());
const clippedCell = (row: Row, index: number): string => cellOf(row, index).slice(0, cellMax);
/** An id without the spaces between its thousands, and without decimals. */
const idText = (row: Row, index: number): string =>
  clippedCell(row, index)
    .replace(invisible, "")
    .replace(/(?<=^\d{1,3}(?:\s\d{3})*)\s(?=\d{3}(?:\s\d{3})*$)|(?<=^\d+)[.,]0{1,2}$/g, "");

function createRowKinds({ at, columns, rows: headerRows }: Header) {
  const nameColumns = at.name === -1 ? nameFieldNames.map((field) => at[field]) : [at.name];

  function namesOf(row: Row): readonly string[] {
    if (at.name === -1) return nameColumns.map((index) => clippedCell(row, index));
    const split = splitWholeName(clippedCell(row, at.name));
    return nameFieldNames.map((field) => split[field]);
  }

  /** The numbers of columns, `1 2 3 4`. */
  function isNumbers({ cells }: Row): boolean {
    const filled = cells.filter((text) => text !== "").length;
    return filled > 1 && cells.every((text, i) => text === "" || text.trim() === String(i + 1));
  }

  const hasId = (row: Row): boolean => parseId(idText(row, at.id)) !== null;
  const isHeaderCell = (text: string, i: number): boolean =>
    text === columns[i]?.heading || headerRows.some(({ cells }) => cells[i]?.trim() === text);

  /** A column may be left out although its heading names a field. */
  function isInPlace(text: string, i: number): boolean {
    const { field, heading = "" } = columns[i] ?? {};
    if (isHeaderCell(text, i)) return true;
    if (text !== "" && columns.some((other) => other.heading === text)) return false;
    return [undefined, field, findHeadingField(heading)].includes(findHeadingField(text));
  }

  /** A row with an id is a teacher. */
  function kindOf(row: Row): RowKind {
    if (isNumbers(row)) return "numbers";
    if (hasId(row)) return "teacher";
    const texts = row.cells.map((_, i) => clippedCell(row, i));
    const filled = texts.filter((text) => text !== "");
    if (filled.length > 1 && texts.every((text, i) => text === "" || isHeaderCell(text, i))) return "header";
    const [before = ""] = filled;
    const name = nameColumns.map((index) => clippedCell(row, index)).find((text) => text !== "");
    const degree = clippedCell(row, at.degree);
    if ([name, degree].some((text = "") => findHeadingField(text)) && fieldsIn(row).size > 1)
      return texts.every(isInPlace) ? "header" : "otherHeader";
    const isSigned = isSignature(before) && (degree === "" || texts.indexOf(before) === at.id);
    if (name === undefined) return kindOfNameless(filled, degree, isSigned, texts[at.id]);
    if (isSum(before) || isSum(name)) return "sum";
    const names = namesOf(row);
    // A title such as `ФІЗМАТ` or `ННІ права`: a last name has a given name or a position beside it.
    if (filled.length === 1 && !/^\p{Lu}/u.test(names[1]!) && Math.max(at.degree, at.first_name) !== -1) return "unit";
    return kindOfNames(names, isSigned);
  }

  function kindOfNameless(texts: readonly string[], degree: string, isSigned: boolean, id = ""): RowKind {
    if (texts.some(isSum)) return "sum";
    if (isSigned) return "signature";
    // A single text that is in no field: `ФІОТ`.
    const isGroup = (texts.length === 1 && id === "") || texts.some(isUnit) || isHeading(texts[0] ?? "");
    return isGroup && (degree === "" || isUnit(degree)) ? "unit" : "teacher";
  }

  function kindOfNames(names: readonly string[], isSigned: boolean): RowKind {
    if (names.some(isHeading)) return "unit";
    if (isPlaceholder(names.join(" ").trim()) || names.every((part) => part === "" || isPlaceholder(part)))
      return "vacancy";
    const isPerson = isMiddleName(names[2]!) && (at.degree === -1 || !names[0]!.includes(" "));
    if (isSignature(names.join(" ").trim())) return isPerson ? "teacher" : "signature";
    // A signer's position in the column of ids, or before an empty degree.
    return isSigned ? "signature" : "teacher";
  }

  /** Whether the names of a row below a signature look like those of a person. */
  function isLikePerson(row: Row): boolean {
    const [last = "", first = ""] = namesOf(row);
    return /^\p{Lu}[\p{L}\p{M}\s.'\u2019\u02bc`-]+$/u.test(last) && /^(?:\p{Lu}|$)/u.test(first);
  }

  return { kindOf, isLikePerson, hasId };
}
