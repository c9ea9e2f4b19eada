/** Files that are no table: how they are recognised, and what to do instead. */
import type { Translations } from "../../domain/lang.ts";

/** What to do with a file of another kind. */
const instead = {
  table: {
    uk: "скопіюйте таблицю в Excel або LibreOffice і збережіть як .xlsx",
    en: "copy its table into a spreadsheet and save that as .xlsx",
  },
  excel: { uk: "відкрийте в Excel і збережіть як .xlsx", en: "open it in Excel and save it as .xlsx" },
  unpack: { uk: "розпакуйте й виберіть файл, що всередині", en: "unpack it and choose the file inside" },
  lock: { uk: "закрийте Excel і виберіть файл без ~$ у назві", en: "close Excel, and choose the file without ~$" },
  download: { uk: "відкрийте його й завантажте як .xlsx", en: "open it, and download it as .xlsx" },
  convert: { uk: "експортуйте його як .xlsx", en: "export it as .xlsx" },
  attachment: { uk: "збережіть вкладення й виберіть його", en: "save its attachment, and choose that" },
  export: { uk: "візьміть файл, який записала команда export", en: "use a file that export wrote" },
  utf8: { uk: "збережіть його в UTF-8", en: "save it as UTF-8" },
  again: { uk: "відкрийте її в Excel і збережіть знову", en: "open it in Excel and save it again" },
  lines: { uk: "запишіть по об’єкту на рядок (NDJSON) або CSV", en: "write one object per line (NDJSON), or CSV" },
  other: { uk: "потрібен файл .xlsx, .ods або .csv", en: "an .xlsx, .ods or .csv file is needed" },
} as const satisfies Readonly<Record<string, Translations>>;

/** Files that are no table, by the kind that is found. */
const foreign = {
  pdf: ["це PDF", "this is a PDF", "table"],
  image: ["це зображення", "this is a picture", "table"],
  document: ["це текстовий документ", "this is a text document", "table"],
  html: ["це вебсторінка або XML", "this is a web page or XML", "excel"],
  archive: ["це архів", "this is an archive", "unpack"],
  packed: ["це архів, у якому є таблиця", "this is an archive with a table in it", "unpack"],
  lock: ["це службовий файл Excel (~$)", "this is a lock file of Excel (~$)", "lock"],
  link: ["це посилання на документ Google", "this is a link to a Google document", "download"],
  mail: ["це лист", "this is an e-mail", "attachment"],
  numbers: ["це документ Numbers", "this is a Numbers document", "convert"],
  slk: ["це файл SYLK", "this is a SYLK file", "excel"],
  xls: ["це старий формат .xls", "this is the old .xls format", "excel"],
  xlsb: ["це формат .xlsb", "this is the .xlsb format", "excel"],
  utf16: ["частини цієї книги записано в UTF-16", "the parts of this workbook are in UTF-16", "again"],
  utf32: ["це текст у UTF-32", "this is text in UTF-32", "utf8"],
  database: ["це база даних", "this is a database", "export"],
  json: ["це JSON", "this is JSON", "lines"],
  empty: ["файл порожній (0 байтів)", "the file is empty (0 bytes)", "other"],
  other: ["це не таблиця", "this is not a table", "other"],
} as const satisfies Readonly<Record<string, readonly [uk: string, en: string, advice: keyof typeof instead]>>;

export type ForeignKind = keyof typeof foreign;

/** What a file is, and what to do instead. */
export function describeForeign(kind: ForeignKind): Translations {
  const [uk, en, advice] = foreign[kind];
  return { uk: `${uk}; ${instead[advice].uk}`, en: `${en}; ${instead[advice].en}` };
}

/** How files of other kinds begin. */
const signatures: readonly (readonly [kind: ForeignKind, ...starts: readonly string[]])[] = [
  ["pdf", "%PDF-"],
  ["document", "{\\rtf"],
  // The last one is a gzip file that was packed twice.
  ["archive", "Rar!", "7z\xbc\xaf", "BZh", "\x1f\x8b"],
  ["image", "\x89PNG", "\xff\xd8\xff", "GIF8"],
  ["database", "SQLite format 3"],
  ["other", "PAR1"],
  ["slk", "ID;P"],
  ["utf32", "\xff\xfe\0\0", "\0\0\xfe\xff"],
];

/** The kind of a file that is neither a spreadsheet nor a text with a table. */
export function kindOfBytes(bytes: Buffer, start: string): ForeignKind | undefined {
  if (bytes.length === 0) return "empty";
  if (isLock(bytes)) return "lock";
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|table)/i.test(start)) return "html";
  return signatures.find(([, ...starts]) => starts.some((one) => start.startsWith(one)))?.[0];
}

/** The kind of a text that is no table. */
export function kindOfText(head: string): ForeignKind | undefined {
  // Control characters that no text has.
  if (/[\0-\b]/.test(head)) return "other";
  const isMail = /^(?:From|Received|Return-Path|Delivered-To|MIME-Version|Message-ID): ?/im.test(head.slice(0, 300));
  if (isMail) return "mail";
  if (/^\s*\{\s*"(?:doc_id|url|resource_id)"/.test(head)) return "link";
  // A list, or an object over several lines.
  return /^\s*(?:\[|\{\s*\n)/.test(head) ? "json" : undefined;
}

/** The file `~$…` that Excel keeps beside an open workbook: the length of the user's name, and the name in a fixed place. */
function isLock(bytes: Buffer): boolean {
  return bytes.length > 54 && bytes.length < 200 && bytes[0]! <= 54 && bytes[55] === bytes[0] && bytes[56] === 0;
}
