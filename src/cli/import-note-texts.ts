/** The texts of what an import notes, warns of and repairs. */
import type { NoteMessage, RepairMessage, WarningCode, WarningMessage } from "../import/message.ts";
import { labelOf, listFields } from "./field-labels.ts";
import { inLanguages, listNames, type MessageTexts } from "./language.ts";
import { quoteText } from "./quote.ts";

/** The most lines that a note names. */
const linesMax = 10;

/** The most headings that a note names. */
const headingsMax = 20;

const listHeadings = (headings: readonly string[]): string => listNames(headings.map(quoteText), headingsMax);

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
  skippedAround: {
    en: (message) => `Skipped around the teachers: ${lines(message.lines)}`,
    uk: (message) => `Пропущено, бо це не викладачі: ${lines(message.lines)}`,
  },
  ignoredColumns: {
    en: ({ headings }) => `Ignored the ${headings.length === 1 ? "column" : "columns"} ${listHeadings(headings)}`,
    uk: ({ headings }) => `Не використано ${headings.length === 1 ? "стовпець" : "стовпці"} ${listHeadings(headings)}`,
  },
  ignoredNameless: {
    en: ({ columns }) =>
      `Ignored cells without a heading in ${columns.length === 1 ? "column" : "columns"} ${listNames(columns)}`,
    uk: ({ columns }) =>
      `Не використано клітинки без заголовка у ${columns.length === 1 ? "стовпці" : "стовпцях"} ${listNames(columns)}`,
  },
  splitColumn: {
    en: ({ heading, fields }) => `Split the column ${quoteText(heading)} into ${listFields(fields)}`,
    uk: ({ heading, fields }) => `Стовпець ${quoteText(heading)} розділено на: ${listNames(fields.map(labelOf))}`,
  },
  duplicatesUnchecked: {
    en: ({ teachers }) => `Did not check for duplicates: ${teachers} teachers are too many`,
    uk: ({ teachers }) => `Повтори не шукали, бо викладачів забагато: ${teachers}`,
  },
};

const units = {
  line: inLanguages({ en: "line", uk: "рядку" }),
  record: inLanguages({ en: "record", uk: "записі" }),
};

const ofId = (id: number | null): string => (id === null ? "" : ` (id ${id})`);

export const warningTexts: MessageTexts<WarningMessage> = {
  mixedScripts: {
    en: ({ value }) => `${quoteText(value)} has Latin and Cyrillic letters in one word`,
    uk: ({ value }) => `${quoteText(value)} – латинські й кириличні літери в одному слові`,
  },
  latinName: {
    en: ({ value }) => `${quoteText(value)} is in Latin letters beside a Cyrillic name`,
    uk: ({ value }) => `${quoteText(value)} – латинські літери, а решта імені кирилицею`,
  },
  oddApostrophe: {
    en: ({ value, apostrophe }) =>
      `${quoteText(value)} has the unusual apostrophe ${quoteText(apostrophe)}; the usual ones are ' and \u2019`,
    uk: ({ value, apostrophe }) =>
      `${quoteText(value)} – незвичний апостроф ${quoteText(apostrophe)}; звичайні – ' та \u2019`,
  },
  capitals: {
    en: ({ value }) => `${quoteText(value)} is in capital letters`,
    uk: ({ value }) => `${quoteText(value)} – лише великі літери`,
  },
  strayFullStop: {
    en: ({ value }) => `${quoteText(value)} has a stray full stop`,
    uk: ({ value }) => `${quoteText(value)} – зайва крапка`,
  },
  duplicate: {
    en: ({ value, id, otherId, unit, location }) =>
      `${quoteText(value)}${ofId(id)} has the same name as ${units[unit]()} ${location}${ofId(otherId)}`,
    uk: ({ value, id, otherId, unit, location }) =>
      `${quoteText(value)}${ofId(id)} уже є в ${units[unit]()} ${location}${ofId(otherId)}: можливо, це та сама людина`,
  },
  rareDegree: {
    en: ({ value, common, count }) => `${quoteText(value)} occurs once; ${quoteText(common)} occurs ${count} times`,
    uk: ({ value, common, count }) =>
      `${quoteText(value)} – лише один раз, а ${quoteText(common)} – ${count}; можливо, це описка`,
  },
  doubtfulSplit: {
    en: ({ value, parts, lostDegree, degree }) => {
      const split =
        parts.length === 0 ? "no name" : listNames(parts.map(([field, part]) => `${field} ${quoteText(part)}`));
      const lost = lostDegree && `, without ${quoteText(lostDegree)}, because the degree is ${quoteText(degree)}`;
      return `${quoteText(value)} was split into ${split}${lost ?? ""}`;
    },
    uk: ({ value, parts, lostDegree, degree }) => {
      const split = listNames(parts.map(([field, part]) => `${labelOf(field)} ${quoteText(part)}`));
      const lost = lostDegree && `, без ${quoteText(lostDegree)}, бо посада – ${quoteText(degree)}`;
      return `${quoteText(value)} ${parts.length === 0 ? "не схоже на ім’я" : `розділено на: ${split}`}${lost ?? ""}`;
    },
  },
};

export const repairTexts: MessageTexts<RepairMessage> = {
  repaired: {
    en: ({ value, repaired }) => `${quoteText(value)} became ${quoteText(repaired)}`,
    uk: ({ value, repaired }) => `${quoteText(value)} замінено на ${quoteText(repaired)}`,
  },
};

/** What the summary of further warnings calls each kind. */
export const warningKinds: Readonly<Record<WarningCode, () => string>> = {
  mixedScripts: inLanguages({ en: "Latin letters among Cyrillic ones", uk: "латинські літери серед кириличних" }),
  latinName: inLanguages({
    en: "Latin letters beside a Cyrillic name",
    uk: "латинські літери поруч з іменем кирилицею",
  }),
  oddApostrophe: inLanguages({ en: "unusual apostrophes", uk: "незвичні апострофи" }),
  capitals: inLanguages({ en: "names in capital letters", uk: "лише великі літери" }),
  strayFullStop: inLanguages({ en: "stray full stops", uk: "зайві крапки" }),
  duplicate: inLanguages({ en: "probable duplicates", uk: "імовірні повтори" }),
  rareDegree: inLanguages({ en: "degrees that look misspelt", uk: "посади, схожі на описки" }),
  doubtfulSplit: inLanguages({ en: "whole names that may be split wrongly", uk: "сумнівні поділи повного імені" }),
};
