/** The texts of an import's findings: notes, skipped rows, repairs and warnings. */
import { countEn, countUk, type Translations } from "../../domain/lang.ts";
import type { NoteMessage, RepairMessage, SkipMessage, WarningCode, WarningMessage } from "../../import/message.ts";
import { describeParts, describeRow, describeRowIn, fieldLabel, listFields, nameColumn } from "./field-labels.ts";
import { afterValue, formatNumber, inLanguages, listNames, type MessageTexts, quoteText } from "./language.ts";

/** A note names at most this many lines. */
const linesMax = 10;

/** A note names at most this many headings. */
const headingsMax = 20;

const listHeadings = (headings: readonly string[]): string => listNames(headings.map(quoteText), headingsMax);

/** The letters of columns that are numbered from 1. */
const listColumns = (columns: readonly number[]): string => listNames(columns.map((column) => nameColumn(column - 1)));

const separators: Readonly<Record<string, () => string>> = {
  ";": inLanguages({ en: ", separated by semicolons", uk: ", роздільник – крапка з комою" }),
  "\t": inLanguages({ en: ", separated by tabs", uk: ", роздільник – табуляція" }),
};

const unpacked = inLanguages({ en: ", unpacked from gzip", uk: ", розпаковано з gzip" });

const sheetCount = inLanguages((count: number) => ({ en: ` (of ${count})`, uk: ` (усього аркушів: ${count})` }));

/** The end of a note about the format: the separator, and whether the file was packed. */
function describeForm(separator: string | null, isUnpacked: boolean): string {
  return (separators[separator ?? ""]?.() ?? "") + (isUnpacked ? unpacked() : "");
}

const lines = inLanguages((lines: readonly number[]) => ({
  en: `${lines.length === 1 ? "line" : "lines"} ${listNames(lines, linesMax)}`,
  uk: `${lines.length === 1 ? "рядок" : "рядки"} ${listNames(lines, linesMax)}`,
}));

const ofId = (id: number | null): string => (id === null ? "" : ` (id ${id})`);

