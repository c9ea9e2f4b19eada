/** Reads OpenDocument spreadsheets (ODS; OpenDocument 1.3, part 3). */
import { sharedTextBytesMax, sheetBytesMax } from "./limits.ts";
import { createOdsCell } from "./ods-cell.ts";
import { createRowGatherer, type RowGatherer, type SheetStart, sheetColumnsMax, type Workbook } from "./sheet-rows.ts";
import { WorkbookError } from "./workbook-error.ts";
import { readXml } from "./xml-events.ts";
import type { Archive } from "./zip-archive.ts";

const mediaType = "application/vnd.oasis.opendocument.spreadsheet";

/** The most rows of a sheet in LibreOffice. */
const sheetRowsMax = 1_048_576;

/** The workbook in an archive; null where the archive has none. */
export async function findOdsWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!archive.has("mimetype")) return null;
  const found = await readText(archive, "mimetype");
  if (!found.startsWith(mediaType)) return null;
  const isEncrypted =
    archive.has("encrypted-package") ||
    (archive.has("META-INF/manifest.xml") && /encryption-data/.test(await readText(archive, "META-INF/manifest.xml")));
  if (isEncrypted) throw new WorkbookError({ code: "password" });
  return {
    format: "ods",
    async readStarts(rowCount) {
      const starts: { name: string; isHidden: boolean; rows: (readonly string[])[] }[] = [];
      await readTables(archive, (name) => {
        const start = { name, isHidden: false, rows: [] as (readonly string[])[] };
        starts.push(start);
        return createRowGatherer((cells) => start.rows.push(cells) < rowCount);
      });
      return starts satisfies SheetStart[];
    },
    readSheet: (index, takeCells) =>
      readTables(archive, (_, i) => (i === index ? createRowGatherer(takeCells) : null), index),
  };
}

async function readText(archive: Archive, part: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of archive.readPart(part, sharedTextBytesMax)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
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
  let [row, rowRepeats, column, columnRepeats] = [0, 1, 0, 1];
  let rowTexts: [column: number, text: string][] = [];
  const cell = createOdsCell();

  function endCell(): void {
    const text = cell.end();
    if (text !== "") {
      for (let i = 0; i < Math.min(columnRepeats, sheetColumnsMax); i++) rowTexts.push([column + i, text]);
    }
    column += columnRepeats;
  }

  function endRow(): void {
    for (let i = 0; i < (rowTexts.length === 0 ? 0 : Math.min(rowRepeats, sheetRowsMax)) && gatherer !== null; i++) {
      for (const [at, text] of rowTexts) gatherer.put(at, text);
      if (!gatherer.endRow(row + 1 + i)) gatherer = null;
    }
    row += rowRepeats;
    rowTexts = [];
  }

  await readXml(archive.readPart("content.xml", sheetBytesMax), {
    open(name, attributes) {
      if (name === "table") {
        if (++depth > 1) return;
        gatherer = gathererOf(attributes()["table:name"] ?? "", ++index);
        row = 0;
      } else if (depth !== 1 || gatherer === null) return;
      else if (name === "table-row") {
        rowRepeats = parseRepeats(attributes()["table:number-rows-repeated"]);
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
      else if (name === "table-row") endRow();
      else if (name === "table-cell" || name === "covered-table-cell") endCell();
      else cell.close(name);
    },
    isDone: () => index >= last && gatherer === null,
  });
}

function parseRepeats(text: string | undefined): number {
  const repeats = Number(text ?? 1);
  return Number.isInteger(repeats) && repeats > 0 ? repeats : 1;
}
