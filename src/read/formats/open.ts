/** Opens a file by its content: finds the format and the encoding, and refuses what is too large. */
import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { ReadError, refuseKind } from "../issue.ts";
import type { OpenedFile } from "../table.ts";
import { readCsvRows, readNdjsonRows, sniffSeparator } from "./csv.ts";
import { kindOfBytes, kindOfText } from "./foreign.ts";

const megabyte = 1024 * 1024;
/** Texts are decoded in pieces of this size. */
const pieceBytes = 128 * 1024;
/** A gzip file may become this large. */
const unpackedMax = 1024 * megabyte;

/** The encodings of texts. UTF-16 needs a byte order mark, or else is little-endian. */
export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1251"] as const;

/** Throws {@link ReadError} if the file is not a table. The encoding of a text is found, if it is not given. */
export async function openFile(given: Buffer, chosen?: string): Promise<OpenedFile> {
  const bytes = given[0] === 0x1f && given[1] === 0x8b ? unpack(given) : given;
  const start = bytes.toString("latin1", 0, 512);
  const foreign = kindOfBytes(bytes, start);
  if (foreign !== undefined) throw refuseKind(foreign);
  if (start.startsWith("PK") || start.startsWith("\xd0\xcf\x11\xe0")) {
    const { readSpreadsheet } = await import("./sheets.ts");
    return readSpreadsheet(bytes);
  }
  const encoding = chosen ?? findEncoding(bytes);
  const head = decode(bytes.subarray(0, 64 * 1024), encoding, true).next().value ?? "";
  const kind = kindOfText(head);
  if (kind !== undefined) throw refuseKind(kind);
  const pieces = decode(bytes, encoding);
  // Old programs of the Mac end lines with CR alone.
  const lines = head.includes("\n") ? pieces : pieces.map((piece) => piece.replaceAll("\r", "\n"));
  const isJson = /^\s*\{/.test(head);
  const separator = isJson ? "" : sniffSeparator(head);
  const rows = isJson ? readNdjsonRows(lines) : readCsvRows(lines, separator);
  return { format: isJson ? "ndjson" : "csv", encoding, separator, tables: [{ sheet: null, isHidden: false, rows }] };
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: unpackedMax });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw new ReadError("tooLarge", {});
    throw new ReadError("damaged", { data: { detail: String(error) } });
  }
}

/** A byte order mark, or else UTF-8 if the whole text is valid, or else windows-1251. Throws for UTF-8 with other bytes in it. */
function findEncoding(bytes: Buffer): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0) return "utf-16le";
  if (isUtf8(bytes)) return "utf-8";
  const start = decode(bytes.subarray(0, pieceBytes), "utf-8", true).next().value ?? "";
  const countOf = (pattern: RegExp): number => start.match(pattern)?.length ?? 0;
  // Other text is hardly ever valid by chance.
  if (countOf(/[^\0-\x7f\ufffd]/g) > countOf(/\ufffd/g)) throw new ReadError("encoding", { line: findLostLine(bytes) });
  return "windows-1251";
}

/** The line of the first byte that is not UTF-8. */
function findLostLine(bytes: Buffer): number {
  let line = 1;
  for (const piece of decode(bytes, "utf-8")) {
    const at = piece.indexOf("\ufffd");
    line += piece.slice(0, at === -1 ? undefined : at).split("\n").length - 1;
    if (at !== -1) break;
  }
  return line;
}

/** The text in pieces, so that a long file is never decoded as a whole. */
function* decode(bytes: Buffer, encoding: string, isCut = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: false });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: isCut || at + pieceBytes < bytes.length });
  }
}
