/** The texts of what an import warns of. */
import type { WarningCode, WarningMessage } from "../../import/message.ts";
import { describeParts, describeRow, describeRowIn } from "./field-labels.ts";
import { countEn, countUk, formatCount, inLanguages, type MessageTexts, quoteText } from "./language.ts";

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
  strayPunctuation: {
    en: ({ value }) => `${quoteText(value)} has stray punctuation at an end`,
    uk: ({ value }) => `${quoteText(value)} – зайвий розділовий знак на початку або в кінці`,
  },
  letterSpaced: {
    en: ({ value }) => `${quoteText(value)} has spaces between its letters`,
    uk: ({ value }) => `${quoteText(value)} – пробіли між літерами`,
  },
  placeholder: {
    en: ({ value }) => `${quoteText(value)} is a placeholder, not a name or a degree`,
    uk: ({ value }) => `${quoteText(value)} – це не ім’я і не посада; видаліть рядок або цей текст`,
  },
  heading: {
    en: ({ value }) => `${quoteText(value)} is a heading, not a name`,
    uk: ({ value }) => `${quoteText(value)} – заголовок, а не ім’я`,
  },
  severalPeople: {
    en: ({ value }) => `${quoteText(value)} seems to name more than one person`,
    uk: ({ value }) => `${quoteText(value)} – схоже, тут кілька осіб; запишіть кожну в окремому рядку`,
  },
  note: {
    en: ({ value }) => `${quoteText(value)} has a note, which would be published`,
    uk: ({ value }) => `${quoteText(value)} – у клітинці є примітка, її побачать усі`,
  },
  digit: {
    en: ({ value }) => `${quoteText(value)} has a digit in a name`,
    uk: ({ value }) => `${quoteText(value)} – цифра в імені`,
  },
  smallLetters: {
    en: ({ value }) => `${quoteText(value)} is a name without a capital letter`,
    uk: ({ value }) => `${quoteText(value)} – ім’я без великої літери`,
  },
  setAside: {
    en: ({ value }) => `${quoteText(value)} is not a teacher, and the row is left out`,
    uk: ({ value }) => `${quoteText(value)} – не викладач; рядок пропущено`,
  },
  latinRow: {
    en: ({ value }) => `${quoteText(value)} is in Latin letters, and most names are in Cyrillic`,
    uk: ({ value }) => `${quoteText(value)} – латинські літери, а більшість імен кирилицею`,
  },
  foreignLetter: {
    en: ({ value, letter }) => `${quoteText(value)} has the letter ${quoteText(letter)}, which is not Ukrainian`,
    uk: ({ value, letter }) => `${quoteText(value)} – літера ${quoteText(letter)}, якої немає в українській абетці`,
  },
  duplicate: {
    en: ({ value, id, otherId, ...row }) =>
      `${quoteText(value)}${ofId(id)} has the same name as ${describeRow(row)}${ofId(otherId)}`,
    uk: ({ value, id, otherId, ...row }) =>
      `${quoteText(value)}${ofId(id)} уже є ${describeRowIn(row)}${ofId(otherId)}: можливо, це та сама людина`,
  },
  rareDegree: {
    en: ({ value, common, count }) =>
      `${quoteText(value)} occurs once; ${quoteText(common)} occurs ${countEn(count, "time", "times")}`,
    uk: ({ value, common, count }) =>
      `${quoteText(value)} трапляється лише раз, а ${quoteText(common)} – ${countUk(count, "раз", "рази", "разів")}; можливо, це описка`,
  },
  abbreviatedDegree: {
    en: ({ value, full, count }) =>
      `${quoteText(value)} occurs ${countEn(count, "time", "times")} beside ${quoteText(full)}`,
    uk: ({ value, full, count }) =>
      `${quoteText(value)} трапляється ${countUk(count, "раз", "рази", "разів")} поряд із ${quoteText(full)}; запишіть однаково`,
  },
  emptyDegree: {
    en: ({ count, filled }) =>
      `the degree is empty for ${countEn(count, "teacher", "teachers")} and filled for ${formatCount(filled)}`,
    uk: ({ count, filled }) =>
      `посади немає у ${countUk(count, "викладача", "викладачів", "викладачів")}, а є у ${formatCount(filled)}`,
  },
  doubtfulSplit: {
    en: ({ value, parts, lostDegree, degree }) => {
      const split = parts.length === 0 ? "no name" : describeParts(parts);
      const lost = lostDegree && `, without ${quoteText(lostDegree)}, because the degree is ${quoteText(degree)}`;
      return `${quoteText(value)} was split into ${split}${lost ?? ""}`;
    },
    uk: ({ value, parts, lostDegree, degree }) => {
      const lost = lostDegree && `, без ${quoteText(lostDegree)}, бо посада – ${quoteText(degree)}`;
      const split = parts.length === 0 ? "не схоже на ім’я" : `розділено на: ${describeParts(parts)}`;
      return `${quoteText(value)} ${split}${lost ?? ""}; перевірте`;
    },
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
  strayPunctuation: inLanguages({ en: "stray punctuation", uk: "зайві розділові знаки" }),
  letterSpaced: inLanguages({ en: "spaces between letters", uk: "пробіли між літерами" }),
  placeholder: inLanguages({ en: "placeholders", uk: "позначки замість імен і посад" }),
  heading: inLanguages({ en: "headings instead of names", uk: "заголовки замість імен" }),
  severalPeople: inLanguages({ en: "cells with several people", uk: "кілька осіб в одній клітинці" }),
  note: inLanguages({ en: "notes in names and degrees", uk: "примітки в іменах і посадах" }),
  digit: inLanguages({ en: "names with digits", uk: "цифри в іменах" }),
  smallLetters: inLanguages({ en: "names without a capital letter", uk: "імена без великої літери" }),
  setAside: inLanguages({ en: "rows that are left out", uk: "пропущені рядки" }),
  latinRow: inLanguages({ en: "names in Latin letters", uk: "імена латинськими літерами" }),
  foreignLetter: inLanguages({ en: "letters that are not Ukrainian", uk: "літери, яких немає в українській абетці" }),
  abbreviatedDegree: inLanguages({ en: "abbreviated degrees", uk: "скорочені посади" }),
  emptyDegree: inLanguages({ en: "empty degrees", uk: "порожні посади" }),
  duplicate: inLanguages({ en: "probable duplicates", uk: "імовірні повтори" }),
  rareDegree: inLanguages({ en: "degrees that look misspelt", uk: "посади, схожі на описки" }),
  doubtfulSplit: inLanguages({ en: "whole names that may be split wrongly", uk: "сумнівний поділ ПІБ" }),
};
