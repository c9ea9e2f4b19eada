/** What a row of a table is: a teacher, or a subtotal, a department, a signature, a repeated header, a vacancy. */
import { nameFieldNames, parseId } from "../domain/teacher.ts";
import type { Header } from "./header.ts";
import { cellMax, type Row } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";
import { isHeading, isPlaceholder, isSignature, isSum, isUnit } from "./not-a-name.ts";

export type RowKind = "numbers" | "header" | "sum" | "signature" | "unit" | "vacancy" | "teacher";

export const cellOf = (row: Row, index: number): string => (index === -1 ? "" : (row.cells[index] ?? "").trim());

export function createRowKinds({ at, columns, rows: headerRows }: Header) {
  const headings = columns.map(({ heading }) => heading);
  const nameColumns = at.name === -1 ? nameFieldNames.map((field) => at[field]) : [at.name];

  function namesOf(row: Row): readonly string[] {
    if (at.name === -1) return nameColumns.map((index) => cellOf(row, index).slice(0, cellMax));
    const split = splitWholeName(cellOf(row, at.name).slice(0, cellMax));
    return nameFieldNames.map((field) => split[field]);
  }

  /** The numbers of columns, `1 2 3 4`, below a header. */
  function isNumbers({ cells }: Row): boolean {
    return cells.length > 2 && cells.every((text, i) => text === "" || text.trim() === String(i + 1));
  }

  const hasId = (row: Row): boolean => parseId(cellOf(row, at.id)) !== null;
  const isHeaderCell = (text: string, i: number): boolean =>
    text === headings[i] || headerRows.some(({ cells }) => cells[i]?.trim() === text);

  /** A row with an id is a teacher. */
  function kindOf(row: Row): RowKind {
    if (hasId(row)) return "teacher";
    const filled = row.cells
      .map((text, i) => [text.trim().slice(0, cellMax), i] as const)
      .filter(([text]) => text !== "");
    if (filled.length > 1 && filled.every(([text, i]) => isHeaderCell(text, i))) return "header";
    const [before = "", first = -1] = filled[0] ?? [];
    const name = nameColumns.map((index) => cellOf(row, index).slice(0, cellMax)).find((text) => text !== "");
    const degree = cellOf(row, at.degree).slice(0, cellMax);
    const isSigned = isSignature(before) && (degree === "" || first === at.id);
    if (name === undefined)
      return kindOfNameless(
        filled.map(([text]) => text),
        degree,
        isSigned,
      );
    if (isSum(before) || isSum(name)) return "sum";
    return kindOfNames(namesOf(row), isSigned);
  }

  function kindOfNameless(texts: readonly string[], degree: string, isSigned: boolean): RowKind {
    if (texts.some(isSum)) return "sum";
    if (isSigned) return "signature";
    const isGroup = texts.some(isUnit) || isHeading(texts[0] ?? "");
    return isGroup && (degree === "" || isUnit(degree)) ? "unit" : "teacher";
  }

  function kindOfNames(names: readonly string[], isSigned: boolean): RowKind {
    if (names.some(isHeading)) return "unit";
    if (names.every((part) => part === "" || isPlaceholder(part))) return "vacancy";
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

  return { kindOf, isNumbers, isLikePerson, hasId };
}