export const findingTexts: MessageTexts<NoteMessage | SkipMessage | RepairMessage | WarningMessage> = {
  readText: ({ format, encoding, separator, isUnpacked }) => ({
    en: `Read as ${format.toUpperCase()} in ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
    uk: `Прочитано як ${format.toUpperCase()} у кодуванні ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
  }),
  readSheet: ({ format, sheet, sheetCount: count, isUnpacked }) => ({
    en: `Read as ${format.toUpperCase()}, the sheet ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
    uk: `Прочитано як ${format.toUpperCase()}, аркуш ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
  }),
  skippedAbove: (message) => ({
    en: `Skipped above the header: ${lines(message.lines)}`,
    uk: `Пропущено над заголовком таблиці: ${lines(message.lines)}`,
  }),
  hiddenRows: (message) => ({
    en: `Imported hidden rows too (${message.lines.length}): ${lines(message.lines)}`,
    uk: `Прочитано й приховані рядки (${message.lines.length}): ${listNames(message.lines, linesMax)}`,
  }),
  ignoredColumns: ({ headings }) => ({
    en: `Ignored the ${headings.length === 1 ? "column" : "columns"} ${listHeadings(headings)}`,
    uk: `Не використано ${headings.length === 1 ? "стовпець" : "стовпці"} ${listHeadings(headings)}`,
  }),
  ignoredNameless: ({ columns }) => ({
    en: `Ignored cells without a heading in ${columns.length === 1 ? "column" : "columns"} ${listColumns(columns)}`,
    uk: `Не використано клітинки без заголовка у ${columns.length === 1 ? "стовпці" : "стовпцях"} ${listColumns(columns)}`,
  }),
  splitColumn: ({ heading, fields }) => ({
    en: `Split the column ${quoteText(heading)} into ${listFields(fields)}`,
    uk: `Стовпець ${quoteText(heading)} розділено на: ${listNames(fields.map(fieldLabel))}`,
  }),
  personnelNumbers: ({ value, id }) => ({
    en: `The ids are the digits of personnel numbers, such as ${id} for ${quoteText(value)}`,
    uk: `Номери (id) – це цифри табельних номерів, наприклад ${id} для ${quoteText(value)}`,
  }),
  duplicatesUnchecked: ({ teachers }) => ({
    en: `Did not check for duplicates: ${countEn(teachers, "teacher", "teachers")} are too many`,
    uk: `Повторів не шукали: викладачів забагато (${formatNumber(teachers)})`,
  }),
  skippedRow: ({ value }) => ({ en: quoteText(value), uk: quoteText(value) }),
  secondPost: ({ value, degree, keptDegree, ...row }) => ({
    en:
      degree === keptDegree
        ? `${quoteText(value)} repeats ${describeRow(row)}`
        : `a second post of ${quoteText(value)}, ${quoteText(degree)}; the position is ${quoteText(keptDegree)} (${describeRow(row)})`,
    uk:
      degree === keptDegree
        ? `${quoteText(value)} повторює ${describeRow(row)}`
        : `друга посада, яку обіймає ${quoteText(value)}: ${quoteText(degree)}; у довіднику буде ${quoteText(keptDegree)} (${describeRow(row)})`,
  }),
  repaired: ({ value, repaired }) => ({
    en: `${quoteText(value)} became ${quoteText(repaired)}`,
    uk: `${quoteText(value)} замінено на ${quoteText(repaired)}`,
  }),
  mixedScripts: afterValue({
    en: "has Latin and Cyrillic letters in one word",
    uk: "– латинські й кириличні літери в одному слові",
  }),
  latinName: afterValue({
    en: "is in Latin letters beside a Cyrillic name",
    uk: "– латинські літери, а решта імені кирилицею",
  }),
  oddApostrophe: ({ value, apostrophe }) => ({
    en: `${quoteText(value)} has the unusual apostrophe ${quoteText(apostrophe)}; the usual ones are ' and \u2019`,
    uk: `${quoteText(value)} – незвичний апостроф ${quoteText(apostrophe)}; звичайні – ' та \u2019`,
  }),
  capitals: afterValue({ en: "is in capital letters", uk: "– лише великі літери" }),
  strayFullStop: afterValue({ en: "has a stray full stop", uk: "– зайва крапка" }),
  strayPunctuation: afterValue({
    en: "has stray punctuation at an end",
    uk: "– зайвий розділовий знак на початку або в кінці",
  }),
  letterSpaced: afterValue({ en: "has spaces between its letters", uk: "– пробіли між літерами" }),
  placeholder: afterValue({
    en: "is a placeholder, not a name or a degree",
    uk: "– це не ім’я і не посада; видаліть рядок або цей текст",
  }),
  heading: afterValue({ en: "is a heading, not a name", uk: "– заголовок, а не ім’я" }),
  severalPeople: afterValue({
    en: "seems to name more than one person",
    uk: "– схоже, тут кілька осіб; запишіть кожну в окремому рядку",
  }),
  note: afterValue({ en: "has a note, which would be published", uk: "– у клітинці є уточнення, його побачать усі" }),
  digit: afterValue({ en: "has a digit in a name", uk: "– цифра в імені" }),
  smallLetters: afterValue({ en: "is a name without a capital letter", uk: "– ім’я без великої літери" }),
  setAside: afterValue({ en: "is not a teacher, and the row is left out", uk: "– не викладач; рядок пропущено" }),
  latinRow: afterValue({
    en: "is in Latin letters, and most names are in Cyrillic",
    uk: "– латинські літери, а більшість імен кирилицею",
  }),
  foreignLetter: ({ value, letter }) => ({
    en: `${quoteText(value)} has the letter ${quoteText(letter)}, which is not Ukrainian`,
    uk: `${quoteText(value)} – літера ${quoteText(letter)}, якої немає в українській абетці`,
  }),
  duplicate: ({ value, id, otherId, ...row }) => ({
    en: `${quoteText(value)}${ofId(id)} has the same name as ${describeRow(row)}${ofId(otherId)}`,
    uk: `${quoteText(value)}${ofId(id)} уже є ${describeRowIn(row)}${ofId(otherId)}: можливо, це та сама людина`,
  }),
  rareDegree: ({ value, common, count }) => ({
    en: `${quoteText(value)} occurs once; ${quoteText(common)} occurs ${countEn(count, "time", "times")}`,
    uk: `${quoteText(value)} трапляється лише раз, а ${quoteText(common)} – ${countUk(count, "раз", "рази", "разів")}; можливо, це описка`,
  }),
  abbreviatedDegree: ({ value, full, count }) => ({
    en: `${quoteText(value)} occurs ${countEn(count, "time", "times")} beside ${quoteText(full)}`,
    uk: `${quoteText(value)} трапляється ${countUk(count, "раз", "рази", "разів")}, хоча є й ${quoteText(full)}; запишіть однаково`,
  }),
  emptyDegree: ({ count, filled }) => ({
    en: `the degree is empty for ${countEn(count, "teacher", "teachers")} and filled for ${formatNumber(filled)}`,
    uk: `${countUk(count, "викладач", "викладачі", "викладачів")} без посади, із посадою – ${formatNumber(filled)}`,
  }),
  emptyLastName: ({ count, filled }) => ({
    en: `the last name is empty for ${countEn(count, "teacher", "teachers")} and filled for ${formatNumber(filled)}`,
    uk: `${countUk(count, "викладач", "викладачі", "викладачів")} без прізвища, із прізвищем – ${formatNumber(filled)}`,
  }),
  doubtfulSplit: ({ value, parts, lostDegree, degree }) => {
    const isSplit = parts.length > 0;
    const [lost, kept] = [quoteText(lostDegree ?? ""), quoteText(degree)];
    const [without, withoutUk] = lostDegree
      ? [`, without ${lost}, because the degree is ${kept}`, `, без ${lost}, бо посада – ${kept}`]
      : ["", ""];
    return {
      en: `${quoteText(value)} was split into ${isSplit ? describeParts(parts) : "no name"}${without}`,
      uk: `${quoteText(value)} ${isSplit ? `розділено на: ${describeParts(parts)}` : "не схоже на ім’я"}${withoutUk}; перевірте`,
    };
  },
};

