/**
 * Reads ODS with saxen. hucre 1.0.0 leaves out rows in groups, and does not say which rows and sheets are hidden.
 */
import { isUtf8 } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { Parser } from "saxen";
import { ReadError } from "../issue.ts";
import type { Row, Table } from "../table.ts";

type Attributes = Readonly<Record<string, string>>;

/** A sheet may have this many cells. */
export const cellsMax = 2_000_000;
const [columnsMax, textMax] = [16_384, 32_767];
const tablesMax = 1000;

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

export function readOds(bytes: Buffer, part: ZipPart): Table[] {
  const xml = unpackPart(bytes, part);
  // The parts of a file with a password are stored, and no text.
  if (part.isStored && !isUtf8(xml)) throw new ReadError("password", {});
  const tables: (Table & { rows: Row[] })[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  /** The nesting of tables, which can be inside cells, and of what is no part of a cell's text. */
  let [depth, foreign, count] = [0, 0, 0];
  let [line, rowRepeats, isHidden, column, columnRepeats] = [1, 1, false, 0, 1];
  let [cells, text, value, paragraphs, isInParagraph] = [[] as string[], "", undefined as string | undefined, 0, false];
  const repeats = (attributes: Attributes, name: string): number =>
    Math.max(1, Math.trunc(Number(attributes[name] ?? 1)) || 1);

  const open: Readonly<Record<string, (attributes: Attributes, decode: (text: string) => string) => void>> = {
    style(attributes) {
      style = attributes["style:name"] ?? "";
    },
    "table-properties"(attributes) {
      if (attributes["table:display"] === "false") hiddenStyles.add(style);
    },
    table(attributes, decode) {
      if (++depth > 1) return;
      if (tables.length === tablesMax) throw new ReadError("tooLarge", {});
      tables.push({
        sheet: decode(attributes["table:name"] ?? ""),
        isHidden: hiddenStyles.has(attributes["table:style-name"] ?? ""),
        rows: [],
      });
      line = 1;
    },
    "table-row"(attributes) {
      if (depth > 1) return;
      [rowRepeats, column, cells] = [repeats(attributes, "table:number-rows-repeated"), 0, []];
      isHidden = (attributes["table:visibility"] ?? "visible") !== "visible";
    },
    "table-cell"(attributes, decode) {
      if (depth > 1) return;
      columnRepeats = repeats(attributes, "table:number-columns-repeated");
      const type = attributes["office:value-type"];
      value =
        attributes["calcext:value-type"] === "error"
          ? undefined
          : type === "date"
            ? attributes["office:date-value"]?.slice(0, 10)
            : type === "float" || type === "currency"
              ? String(Number(attributes["office:value"]))
              : decode(attributes["office:string-value"] ?? "") || undefined;
      [text, paragraphs, isInParagraph] = ["", 0, false];
    },
    p() {
      if (foreign > 0 || depth > 1) return;
      if (paragraphs++ > 0) text += " ";
      isInParagraph = true;
    },
    s(attributes) {
      add(" ".repeat(Math.min(100, repeats(attributes, "text:c"))));
    },
  };
  const close: Readonly<Record<string, () => void>> = {
    table() {
      depth--;
    },
    p() {
      isInParagraph = false;
    },
    "table-cell"() {
      if (depth > 1) return;
      const content = value ?? text.replace(/\s+/g, " ").trim();
      if (content === "") {
        column += columnRepeats;
        return;
      }
      // The blank cells before it count too. Those after the last one of a row are never made.
      count += (column - cells.length + columnRepeats) * rowRepeats;
      if (column + columnRepeats > columnsMax || count > cellsMax)
        throw new ReadError("tooLarge", { sheet: tables.at(-1)!.sheet, line });
      while (cells.length < column) cells.push("");
      for (let i = 0; i < columnRepeats; i++) cells.push(content);
      column = cells.length;
    },
    "table-row"() {
      if (depth > 1) return;
      for (let i = 0; i < rowRepeats && cells.length > 0; i++)
        tables.at(-1)!.rows.push({ line: line + i, isHidden, cells });
      line += rowRepeats;
    },
  };
  const nameOf = (name: string): string =>
    name.slice(name.indexOf(":") + 1).replace("covered-table-cell", "table-cell");
  // Comments, and text boxes and pictures that lie on a cell.
  const isForeign = (name: string): boolean =>
    /^(?:office:annotation|draw:|table:shapes|table:tracked-changes)/.test(name);
  const add = (piece: string): void => {
    if (isInParagraph && foreign === 0 && text.length < textMax) text += piece;
  };
  let failure: Error | null = null;
  const parser = new Parser();
  parser.on("openTag", (name, attributes, decode) => {
    if (isForeign(name)) foreign++;
    else if (foreign === 0) open[nameOf(name)]?.(attributes(), decode);
  });
  parser.on("closeTag", (name) => {
    if (isForeign(name)) foreign--;
    else if (foreign === 0) close[nameOf(name)]?.();
  });
  parser.on("text", (piece, decode) => add(decode(piece)));
  parser.on("cdata", add);
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.write(new TextDecoder().decode(xml)).end();
  if (failure !== null) throw failure;
  return tables;
}
