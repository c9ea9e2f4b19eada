/** Which sheet of a workbook has the teachers. */
import type { SheetStart } from "./sheet-rows.ts";
import { WorkbookError } from "./workbook-error.ts";

/**
 * The index of the sheet that is wanted by its name or number; otherwise of the only one with a header, or the first that is
 * not empty. Throws {@link WorkbookError} where there is no such sheet, or several have a header.
 */
export function chooseSheet(sheets: readonly SheetStart[], wanted: string | null): number {
  if (wanted !== null) return findSheet(sheets, wanted);
  const filled = [...sheets.keys()].filter((i) => !sheets[i]!.isHidden && sheets[i]!.isFilled);
  const candidates = filled.filter((i) => sheets[i]!.hasHeader);
  if (candidates.length > 1) {
    throw new WorkbookError({ code: "severalSheets", sheets: candidates.map((i) => sheets[i]!.name) });
  }
  return candidates[0] ?? filled[0] ?? 0;
}

function findSheet(sheets: readonly SheetStart[], wanted: string): number {
  const key = (name: string): string => name.trim().normalize("NFC").toLowerCase();
  const exact = sheets.findIndex(({ name }) => name === wanted);
  const found = exact === -1 ? sheets.findIndex(({ name }) => key(name) === key(wanted)) : exact;
  if (found !== -1) return found;
  if (/^\d{1,5}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= sheets.length) return Number(wanted) - 1;
  throw new WorkbookError({ code: "noSuchSheet", wanted, sheets: sheets.map(({ name }) => name) });
}
