/** The texts of an import's findings: notes, skipped rows, repairs and warnings. */
import { countEn, countUk, type Translations } from "../../domain/lang.ts";
import type { NoteMessage, RepairMessage, SkipMessage, WarningCode, WarningMessage } from "../../import/message.ts";
import { fieldLabel, listFields, nameColumn } from "../../read/field-labels.ts";
import { afterValue, formatNumber, inLanguages, listNames, type MessageTexts, quoteText } from "../../read/language.ts";
import { describeParts, describeRow, describeRowIn } from "./field-labels.ts";

/** A note names at most this many lines. */
const linesMax = 10;

/** A note names at most this many headings. */
const headingsMax = 20;

const listHeadings = (headings: readonly string[]): string => listNames(headings.map(quoteText), headingsMax);

/** The letters of columns that are numbered from 1. */
const listColumns = (columns: readonly number[]): string => listNames(columns.map((column) => nameColumn(column - 1)));

const separators: Readonly<Record<string, () => string>> = {
  ";": inLanguages({ uk: ", роздільник – крапка з комою", en: ", separated by semicolons" }),
  "\t": inLanguages({ uk: ", роздільник – табуляція", en: ", separated by tabs" }),
};

const unpacked = inLanguages({ uk: ", розпаковано з gzip", en: ", unpacked from gzip" });

const sheetCount = inLanguages((count: number) => ({ uk: ` (усього аркушів: ${count})`, en: ` (of ${count})` }));

/** The end of a note about the format: the separator, and whether the file was packed. */
function describeForm(separator: string | null, isUnpacked: boolean): string {
  return (separators[separator ?? ""]?.() ?? "") + (isUnpacked ? unpacked() : "");
}

const lines = inLanguages((lines: readonly number[]) => ({
  uk: `${lines.length === 1 ? "рядок" : "рядки"} ${listNames(lines, linesMax)}`,
  en: `${lines.length === 1 ? "line" : "lines"} ${listNames(lines, linesMax)}`,
}));

const ofId = (id: number | null): string => (id === null ? "" : ` (id ${id})`);

