/** The texts of what an import notes, skips and repairs. */
import type { NoteMessage, RepairMessage, SkipMessage } from "../../import/message.ts";
import { describeRow, fieldLabel, listFields, nameColumn } from "./field-labels.ts";
import { countEn, formatCount, inLanguages, listNames, type MessageTexts, quoteText } from "./language.ts";

/** The most lines that a note names. */
const linesMax = 10;

/** The most headings that a note names. */
const headingsMax = 20;

const listHeadings = (headings: readonly string[]): string => listNames(headings.map(quoteText), headingsMax);

/** Of numbers from 1. */
const listColumns = (columns: readonly number[]): string => listNames(columns.map((column) => nameColumn(column - 1)));

const separators: Readonly<Record<string, () => string>> = {
  ";": inLanguages({ en: ", separated by semicolons", uk: ", роздільник – крапка з комою" }),
  "\t": inLanguages({ en: ", separated by tabs", uk: ", роздільник – табуляція" }),
};

const unpacked = inLanguages({ en: ", unpacked from gzip", uk: ", розпаковано з gzip" });

const sheetCount = inLanguages<[count: number]>({
  en: (count) => ` (of ${count})`,
  uk: (count) => ` (усього ${count})`,
});

/** What may follow the format: the separator, and that the file was packed. */
function describeForm(separator: string | null, isUnpacked: boolean): string {
  return (separators[separator ?? ""]?.() ?? "") + (isUnpacked ? unpacked() : "");
}

const lines = inLanguages<[lines: readonly number[]]>({
  en: (lines) => `${lines.length === 1 ? "line" : "lines"} ${listNames(lines, linesMax)}`,
  uk: (lines) => `${lines.length === 1 ? "рядок" : "рядки"} ${listNames(lines, linesMax)}`,
});

export const noteTexts: MessageTexts<NoteMessage> = {
  readText: {
    en: ({ format, encoding, separator, isUnpacked }) =>
      `Read as ${format.toUpperCase()} in ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
    uk: ({ format, encoding, separator, isUnpacked }) =>
      `Прочитано як ${format.toUpperCase()} у кодуванні ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
  },
  readSheet: {
    en: ({ format, sheet, sheetCount: count, isUnpacked }) =>
      `Read as ${format.toUpperCase()}, the sheet ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
    uk: ({ format, sheet, sheetCount: count, isUnpacked }) =>
      `Прочитано як ${format.toUpperCase()}, аркуш ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
  },
  skippedAbove: {
    en: (message) => `Skipped above the header: ${lines(message.lines)}`,
    uk: (message) => `Пропущено над заголовком таблиці: ${lines(message.lines)}`,
  },
  hiddenRows: {
    en: (message) => `Imported hidden rows too (${message.lines.length}): ${lines(message.lines)}`,
    uk: (message) => `Імпортовано й приховані рядки (${message.lines.length}): ${lines(message.lines)}`,
  },
  ignoredColumns: {
    en: ({ headings }) => `Ignored the ${headings.length === 1 ? "column" : "columns"} ${listHeadings(headings)}`,
    uk: ({ headings }) => `Не використано ${headings.length === 1 ? "стовпець" : "стовпці"} ${listHeadings(headings)}`,
  },
  ignoredNameless: {
    en: ({ columns }) =>
      `Ignored cells without a heading in ${columns.length === 1 ? "column" : "columns"} ${listColumns(columns)}`,
    uk: ({ columns }) =>
      `Не використано клітинки без заголовка у ${columns.length === 1 ? "стовпці" : "стовпцях"} ${listColumns(columns)}`,
  },
  splitColumn: {
    en: ({ heading, fields }) => `Split the column ${quoteText(heading)} into ${listFields(fields)}`,
    uk: ({ heading, fields }) => `Стовпець ${quoteText(heading)} розділено на: ${listNames(fields.map(fieldLabel))}`,
  },
  personnelNumbers: {
    en: ({ value, id }) => `The ids are the digits of personnel numbers, such as ${id} for ${quoteText(value)}`,
    uk: ({ value, id }) => `Номери (id) – це цифри табельних номерів, наприклад ${id} для ${quoteText(value)}`,
  },
  duplicatesUnchecked: {
    en: ({ teachers }) => `Did not check for duplicates: ${countEn(teachers, "teacher", "teachers")} are too many`,
    uk: ({ teachers }) => `Повторів не шукали: викладачів забагато (${formatCount(teachers)})`,
  },
};

export const skipTexts: MessageTexts<SkipMessage> = {
  skippedRow: { en: ({ value }) => quoteText(value), uk: ({ value }) => quoteText(value) },
  secondPost: {
    en: ({ value, degree, keptDegree, ...row }) =>
      `a second post of ${quoteText(value)}, ${quoteText(degree)}; the position is ${quoteText(keptDegree)} (${describeRow(row)})`,
    uk: ({ value, degree, keptDegree, ...row }) =>
      `друга посада, яку обіймає ${quoteText(value)}: ${quoteText(degree)}; у довіднику буде ${quoteText(keptDegree)} (${describeRow(row)})`,
  },
};

export const repairTexts: MessageTexts<RepairMessage> = {
  repaired: {
    en: ({ value, repaired }) => `${quoteText(value)} became ${quoteText(repaired)}`,
    uk: ({ value, repaired }) => `${quoteText(value)} замінено на ${quoteText(repaired)}`,
  },
};
