/**
 * Detects the kind of a file from its name, its first bytes or its text: a format that can be imported, or a foreign
 * kind.
 */
import { extname } from "node:path";

export const textFormats = ["csv", "json", "ndjson"] as const;
export type TextFormat = (typeof textFormats)[number];

export const importFormats = [...textFormats, "xlsx", "ods"] as const;
export type ImportFormat = (typeof importFormats)[number];

/** The values of `--encoding`. */
export const textEncodings = ["utf-8", "utf-16", "windows-1251", "koi8-u"] as const;

export type TextEncoding = (typeof textEncodings)[number];

const formatsByEnding: Readonly<Record<string, ImportFormat>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".xlsx": "xlsx",
  ".xlsm": "xlsx",
  ".ods": "ods",
};

/**
 * The format by the extension of a file name, in any letter case, also before `.gz`; undefined for other extensions.
 */
export function findFormat(fileName: string): ImportFormat | undefined {
  const ending = extname(fileName.replace(/(?<=\.[^./\\]*)\.gz$/i, "")).toLowerCase();
  return Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
}

export function isTextFormat(format: ImportFormat | null | undefined): format is TextFormat {
  return (textFormats as readonly unknown[]).includes(format);
}

/** The format of a text by how it starts: JSON starts with a bracket, NDJSON with an object on a line of its own. */
export function findTextFormat(start: string): TextFormat {
  const text = start.replace(/^\ufeff/, "").trimStart();
  if (text.startsWith("[")) return /^\[\s*(?:[[{]|\])/.test(text) ? "json" : "csv";
  if (!/^\{\s*["}]/.test(text)) return "csv";
  const [line, ...others] = text.split("\n");
  try {
    const record: unknown = JSON.parse(line!);
    return others.length > 0 || "id" in (record as object) ? "ndjson" : "json";
  } catch {
    return "json";
  }
}

/** Foreign files, by their first bytes. */
const signatures = [
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
] as const;

type MarkupKind = "html" | "xmlSpreadsheet" | "xml";
type OldOfficeKind = "doc" | "xls" | "oldOffice";
type ArchiveKind = "docx" | "pptx" | "odf" | "xlsb" | "numbers" | "zip";

/** Kinds of files that have no table, or that must be saved in another format first. */
export type ForeignKind = (typeof signatures)[number][1] | MarkupKind | OldOfficeKind | ArchiveKind;

/** `ole` is a file of old Office, which {@link findOleKind} identifies; `text` is everything that may be text. */
type FileKind = "gzip" | "zip" | "ole" | "text" | { readonly foreign: ForeignKind };

const zipSignatures = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/** The kind of a file by its first few hundred bytes. */
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

/** The kind of an old Office file by the names of its streams, anywhere in the file; null for one with a password. */
export function findOleKind(bytes: Buffer): OldOfficeKind | null {
  const has = (name: string): boolean => bytes.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) return null;
  if (has("Workbook") || has("Book")) return "xls";
  return has("WordDocument") ? "doc" : "oldOffice";
}

/** The kind of a zip archive without a spreadsheet, by the names of its files. */
export function findArchiveKind(names: readonly string[]): ArchiveKind {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^word\//)) return "docx";
  if (has(/^ppt\//)) return "pptx";
  if (has(/^xl\/workbook\.bin$/)) return "xlsb";
  if (has(/^Index\/.*\.iwa$/)) return "numbers";
  return has(/^content\.xml$/) ? "odf" : "zip";
}
