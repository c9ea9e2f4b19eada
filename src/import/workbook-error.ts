/** The error of spreadsheet files. */

/** The file can't be read; the message says why, and what to do. */
export class WorkbookError extends Error {}

/** What to do about a file of which a part is missing or not readable. */
export function createDamageError(detail: string): WorkbookError {
  return new WorkbookError(
    `the spreadsheet is damaged or cut short (${detail}); copy or download it again, or open it and save it anew`,
  );
}