/** The name of each kind of warning, for the line that counts the warnings that are not listed. */
export const warningKinds: Readonly<Record<WarningCode, Translations>> = {
  mixedScripts: { en: "Latin letters among Cyrillic ones", uk: "латинські літери серед кириличних" },
  latinName: { en: "Latin letters beside a Cyrillic name", uk: "латинські літери поруч з іменем кирилицею" },
  oddApostrophe: { en: "unusual apostrophes", uk: "незвичні апострофи" },
  capitals: { en: "names in capital letters", uk: "лише великі літери" },
  strayFullStop: { en: "stray full stops", uk: "зайві крапки" },
  strayPunctuation: { en: "stray punctuation", uk: "зайві розділові знаки" },
  letterSpaced: { en: "spaces between letters", uk: "пробіли між літерами" },
  placeholder: { en: "placeholders", uk: "позначки замість імен і посад" },
  heading: { en: "headings instead of names", uk: "заголовки замість імен" },
  severalPeople: { en: "cells with several people", uk: "кілька осіб в одній клітинці" },
  note: { en: "notes in names and degrees", uk: "уточнення в іменах і посадах" },
  digit: { en: "names with digits", uk: "цифри в іменах" },
  smallLetters: { en: "names without a capital letter", uk: "імена без великої літери" },
  setAside: { en: "rows that are left out", uk: "пропущені рядки" },
  latinRow: { en: "names in Latin letters", uk: "імена латинськими літерами" },
  foreignLetter: { en: "letters that are not Ukrainian", uk: "літери, яких немає в українській абетці" },
  abbreviatedDegree: { en: "abbreviated degrees", uk: "скорочені посади" },
  emptyDegree: { en: "empty degrees", uk: "викладачі без посади" },
  emptyLastName: { en: "empty last names", uk: "викладачі без прізвища" },
  duplicate: { en: "probable duplicates", uk: "імовірні повтори" },
  rareDegree: { en: "degrees that look misspelt", uk: "можливі описки в посадах" },
  doubtfulSplit: { en: "whole names that may be split wrongly", uk: "сумнівний поділ ПІБ" },
};
