/**
 * Reads ODS with saxen. hucre 1.0.0 leaves out rows in groups, and does not say which rows and sheets are hidden.
 */
import { isUtf8 } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { Parser } from "saxen";
import { ReadError } from "../issue.ts";
import type { Row, Table } from "../table.ts";

type Attributes = Readonly<Record<string, string>>;
type Decode = (text: string) => string;

/** A sheet may have this many cells. */
export const cellsMax = 2_000_000;
const [columnsMax, textMax] = [16_384, 32_767];
const tablesMax = 1000;
/** The text is parsed in pieces, which take less memory than the whole. */
const pieceBytes = 1024 * 1024;

/** The place of a packed part in a file. */
export interface ZipPart {
  readonly offset: number;
  readonly packed: number;
  /** The size that the directory states. Both readers stop at this size, so a directory that lies changes nothing. */
  readonly size: number;
  readonly isStored: boolean;
}

export function unpackPart(bytes: Buffer, part: ZipPart): Buffer {
  const start = part.offset + 30 + bytes.readUInt16LE(part.offset + 26) + bytes.readUInt16LE(part.offset + 28);
  const packed = bytes.subarray(start, start + part.packed);
  return part.isStored ? packed : inflateRawSync(packed, { maxOutputLength: part.size + 1 });
}

/** The tables of a document, within bounds. Repeated cells and rows are written out. */
function createTables() {
  const tables: (Table & { rows: Row[] })[] = [];
  let [line, count] = [1, 0];
  let row = { cells: [] as string[], width: 0, repeats: 1, isHidden: false };
  return {
    tables,
    begin(sheet: string, isHidden: boolean): void {
      if (tables.length === tablesMax) throw new ReadError("tooLarge", {});
      tables.push({ sheet, isHidden, rows: [] });
      line = 1;
    },
    beginRow(repeats: number, isHidden: boolean): void {
      row = { cells: [], width: 0, repeats, isHidden };
    },
    addCells(text: string, repeats: number): void {
      const { cells, width: before } = row;
      row.width += repeats;
      // The blank cells after the last one of a row are never made.
      if (text === "") return;
      count += (row.width - cells.length) * row.repeats;
      if (row.width > columnsMax || count > cellsMax)
        throw new ReadError("tooLarge", { sheet: tables.at(-1)!.sheet, line });
      while (cells.length < before) cells.push("");
      while (cells.length < row.width) cells.push(text);
    },
    endRow(): void {
      const { cells, repeats, isHidden } = row;
      for (let i = 0; i < repeats && cells.length > 0; i++)
        tables.at(-1)!.rows.push({ line: line + i, isHidden, cells });
      line += repeats;
    },
  };
}

const repeatsOf = (attributes: Attributes, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1);

/** The value of a cell where its text may be formatted, such as `12,00`, or missing. */
function findValue(attributes: Attributes, decode: Decode): string {
  const type = attributes["office:value-type"];
  if (attributes["calcext:value-type"] === "error") return "";
  if (type === "date") return attributes["office:date-value"]?.slice(0, 10) ?? "";
  if (type === "float" || type === "currency") return String(Number(attributes["office:value"]));
  return decode(attributes["office:string-value"] ?? "");
}

/** Comments, and text boxes and pictures that lie on a cell. */
const isForeign = (name: string): boolean =>
  /^(?:office:annotation|draw:|table:shapes|table:tracked-changes)/.test(name);
const nameOf = (name: string): string => name.slice(name.indexOf(":") + 1).replace("covered-table-cell", "table-cell");

export function readOds(bytes: Buffer, part: ZipPart): Table[] {
  const xml = unpackPart(bytes, part);
  // The parts of a file with a password are stored, and no text.
  if (part.isStored && !isUtf8(xml)) throw new ReadError("password", {});
  const document = createTables();
  const hiddenStyles = new Set<string>();
  /** `foreign` is the nesting of what is no part of a cell's text, such as a table inside a cell. */
  let [style, foreign, isInTable] = ["", 0, false];
  let cell = { repeats: 1, value: "", text: "" };
  const add = (piece: string): void => {
    if (foreign === 0 && cell.text.length < textMax) cell.text += piece;
  };
  const addSpace = (): void => add(" ");

  const open: Readonly<Record<string, (attributes: Attributes, decode: Decode) => void>> = {
    style(attributes) {
      style = attributes["style:name"] ?? "";
    },
    "table-properties"(attributes) {
      if (attributes["table:display"] === "false") hiddenStyles.add(style);
    },
    table(attributes, decode) {
      isInTable = true;
      const isHidden = hiddenStyles.has(attributes["table:style-name"] ?? "");
      document.begin(decode(attributes["table:name"] ?? ""), isHidden);
    },
    "table-row"(attributes) {
      const isHidden = (attributes["table:visibility"] ?? "visible") !== "visible";
      document.beginRow(repeatsOf(attributes, "table:number-rows-repeated"), isHidden);
    },
    "table-cell"(attributes, decode) {
      const repeats = repeatsOf(attributes, "table:number-columns-repeated");
      cell = { repeats, value: findValue(attributes, decode), text: "" };
    },
    p: addSpace,
    tab: addSpace,
    "line-break": addSpace,
    s: (attributes) => add(" ".repeat(Math.min(100, repeatsOf(attributes, "text:c")))),
  };
  const close: Readonly<Record<string, () => void>> = {
    table() {
      isInTable = false;
    },
    "table-cell": () => document.addCells(cell.value || cell.text.replace(/\s+/g, " ").trim(), cell.repeats),
    "table-row": document.endRow,
  };

  let failure: Error | null = null;
  const parser = new Parser();
  parser.on("openTag", (name, attributes, decode) => {
    if (isForeign(name) || (name === "table:table" && (isInTable || foreign > 0))) foreign++;
    else if (foreign === 0) open[nameOf(name)]?.(attributes(), decode);
  });
  parser.on("closeTag", (name) => {
    if (foreign === 0) close[nameOf(name)]?.();
    else if (isForeign(name) || name === "table:table") foreign--;
  });
  parser.on("text", (piece, decode) => add(decode(piece)));
  parser.on("cdata", add);
  parser.on("error", (error) => {
    failure ??= error;
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < xml.length; at += pieceBytes)
    parser.write(decoder.decode(xml.subarray(at, at + pieceBytes), { stream: true }));
  parser.end();
  if (failure !== null) throw failure;
  return document.tables;
}
