/** Reads the sheet of a spreadsheet that has the teachers. */
import type { ImportFormat } from "./format.ts";
import { quoteText } from "./quote.ts";
import { chooseSheet } from "./sheet-choice.ts";
import { createTableReader, headerSearchRows, type TableContext } from "./table-reader.ts";
import { openWorkbook } from "./workbook.ts";
import { WorkbookError } from "./workbook-error.ts";

interface SheetContext extends TableContext {
  /** The format that the user demands. */
  readonly format?: ImportFormat | null;
  /** The name or the number of the sheet that the user demands. */
  readonly sheet?: string | null;
}

/** Adds the rows of the sheet. What can't be read is a fault. */
export async function readSheet(bytes: Buffer, context: SheetContext, isPacked: boolean): Promise<void> {
  const { faults, findings, header, format: demanded = null, sheet = null } = context;
  try {
    const workbook = await openWorkbook(bytes);
    const format = workbook.format.toUpperCase();
    if (demanded !== null && demanded !== workbook.format) {
      faults.stop({
        message: `the file is ${format} and not ${demanded}; leave --format out, and it is read as what it is`,
      });
      return;
    }
    const sheets = await workbook.readStarts(headerSearchRows);
    if (sheets.length === 0) throw new WorkbookError("the spreadsheet has no sheets");
    const index = chooseSheet(sheets, sheet, header.columnMap);
    const count = sheets.length === 1 ? "" : ` (of ${sheets.length})`;
    findings.note(
      `Read as ${format}, the sheet ${quoteText(sheets[index]!.name)}${count}${isPacked ? ", unpacked from gzip" : ""}`,
    );
    const table = createTableReader(context, { isRagged: true, mayBeExcelDownload: false });
    await workbook.readSheet(index, (cells, row) => {
      table.takeRow(cells, row);
      return !faults.stopped;
    });
    table.finish();
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    faults.stop({ message: error.message });
  }
}
