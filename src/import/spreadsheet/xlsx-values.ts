/** The values of Excel cells as texts. */
import { spreadsheetIdMax } from "../checks/id-fault.ts";
import { sheetColumnsMax } from "./sheet-rows.ts";

/** The index of the column of a reference, from 0: `B7` has 1. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > sheetColumnsMax) return sheetColumnsMax;
  }
  return column - 1;
}

/** A number as its digits, a date as `2026-09-01`. Integers that Excel has rounded keep the form that shows it. */
export function renderNumber(value: string, isDate: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (isDate && number >= 1 && number < 2_958_466) return renderDate(number);
  if (!Number.isInteger(number)) return value;
  return Math.abs(number) <= spreadsheetIdMax ? String(number) : number.toExponential();
}

/** Excel counts days from 1899-12-30, as if 1900 had a 29 February. */
function renderDate(days: number): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * 86_400_000).toISOString().slice(0, 10);
}