export const findingTexts: MessageTexts<NoteMessage | SkipMessage | RepairMessage | WarningMessage> = {
  readText: ({ format, encoding, separator, isUnpacked }) => ({
    uk: `Прочитано як ${format.toUpperCase()} у кодуванні ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
    en: `Read as ${format.toUpperCase()} in ${encoding.toUpperCase()}${describeForm(separator, isUnpacked)}`,
  }),
  readSheet: ({ format, sheet, sheetCount: count, isUnpacked }) => ({
    uk: `Прочитано як ${format.toUpperCase()}, аркуш ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
    en: `Read as ${format.toUpperCase()}, the sheet ${quoteText(sheet)}${count === 1 ? "" : sheetCount(count)}${describeForm(null, isUnpacked)}`,
  }),
  skippedAbove: (message) => ({
    uk: `Пропущено над заголовком таблиці: ${lines(message.lines)}`,
    en: `Skipped above the header: ${lines(message.lines)}`,
  }),
  hiddenRows: (message) => ({
    uk: `Прочитано й приховані рядки (${message.lines.length}): ${listNames(message.lines, linesMax)}`,
    en: `Imported hidden rows too (${message.lines.length}): ${lines(message.lines)}`,
  }),
  ignoredColumns: ({ headings }) => ({
    uk: `Не використано ${headings.length === 1 ? "стовпець" : "стовпці"} ${listHeadings(headings)}`,
    en: `Ignored the ${headings.length === 1 ? "column" : "columns"} ${listHeadings(headings)}`,
  }),
  ignoredNameless: ({ columns }) => ({
    uk: `Не використано клітинки без заголовка у ${columns.length === 1 ? "стовпці" : "стовпцях"} ${listColumns(columns)}`,
    en: `Ignored cells without a heading in ${columns.length === 1 ? "column" : "columns"} ${listColumns(columns)}`,
  }),
  splitColumn: ({ heading, fields }) => ({
    uk: `Стовпець ${quoteText(heading)} розділено на: ${listNames(fields.map(fieldLabel))}`,
    en: `Split the column ${quoteText(heading)} into ${listFields(fields)}`,
  }),
  personnelNumbers: ({ value, id }) => ({
    uk: `Номери (id) – це цифри табельних номерів, наприклад ${id} для ${quoteText(value)}`,
    en: `The ids are the digits of personnel numbers, such as ${id} for ${quoteText(value)}`,
  }),
  duplicatesUnchecked: ({ teachers }) => ({
    uk: `Повторів не шукали: викладачів забагато (${formatNumber(teachers)})`,
    en: `Did not check for duplicates: ${countEn(teachers, "teacher", "teachers")} are too many`,
  }),
  skippedRow: ({ value }) => ({ uk: quoteText(value), en: quoteText(value) }),
  secondPost: ({ value, degree, keptDegree, ...row }) => ({
    uk:
      degree === keptDegree
        ? `${quoteText(value)} повторює ${describeRow(row)}`
        : `друга посада, яку обіймає ${quoteText(value)}: ${quoteText(degree)}; у довіднику буде ${quoteText(keptDegree)} (${describeRow(row)})`,
    en:
      degree === keptDegree
        ? `${quoteText(value)} repeats ${describeRow(row)}`
        : `a second post of ${quoteText(value)}, ${quoteText(degree)}; the position is ${quoteText(keptDegree)} (${describeRow(row)})`,
  }),
  repaired: ({ value, repaired }) => ({
    uk: `${quoteText(value)} замінено на ${quoteText(repaired)}`,
    en: `${quoteText(value)} became ${quoteText(repaired)}`,
  }),
  mixedScripts: afterValue({
    uk: "– латинські й кириличні літери в одному слові",
    en: "has Latin and Cyrillic letters in one word",
  }),
  latinName: afterValue({
    uk: "– латинські літери, а решта імені кирилицею",
    en: "is in Latin letters beside a Cyrillic name",
  }),
  oddApostrophe: ({ value, apostrophe }) => ({
    uk: `${quoteText(value)} – незвичний апостроф ${quoteText(apostrophe)}; звичайні – ' та \u2019`,
    en: `${quoteText(value)} has the unusual apostrophe ${quoteText(apostrophe)}; the usual ones are ' and \u2019`,
  }),
  capitals: afterValue({ uk: "– лише великі літери", en: "is in capital letters" }),
  strayFullStop: afterValue({ uk: "– зайва крапка", en: "has a stray full stop" }),
  strayPunctuation: afterValue({
    uk: "– зайвий розділовий знак на початку або в кінці",
    en: "has stray punctuation at an end",
  }),
  letterSpaced: afterValue({ uk: "– пробіли між літерами", en: "has spaces between its letters" }),
  placeholder: afterValue({
    uk: "– це не ім’я і не посада; видаліть рядок або цей текст",
    en: "is a placeholder, not a name or a degree",
  }),
  heading: afterValue({ uk: "– заголовок, а не ім’я", en: "is a heading, not a name" }),
  severalPeople: afterValue({
    uk: "– схоже, тут кілька осіб; запишіть кожну в окремому рядку",
    en: "seems to name more than one person",
  }),
  note: afterValue({ uk: "– у клітинці є уточнення, його побачать усі", en: "has a note, which would be published" }),
  digit: afterValue({ uk: "– цифра в імені", en: "has a digit in a name" }),
  smallLetters: afterValue({ uk: "– ім’я без великої літери", en: "is a name without a capital letter" }),
  setAside: afterValue({ uk: "– не викладач; рядок пропущено", en: "is not a teacher, and the row is left out" }),
  latinRow: afterValue({
    uk: "– латинські літери, а більшість імен кирилицею",
    en: "is in Latin letters, and most names are in Cyrillic",
  }),
  foreignLetter: ({ value, letter }) => ({
    uk: `${quoteText(value)} – літера ${quoteText(letter)}, якої немає в українській абетці`,
    en: `${quoteText(value)} has the letter ${quoteText(letter)}, which is not Ukrainian`,
  }),
  duplicate: ({ value, id, otherId, ...row }) => ({
    uk: `${quoteText(value)}${ofId(id)} уже є ${describeRowIn(row)}${ofId(otherId)}: можливо, це та сама людина`,
    en: `${quoteText(value)}${ofId(id)} has the same name as ${describeRow(row)}${ofId(otherId)}`,
  }),
  rareDegree: ({ value, common, count }) => ({
    uk: `${quoteText(value)} трапляється лише раз, а ${quoteText(common)} – ${countUk(count, "раз", "рази", "разів")}; можливо, це описка`,
    en: `${quoteText(value)} occurs once; ${quoteText(common)} occurs ${countEn(count, "time", "times")}`,
  }),
  abbreviatedDegree: ({ value, full, count }) => ({
    uk: `${quoteText(value)} трапляється ${countUk(count, "раз", "рази", "разів")}, хоча є й ${quoteText(full)}; запишіть однаково`,
    en: `${quoteText(value)} occurs ${countEn(count, "time", "times")} beside ${quoteText(full)}`,
  }),
  emptyDegree: ({ count, filled }) => ({
    uk: `${countUk(count, "викладач", "викладачі", "викладачів")} без посади, із посадою – ${formatNumber(filled)}`,
    en: `the degree is empty for ${countEn(count, "teacher", "teachers")} and filled for ${formatNumber(filled)}`,
  }),
  emptyLastName: ({ count, filled }) => ({
    uk: `${countUk(count, "викладач", "викладачі", "викладачів")} без прізвища, із прізвищем – ${formatNumber(filled)}`,
    en: `the last name is empty for ${countEn(count, "teacher", "teachers")} and filled for ${formatNumber(filled)}`,
  }),
  doubtfulSplit: ({ value, parts, lostDegree, degree }) => {
    const isSplit = parts.length > 0;
    const [lost, kept] = [quoteText(lostDegree ?? ""), quoteText(degree)];
    const [without, withoutUk] = lostDegree
      ? [`, without ${lost}, because the degree is ${kept}`, `, без ${lost}, бо посада – ${kept}`]
      : ["", ""];
    return {
      uk: `${quoteText(value)} ${isSplit ? `розділено на: ${describeParts(parts)}` : "не схоже на ім’я"}${withoutUk}; перевірте`,
      en: `${quoteText(value)} was split into ${isSplit ? describeParts(parts) : "no name"}${without}`,
    };
  },
};

