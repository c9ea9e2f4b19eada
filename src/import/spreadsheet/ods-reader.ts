/** Reads OpenDocument spreadsheets (ODS; OpenDocument 1.3, part 3). */
import { sharedTextBytesMax, sheetBytesMax } from "../limits.ts";
import { createOdsCell } from "./ods-cell.ts";
import {
  checkSheets,
  createRowGatherer,
  createSheetStart,
  type RowGatherer,
  type SheetStart,
  sheetColumnsMax,
  type Workbook,
} from "./sheet-rows.ts";
import { WorkbookError } from "./workbook-error.ts";
import { copyText, readXml } from "./xml-events.ts";
import type { Archive } from "./zip-archive.ts";

const mediaType = "application/vnd.oasis.opendocument.spreadsheet";

/** The workbook in an archive; null where the archive has none. */
export async function findOdsWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!archive.has("mimetype") || !(await hasMediaType(archive))) return null;
  if (await isEncrypted(archive)) throw new WorkbookError({ code: "password" });
  return {
    format: "ods",
    async readStarts(rowCount, isHeader) {
      const starts: SheetStart[] = [];
      await readTables(archive, (name) => {
        const start = createSheetStart({ name, isHidden: false }, rowCount, isHeader);
        starts.push(start);
        checkSheets(starts);
        return createRowGatherer(start.take);
      });
      return starts;
    },
    readSheet: (index, takeCells) =>
      readTables(archive, (_, i) => (i === index ? createRowGatherer(takeCells) : null), index),
  };
}

async function hasMediaType(archive: Archive): Promise<boolean> {
  for await (const start of archive.readPart("mimetype", sharedTextBytesMax)) {
    return start.toString("latin1").startsWith(mediaType);
  }
  return false;
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (archive.has("encrypted-package")) return true;
  let isFound = false;
  if (!archive.has("META-INF/manifest.xml")) return false;
  await readXml(archive.readPart("META-INF/manifest.xml", sharedTextBytesMax), {
    open(name) {
      isFound ||= name === "encryption-data";
    },
    isDone: () => isFound,
  });
  return isFound;
}

/** Reads the tables for which there is a gatherer, up to the one with the index `last`. */
async function readTables(
  archive: Archive,
  gathererOf: (name: string, index: number) => RowGatherer | null,
  last = Number.POSITIVE_INFINITY,
): Promise<void> {
  let index = -1;
  /** Tables can be inside cells. */
  let depth = 0;
  let gatherer: RowGatherer | null = null;
  let [row, rowRepeats, column, columnRepeats] = [1, 1, 0, 1];
  const cell = createOdsCell(() => row);

  function endCell(): void {
    const text = copyText(cell.end());
    const end = column + columnRepeats;
    if (text !== "" && end > sheetColumnsMax) throw new WorkbookError({ code: "cellsFarRight" });
    for (; column < end && text !== ""; column++) gatherer!.put(column, text);
    column = end;
  }

  await readXml(archive.readPart("content.xml", sheetBytesMax), {
    open(name, attributes) {
      if (name === "table") {
        if (++depth > 1) return;
        gatherer = gathererOf(attributes()["table:name"] ?? "", ++index);
        row = 1;
      } else if (depth !== 1 || gatherer === null) return;
      else if (name === "table-row") {
        const found = attributes();
        rowRepeats = parseRepeats(found["table:number-rows-repeated"]);
        // Filters write "filter", and users who hide rows "collapse".
        gatherer.startRow(row, (found["table:visibility"] ?? "visible") !== "visible");
        column = 0;
      } else if (name === "table-cell" || name === "covered-table-cell") {
        const found = attributes();
        columnRepeats = parseRepeats(found["table:number-columns-repeated"]);
        cell.start(found);
      } else cell.open(name, attributes);
    },
    text: cell.add,
    close(name) {
      if (name === "table") depth--;
      else if (depth !== 1 || gatherer === null) return;
      else if (name === "table-row") {
        if (!gatherer.endRow(rowRepeats)) gatherer = null;
        row += rowRepeats;
      } else if (name === "table-cell" || name === "covered-table-cell") endCell();
      else cell.close(name);
    },
    isDone: () => index >= last && gatherer === null,
  });
}

function parseRepeats(text: string | undefined): number {
  const repeats = Number(text ?? 1);
  return Number.isInteger(repeats) && repeats > 0 ? repeats : 1;
}
