/** Opens a file by its content: finds the format and the encoding, and refuses what is too large. */
import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { type OpenedFile, ReadError } from "../issue.ts";
import { readCsvRows, readNdjsonRows, sniffSeparator } from "./csv.ts";

const megabyte = 1024 * 1024;
/** Texts are decoded in pieces of this size. */
const pieceBytes = 128 * 1024;
/** A gzip file may become this large. */
const unpackedMax = 1024 * megabyte;

const signatures: readonly (readonly [bytes: string, kind: string])[] = [
  ["%PDF-", "pdf"],
  ["{\\rtf", "rtf"],
  ["Rar!", "archive"],
  ["7z\xbc\xaf", "archive"],
  ["\x89PNG", "image"],
  ["\xff\xd8\xff", "image"],
  ["GIF8", "image"],
  ["SQLite format 3", "database"],
  ["PAR1", "other"],
  ["BZh", "archive"],
  // Packed twice.
  ["\x1f\x8b", "archive"],
  ["ID;P", "slk"],
  ["\xff\xfe\0\0", "utf32"],
  ["\0\0\xfe\xff", "utf32"],
];

/** The encodings of texts. UTF-16 needs a byte order mark, or else is little-endian. */
export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1251"] as const;

/** Throws {@link ReadError} if the file is not a table. The encoding of a text is found, if it is not given. */
export async function openFile(given: Buffer, chosen?: string): Promise<OpenedFile> {
  const bytes = given[0] === 0x1f && given[1] === 0x8b ? unpack(given) : given;
  const start = bytes.toString("latin1", 0, 512);
  if (bytes.length === 0) throw new ReadError("foreign", { data: { kind: "empty" } });
  if (isLock(bytes)) throw new ReadError("foreign", { data: { kind: "lock" } });
  const foreign = signatures.find(([signature]) => start.startsWith(signature));
  if (foreign !== undefined) throw new ReadError("foreign", { data: { kind: foreign[1] } });
  if (start.startsWith("PK") || start.startsWith("\xd0\xcf\x11\xe0")) {
    const { readSpreadsheet } = await import("./sheets.ts");
    return readSpreadsheet(bytes);
  }
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table)/i.test(start))
    throw new ReadError("foreign", { data: { kind: "html" } });
  const encoding = chosen ?? findEncoding(bytes);
  const head = decode(bytes.subarray(0, 64 * 1024), encoding, true).next().value ?? "";
  if (isBinary(head)) throw new ReadError("foreign", { data: { kind: "other" } });
  if (/^(?:From|Received|Return-Path|Delivered-To|MIME-Version|Message-ID): ?/im.test(head.slice(0, 300)))
    throw new ReadError("foreign", { data: { kind: "mail" } });
  if (/^\s*\{\s*"(?:doc_id|url|resource_id)"/.test(head)) throw new ReadError("foreign", { data: { kind: "link" } });
  if (/^\s*\{/.test(head)) {
    return {
      format: "ndjson",
      encoding,
      separator: "",
      tables: [{ sheet: null, isHidden: false, rows: readNdjsonRows(decode(bytes, encoding)) }],
    };
  }
  if (/^\s*\[/.test(head)) throw new ReadError("foreign", { data: { kind: "json" } });
  const separator = sniffSeparator(head);
  const pieces = decode(bytes, encoding);
  // Old programs of the Mac end lines with CR alone.
  const lines = head.includes("\n") ? pieces : pieces.map((piece) => piece.replaceAll("\r", "\n"));
  const rows = readCsvRows(lines, separator);
  return { format: "csv", encoding, separator, tables: [{ sheet: null, isHidden: false, rows }] };
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
