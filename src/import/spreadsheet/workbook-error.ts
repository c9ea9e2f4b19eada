/** The error of spreadsheet files. */
import type { FileMessage } from "../message.ts";

/** The file can't be read. */
export class WorkbookError extends Error {
  readonly reason: FileMessage;

  constructor(reason: FileMessage) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A part of the file is missing or not readable. `detail` is for experts, and in English. */
export function createDamageError(detail: string): WorkbookError {
  return new WorkbookError({ code: "damaged", detail });
}
