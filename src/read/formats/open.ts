/** Opens a file by its content: finds the format and the encoding, and refuses what is too large. */
import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { type OpenedFile, ReadError, refuseKind } from "../issue.ts";
import { readCsvRows, readNdjsonRows, sniffSeparator } from "./csv.ts";

const megabyte = 1024 * 1024;
/** Texts are decoded in pieces of this size. */
const pieceBytes = 128 * 1024;
/** A gzip file may become this large. */
const unpackedMax = 1024 * megabyte;

/** How files of other kinds begin. */
const signatures = {
  pdf: ["%PDF-"],
  rtf: ["{\\rtf"],
  // The last one is a gzip file that was packed twice.
  archive: ["Rar!", "7z\xbc\xaf", "BZh", "\x1f\x8b"],
  image: ["\x89PNG", "\xff\xd8\xff", "GIF8"],
  database: ["SQLite format 3"],
  other: ["PAR1"],
  slk: ["ID;P"],
  utf32: ["\xff\xfe\0\0", "\0\0\xfe\xff"],
};

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

/** The kind of a file that is neither a spreadsheet nor a text with a table. */
function kindOfBytes(bytes: Buffer, start: string): string | undefined {
  if (bytes.length === 0) return "empty";
  if (isLock(bytes)) return "lock";
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table)/i.test(start)) return "html";
  return Object.entries(signatures).find(([, all]) => all.some((signature) => start.startsWith(signature)))?.[0];
}

/** The kind of a text that is no table. */
function kindOfText(head: string): string | undefined {
  if (isBinary(head)) return "other";
  const isMail = /^(?:From|Received|Return-Path|Delivered-To|MIME-Version|Message-ID): ?/im.test(head.slice(0, 300));
  if (isMail) return "mail";
  if (/^\s*\{\s*"(?:doc_id|url|resource_id)"/.test(head)) return "link";
  return /^\s*\[/.test(head) ? "json" : undefined;
}

/** Whether a text has control characters that no text has. */
function isBinary(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 9) return true;
  return false;
}

/** The file `~$…` that Excel keeps beside an open workbook: the length of the user's name, and the name in a fixed place. */
function isLock(bytes: Buffer): boolean {
  return bytes.length > 54 && bytes.length < 200 && bytes[0]! <= 54 && bytes[55] === bytes[0] && bytes[56] === 0;
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: unpackedMax });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw new ReadError("tooLarge");
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
