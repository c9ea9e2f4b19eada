/** Finds the rows of a table that are its header. */
import { looksLike } from "./header.ts";
import { type ColumnField, findHeadingField } from "./headings.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";
import { cellMax, hasText, isFilled, type Row } from "./table.ts";

/** The header must be among this many rows. */
export const headerRowsMax = 100;

/** The fields that a row names. A position may also be a heading. */
export const fieldsIn = (row: Row): Set<ColumnField> =>
  new Set(row.cells.flatMap((cell) => (position.test(cell) ? [] : (findHeadingField(cell) ?? []))));
const position = /^\s*(?:викладач|лектор)\s*$/u;

/**
 * The header among the first rows: that of a line, or the first row that names two fields, or else the one that names the most.
 * A blank one if that is a teacher. `end` is the index of the first row below it.
 */
export function chooseHeader(
  rows: readonly Row[],
  chosenLine: number | undefined,
): { readonly rows: readonly Row[]; readonly isNamed: boolean; readonly end: number } | null {
  if (!rows.some(isFilled)) return null;
  const chosen = rows.findIndex(({ line }) => line === chosenLine);
  if (chosen !== -1) return { rows: [rows[chosen]!], isNamed: true, end: chosen + 1 };
  const counts = rows.map((row) => fieldsIn(row).size);
  const weights = counts.some((count) => count > 0)
    ? counts
    : rows.map(({ cells }) => cells.filter((cell) => hasText(cell)).length);
  const first = counts.findIndex((count) => count > 1);
  const best = first === -1 ? weights.indexOf(Math.max(...weights)) : first;
  if (counts[best] === 0 && isLikeTeacher(rows[best]!)) {
    const end = rows.findIndex(isLikeTeacher);
    return { rows: [{ ...rows[end]!, cells: rows[best]!.cells.map(() => "") }], isNamed: false, end };
  }
  for (const upper of [best, best - 1]) {
    const [a, b] = [rows[upper], rows[upper + 1]];
    if (a === undefined || b === undefined || counts[upper] === 0 || b.line !== a.line + 1) continue;
    if (!isContinued(a, b) || (counts[upper + 1] === 0 && !isBelowOthers(a, b))) continue;
    const third = rows[upper + 2];
    const hasThird = third !== undefined && counts[upper + 2]! > 0 && isContinued(b, third);
    return { rows: hasThird ? [a, b, third] : [a, b], isNamed: true, end: upper + (hasThird ? 3 : 2) };
  }
  return { rows: [rows[best]!], isNamed: counts[best]! > 0, end: best + 1 };
}

/** Whether a cell is a given name or a patronymic, or a whole name that has one. */
function isLikeTeacher({ cells }: Row): boolean {
  const isGiven = (text: string): boolean => looksLike.first_name(text) || looksLike.middle_name(text);
  return cells.some((cell) => {
    const text = cell.trim();
    if (text === "" || !looksLike.name(text)) return isGiven(text);
    const { first_name, middle_name } = splitWholeName(text);
    return isGiven(first_name) || isMiddleName(first_name) || isGiven(middle_name);
  });
}

/** Whether each heading of the lower row is below an empty cell, or below a cell that is merged with the next one. */
const isContinued = (upper: Row, lower: Row): boolean =>
  lower.cells.every((text, i) => !hasText(text) || !hasText(upper.cells[i]) || !hasText(upper.cells[i + 1]));

/** Whether the lower row divides headings that name no field, such as `Стаж` into `років` and `місяців`. */
function isBelowOthers(upper: Row, lower: Row): boolean {
  const filled = [...lower.cells.entries()].filter(([, text]) => hasText(text));
  const divides = ([i, text]: [number, string]): boolean =>
    /\p{L}/u.test(text.slice(0, cellMax)) && findHeadingField(upper.cells[i] ?? "") === undefined;
  return filled.length > 1 && filled.every(divides);
}
