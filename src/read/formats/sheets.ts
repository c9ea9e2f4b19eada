/** Reads spreadsheets: XLSX with hucre, ODS with our own reader. */
import { readXlsx } from "hucre/xlsx";
import { ReadError, refuseKind } from "../issue.ts";
import type { OpenedFile, Row, Table } from "../table.ts";
import type { ForeignKind } from "./foreign.ts";
import { cellsMax, readOds, unpackPart, type ZipPart } from "./ods.ts";

/** The texts of a package when unpacked: about 90,000 rows of XLSX, or 50,000 of ODS. */
const unpackedMax = 64 * 1024 * 1024;
/** A message of a library may quote a whole file. */
const detailMax = 120;

/** hucre makes the blank cells before the last one of each row, so a small file could take all memory. */
const area = "A1:DX1048576";
const rowsMax = 250_000;

type Sheet = Awaited<ReturnType<typeof readXlsx>>["sheets"][number];

export async function readSpreadsheet(bytes: Buffer): Promise<OpenedFile> {
  const parts = listParts(bytes);
  const content = findContent(parts);
  try {
    if (content === null) refuseUtf16(bytes, parts);
    const tables = content === null ? await readWithHucre(bytes) : readOds(bytes, content);
    if (tables.length === 0)
      throw content === null ? new ReadError("damaged", { data: { detail: "no sheets" } }) : refuseKind("document");
    return { format: content === null ? "xlsx" : "ods", encoding: "", separator: "", tables };
  } catch (error) {
    if (error instanceof ReadError) throw error;
    const { message } = error as Error;
    throw new ReadError(/exceeds|limit|larger than/i.test(message) ? "tooLarge" : "damaged", {
      data: { detail: message.slice(0, detailMax) },
    });
  }
}

/** hucre reads only UTF-8, and would call other parts damaged. */
function refuseUtf16(bytes: Buffer, parts: ReadonlyMap<string, ZipPart>): void {
  const sheet = parts.entries().find(([name]) => /^xl\/worksheets\/.*\.xml$/.test(name));
  const start = sheet === undefined ? "" : unpackPart(bytes, sheet[1]).toString("latin1", 0, 2);
  if (start === "\xff\xfe" || start === "\xfe\xff") throw refuseKind("utf16");
}

async function readWithHucre(bytes: Buffer): Promise<Table[]> {
  const left = new Set<string>();
  for (;;) {
    try {
      const { sheets } = await readXlsx(bytes, {
        sheets: ({ name }) => !left.has(name),
        range: area,
        maxRows: rowsMax + 1,
      });
      return sheets.map((sheet) => ({
        sheet: sheet.name,
        isHidden: Boolean(sheet.hidden || sheet.veryHidden),
        rows: listRows(sheet),
      }));
    } catch (error) {
      // A sheet that is only a chart has no cells, and hucre refuses the whole file.
      const [, name] = /missing worksheet file for sheet "(.*)"$/.exec((error as Error).message) ?? [];
      if (name === undefined || left.has(name)) throw error;
      left.add(name);
    }
  }
}

function* listRows({ name, rows, rowDefs, cells }: Sheet): Generator<Row> {
  const uncalculated = new Map<number, Set<number>>();
  for (const [place, { formula, value }] of cells ?? []) {
    if (formula === undefined || (value !== null && value !== undefined && value !== "")) continue;
    const [row, column] = place.split(",").map(Number) as [number, number];
    uncalculated.set(row, (uncalculated.get(row) ?? new Set()).add(column));
  }
  if (rows.length > rowsMax || rows.length * (rows[0]?.length ?? 0) > cellsMax)
    throw new ReadError("tooLarge", { sheet: name });
  for (const [i, values] of rows.entries()) {
    const texts = values.map(showValue);
    if (texts.some((text) => text !== ""))
      yield {
        line: i + 1,
        isHidden: rowDefs?.get(i)?.hidden === true,
        cells: texts,
        uncalculated: uncalculated.get(i),
      };
  }
}

function showValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // No pattern, because the text may be long.
  const text = String(value);
  const trimmed = text.split("\n").map((line) => line.trim());
  return trimmed.length === 1 ? text : trimmed.filter((line) => line !== "").join(" ");
}

/** The content of an ODS; null for an XLSX. Throws {@link ReadError} for other packages and large ones. */
function findContent(parts: ReadonlyMap<string, ZipPart>): ZipPart | null {
  // A sheet may have any name. Pictures hardly become smaller when packed.
  const isText = ([name, { size, packed }]: [string, ZipPart]): boolean =>
    /\.(?:xml|bin|rels)$/i.test(name) || size > 4 * packed;
  const unpacked = parts.entries().reduce((sum, part) => (isText(part) ? sum + part[1].size : sum), 0);
  if (unpacked > unpackedMax) throw new ReadError("tooLarge", {});
  // hucre has another limit for a part whose size is not stated. A part without content is packed in two bytes.
  if (parts.values().some(({ size, packed }) => size === 0 && packed > 2))
    throw new ReadError("damaged", { data: { detail: "a part has no size" } });
  if (parts.keys().some((name) => /(?:^|[\\/])workbook\.xml$/.test(name))) return null;
  const content = parts.get("content.xml");
  if (content !== undefined) return content;
  throw parts.has("encrypted-package") ? new ReadError("password", {}) : refuseKind(kindOfPackage(parts));
}

function kindOfPackage(parts: ReadonlyMap<string, ZipPart>): ForeignKind {
  const has = (pattern: RegExp): boolean => parts.keys().some((name) => pattern.test(name));
  if (parts.has("xl/workbook.bin")) return "xlsb";
  if (parts.has("word/document.xml")) return "document";
  if (has(/^Index\/.*\.iwa$|^index\.apxl$/)) return "numbers";
  return has(/\.(?:xlsx|ods|csv)$/i) ? "packed" : "archive";
}

/** Old Excel files, Word files and encrypted packages are all OLE containers. */
function refuseContainer(bytes: Buffer): ReadError<"password" | "foreign"> {
  const has = (name: string): boolean => bytes.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) return new ReadError("password", {});
  if (has("WordDocument")) return refuseKind("document");
  return refuseKind(has("Workbook") || has("Book") ? "xls" : "other");
}

function listParts(bytes: Buffer): Map<string, ZipPart> {
  if (bytes.toString("latin1", 0, 2) !== "PK") throw refuseContainer(bytes);
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end === -1 || end + 22 > bytes.length) throw new ReadError("damaged", { data: { detail: "no zip directory" } });
  const parts = new Map<string, ZipPart>();
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count && at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50; i++) {
    const nameLength = bytes.readUInt16LE(at + 28);
    // A zip64 size is stated as 0xffffffff, which is too large anyway.
    const part = {
      offset: bytes.readUInt32LE(at + 42),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      isStored: bytes.readUInt16LE(at + 10) === 0,
    };
    parts.set(bytes.toString("utf8", at + 46, at + 46 + nameLength), part);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
