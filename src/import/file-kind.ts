/** What kind of file it is by its bytes, for files that are no text. */

/** `ole` is a file of old Office, about which {@link describeOleFile} says more; `text` is all that may be text. */
export type FileKind = "gzip" | "zip" | "ole" | "text" | { readonly refused: string };

const asWorkbook = 'open it in Excel or LibreOffice and save it as "Excel workbook (.xlsx)"';
const asTable = "copy its table into a spreadsheet and save that as .xlsx or CSV";

/** Files of no use, by the bytes at their start, and what to do about each. */
const signatures: readonly (readonly [bytes: string, message: string])[] = [
  ["%PDF", `the file is a PDF; ${asTable}`],
  ["\x89PNG", `the file is a picture (PNG); ${asTable}`],
  ["\xff\xd8\xff", `the file is a picture (JPEG); ${asTable}`],
  ["GIF8", `the file is a picture (GIF); ${asTable}`],
  ["{\\rtf", `the file is a text document (RTF); ${asTable}`],
  ["7z\xbc\xaf\x27\x1c", "the file is a 7z archive; unpack it and import the file inside"],
  ["Rar!", "the file is a RAR archive; unpack it and import the file inside"],
  ["BZh", "the file is packed by bzip2; unpack it and import the file inside"],
  ["\xfd7zXZ", "the file is packed by xz; unpack it and import the file inside"],
  ["\x28\xb5\x2f\xfd", "the file is packed by zstd; unpack it and import the file inside"],
  ["SQLite format 3\0", "the file is a SQLite database; import a file that export wrote"],
];

const zipSignatures = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
const oleSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/** Tells the kind by the first bytes, some hundred of them. */
export function findFileKind(start: Buffer): FileKind {
  const text = start.toString("latin1");
  if (text.startsWith("\x1f\x8b")) return "gzip";
  if (zipSignatures.some((bytes) => text.startsWith(bytes))) return "zip";
  if (text.startsWith(oleSignature)) return "ole";
  const refused = signatures.find(([bytes]) => text.startsWith(bytes))?.[1];
  if (refused !== undefined) return { refused };
  const markup = text
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .slice(0, 400)
    .toLowerCase();
  if (/^<(?:!doctype html|html|head|meta|table|style|body)\b/.test(markup)) {
    return { refused: `the file is a web page (HTML), whatever its name says; ${asWorkbook}` };
  }
  if (/^<\?xml/.test(markup)) {
    const what = /excel|spreadsheet/.test(markup) ? "an old XML spreadsheet" : "XML";
    return { refused: `the file is ${what}; ${asWorkbook}` };
  }
  return "text";
}

/** What a file of old Office is, by the names of its streams, which are anywhere in it. */
export function describeOleFile(bytes: Buffer): string {
  const has = (name: string): boolean => bytes.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) {
    return "the file is protected by a password; open it in Excel, remove the password (File, Info, Protect Workbook) and save it";
  }
  if (has("Workbook") || has("Book")) return `the file is an old Excel workbook (.xls); ${asWorkbook}`;
  if (has("WordDocument")) return `the file is a Word document (.doc); ${asTable}`;
  return `the file is one of an old office program; ${asWorkbook}`;
}

/** What a zip archive is that holds no spreadsheet, by the names of its files. */
export function describeArchive(names: readonly string[]): string {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^word\//)) return `the file is a Word document (.docx); ${asTable}`;
  if (has(/^ppt\//)) return `the file is a presentation (.pptx); ${asTable}`;
  if (has(/^xl\/workbook\.bin$/)) return `the file is a binary Excel workbook (.xlsb); ${asWorkbook}`;
  if (has(/^Index\/.*\.iwa$/)) return "the file is of Apple Numbers; export it from there as Excel or CSV";
  if (has(/^content\.xml$/)) return `the file is an OpenDocument file without sheets; ${asTable}`;
  return "the file is a ZIP archive without a spreadsheet; unpack it and import the file inside";
}
