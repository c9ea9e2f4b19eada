/** What kind of file it is by its bytes, for files that are no text. */
import type { FileMessage, ForeignKind } from "./message.ts";

/** `ole` is a file of old Office, about which {@link describeOleFile} says more; `text` is all that may be text. */
export type FileKind = "gzip" | "zip" | "ole" | "text" | { readonly foreign: ForeignKind };

/** Files of no use, by the bytes at their start. */
const signatures: readonly (readonly [bytes: string, kind: ForeignKind])[] = [
  ["%PDF", "pdf"],
  ["\x89PNG", "png"],
  ["\xff\xd8\xff", "jpeg"],
  ["GIF8", "gif"],
  ["{\\rtf", "rtf"],
  ["7z\xbc\xaf\x27\x1c", "7z"],
  ["Rar!", "rar"],
  ["BZh", "bzip2"],
  ["\xfd7zXZ", "xz"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["SQLite format 3\0", "sqlite"],
];

const zipSignatures = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/** Tells the kind by the first bytes, some hundred of them. */
export function findFileKind(start: Buffer): FileKind {
  const text = start.toString("latin1");
  if (text.startsWith("\x1f\x8b")) return "gzip";
  if (zipSignatures.some((bytes) => text.startsWith(bytes))) return "zip";
  if (text.startsWith(oleSignature)) return "ole";
  const foreign = signatures.find(([bytes]) => text.startsWith(bytes))?.[1];
  if (foreign !== undefined) return { foreign };
  const markup = text
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .slice(0, 400)
    .toLowerCase();
  if (/^<(?:!doctype html|html|head|meta|table|style|body)\b/.test(markup)) return { foreign: "html" };
  if (/^<\?xml/.test(markup)) return { foreign: /excel|spreadsheet/.test(markup) ? "xmlSpreadsheet" : "xml" };
  return "text";
}

/** What a file of old Office is, by the names of its streams, which are anywhere in it. */
export function describeOleFile(bytes: Buffer): FileMessage {
  const has = (name: string): boolean => bytes.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) return { code: "excelPassword" };
  if (has("Workbook") || has("Book")) return { code: "foreign", kind: "xls" };
  return { code: "foreign", kind: has("WordDocument") ? "doc" : "oldOffice" };
}

/** What a zip archive is that holds no spreadsheet, by the names of its files. */
export function findArchiveKind(names: readonly string[]): ForeignKind {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^word\//)) return "docx";
  if (has(/^ppt\//)) return "pptx";
  if (has(/^xl\/workbook\.bin$/)) return "xlsb";
  if (has(/^Index\/.*\.iwa$/)) return "numbers";
  return has(/^content\.xml$/) ? "odf" : "zip";
}
