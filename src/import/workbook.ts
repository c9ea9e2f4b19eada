/** A spreadsheet file: its sheets, and the rows of each as texts. */
import { findArchiveKind } from "./file-kind.ts";
import { findOdsWorkbook } from "./ods-reader.ts";
import type { Workbook } from "./sheet-rows.ts";
import { WorkbookError } from "./workbook-error.ts";
import { findXlsxWorkbook } from "./xlsx-reader.ts";
import { openArchive } from "./zip-archive.ts";

/** Throws {@link WorkbookError} where the bytes are no spreadsheet, or a damaged one. */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const archive = await openArchive(bytes);
  const workbook = (await findXlsxWorkbook(archive)) ?? (await findOdsWorkbook(archive));
  if (workbook === null) throw new WorkbookError({ code: "foreign", kind: findArchiveKind(archive.names) });
  return workbook;
}