/** The name of each kind of warning, for the line that counts the warnings that are not listed. */
export const warningKinds: Readonly<Record<WarningCode, Translations>> = {
  mixedScripts: { uk: "латинські літери серед кириличних", en: "Latin letters among Cyrillic ones" },
  latinName: { uk: "латинські літери поруч з іменем кирилицею", en: "Latin letters beside a Cyrillic name" },
  oddApostrophe: { uk: "незвичні апострофи", en: "unusual apostrophes" },
  capitals: { uk: "лише великі літери", en: "names in capital letters" },
  strayFullStop: { uk: "зайві крапки", en: "stray full stops" },
  strayPunctuation: { uk: "зайві розділові знаки", en: "stray punctuation" },
  letterSpaced: { uk: "пробіли між літерами", en: "spaces between letters" },
  placeholder: { uk: "позначки замість імен і посад", en: "placeholders" },
  heading: { uk: "заголовки замість імен", en: "headings instead of names" },
  severalPeople: { uk: "кілька осіб в одній клітинці", en: "cells with several people" },
  note: { uk: "уточнення в іменах і посадах", en: "notes in names and degrees" },
  digit: { uk: "цифри в іменах", en: "names with digits" },
  smallLetters: { uk: "імена без великої літери", en: "names without a capital letter" },
  setAside: { uk: "пропущені рядки", en: "rows that are left out" },
  latinRow: { uk: "імена латинськими літерами", en: "names in Latin letters" },
  foreignLetter: { uk: "літери, яких немає в українській абетці", en: "letters that are not Ukrainian" },
  abbreviatedDegree: { uk: "скорочені посади", en: "abbreviated degrees" },
  emptyDegree: { uk: "викладачі без посади", en: "empty degrees" },
  emptyLastName: { uk: "викладачі без прізвища", en: "empty last names" },
  duplicate: { uk: "імовірні повтори", en: "probable duplicates" },
  rareDegree: { uk: "можливі описки в посадах", en: "degrees that look misspelt" },
  doubtfulSplit: { uk: "сумнівний поділ ПІБ", en: "whole names that may be split wrongly" },
};
