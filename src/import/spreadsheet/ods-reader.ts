/** Reads OpenDocument spreadsheets (ODS; OpenDocument 1.3, part 3). */

import { WorkbookError } from "../fault.ts";
import { type Archive, copyText, readXml, sheetBytesMax } from "./archive.ts";
import {
  checkCellLength,
  checkSheets,
  createRowGatherer,
  type RowGatherer,
  renderNumber,
  type SheetStart,
  sheetColumnsMax,
  takeStart,
  type Workbook,
} from "./sheet-rows.ts";

const mediaType = "application/vnd.oasis.opendocument.spreadsheet";

/** The workbook in an archive; null if the archive has none. */
export async function findOdsWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!archive.has("mimetype") || !(await hasMediaType(archive))) return null;
  if (await isEncrypted(archive)) throw new WorkbookError({ code: "password" });
  return {
    format: "ods",
    async readStarts(rowCount, isHeader) {
      const starts: SheetStart[] = [];
      await readTables(archive, (name) => {
        const start = { name, isHidden: false, isFilled: false, hasHeader: false };
        starts.push(start);
        checkSheets(starts);
        return createRowGatherer(takeStart(start, rowCount, isHeader));
      });
      return starts;
    },
    readSheet: (index, takeCells) =>
      readTables(archive, (_, i) => (i === index ? createRowGatherer(takeCells) : null), index),
  };
}

async function hasMediaType(archive: Archive): Promise<boolean> {
  for await (const start of archive.readPart("mimetype")) {
    return start.toString("latin1").startsWith(mediaType);
  }
  return false;
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (archive.has("encrypted-package")) return true;
  let isFound = false;
  if (!archive.has("META-INF/manifest.xml")) return false;
  await readXml(archive.readPart("META-INF/manifest.xml"), {
    open(name) {
      isFound ||= name === "encryption-data";
    },
    isDone: () => isFound,
  });
  return isFound;
}

/** Reads the tables for which `gathererOf` returns a gatherer, up to the index `last`. */
async function readTables(
  archive: Archive,
  gathererOf: (name: string, index: number) => RowGatherer | null,
  last = Number.POSITIVE_INFINITY,
): Promise<void> {
  let index = -1;
  /** The nesting of tables, which can be inside cells. */
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
        // Rows that a filter hides have "filter", and rows that a user hides "collapse".
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

type Attributes = Readonly<Record<string, string>>;

/** The largest number of spaces that a `text:s` element may represent. */
const spacesMax = 1000;

/** Errors contain the row number that `row` returns. Throws {@link WorkbookError} for a text that is too long. */
function createOdsCell(row: () => number) {
  /** The stored value, which does not depend on the format of the cell; undefined for texts. */
  let value: string | undefined;
  let text = "";
  let paragraphs = 0;
  let isInParagraph = false;
  /** Whether a paragraph belongs to a comment and not to the cell. */
  let isInComment = false;

  function append(piece: string): void {
    checkCellLength(text.length + piece.length, row);
    text += piece;
  }

  return {
    start(attributes: Attributes): void {
      value = findValue(attributes);
      [text, paragraphs, isInParagraph, isInComment] = ["", 0, false, false];
    },
    open(name: string, attributes: () => Attributes): void {
      if (name === "annotation") isInComment = true;
      if (isInComment) return;
      if (name === "p") {
        if (paragraphs++ > 0) append("\n");
        isInParagraph = true;
      } else if (name === "s")
        append(" ".repeat(Math.min(spacesMax, Math.max(1, Number(attributes()["text:c"]) || 1))));
      else if (name === "tab") append("\t");
      else if (name === "line-break") append("\n");
    },
    add(piece: string): void {
      if (isInParagraph && !isInComment) append(piece);
    },
    close(name: string): void {
      if (name === "annotation") isInComment = false;
      else if (name === "p") isInParagraph = false;
    },
    end: (): string => value ?? text,
  };
}

/** The value of a number or a date; undefined if the text of the cell is the value. */
function findValue(attributes: Attributes): string | undefined {
  if (attributes["calcext:value-type"] === "error") return undefined;
  switch (attributes["office:value-type"]) {
    case "date":
      return attributes["office:date-value"];
    case "float":
    case "currency":
      return renderNumber(attributes["office:value"] ?? "", false);
    default:
      return undefined;
  }
}
