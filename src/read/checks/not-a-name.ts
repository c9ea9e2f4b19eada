/**
 * Recognises texts that are not a name: placeholders, headings, sums, signatures, contact details, damage, and
 * invisible characters.
 */
import { lazy } from "../../domain/lazy.ts";
import { cleanText, invisible } from "../../domain/names/names.ts";
import { textLengthMax } from "../../domain/teacher.ts";
import { findHeadingField, headingsOfNames } from "../headings.ts";
import type { TextKind } from "./kinds.ts";

const placeholders = "вакансія ваканс вакант вакантна вакантно вакантний тест немає відсутня відсутній".split(" ");
const units = [
  ..."кафедра факультет інститут відділ відділення лабораторія деканат ректорат департамент управління".split(" "),
  ..."підрозділ центр сектор бібліотека секція комісія коледж ліцей академія університет".split(" "),
  ..."department faculty institute laboratory".split(" "),
];
const sums = ["разом", "всього", "усього", "загалом", "підсумок", "total"];

// A text of only `x` that is too long for a name is an error, not a placeholder.
const placeholder = new RegExp(
  `^\\(?(?:вак\\.|ваканс(?:ія|\\.)?(?!\\p{L}).*|вакантна (?:посада|ставка)|на конкурсі|не заповнено|${placeholders.join("|")}|test|н\\s?[/.]\\s?д\\.?|n\\/?a|null|none|[xх]{3,${textLengthMax}}|[\\p{P}=+~]+)\\)?$`,
  "iu",
);

/** What people write where there is nothing to write. */
const blank = /^(?:[\p{Pd}\u2212_]+|нема(?:є)?|відсутн(?:є|ій|я|ьо)|не вказано|none|n\/?a|н\s?\/\s?д)\.?$/iu;
export const isBlank = (text: string): boolean => blank.test(text);

/** `Вакансія`, `-`, `н/д`, `Тест`. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);

const unit = new RegExp(`(?<![\\p{L}-])(?:${units.join("|")})(?![\\p{L}-])`, "iu");

/**
 * The name of a part of the university: `Кафедра фізики`. Only the nominative matches, because positions contain such
 * names in other cases.
 */
export const isUnit = (text: string): boolean => unit.test(text);

/** A department, or an answer of a form, in place of a position. */
export const isNoPosition = (text: string): boolean => text.search(unit) === 0 || /^(?:так|ні|yes|no)$/iu.test(text);

/** The name of a part of the university, or the heading of a column that contains neither ids nor degrees. */
export function isHeading(text: string): boolean {
  if (unit.test(text)) return true;
  const field = findHeadingField(text);
  return field !== undefined && field !== "id" && field !== "degree";
}

const sum = new RegExp(
  `^\\s*(?:(?:${sums.join("|")}|продовження таблиці)(?!\\p{L})|(?:стор(?:інка|\\.)?|аркуш|лист|page)\\s*№?\\s*\\d)`,
  "iu",
);

/** The beginning of a row of sums or of a page footer: `стор. 1 з 5`. */
export const isSum = (text: string): boolean => sum.test(text);

const words = lazy(() => new Set([...placeholders, ...units, ...sums, ...headingsOfNames]));

/** Whether a word is a placeholder, a unit, a sum or a heading of names. A fast check. */
export const isKnownWord = (word: string): boolean => words().has(word.toLowerCase());

const signers = [
  "(?:начальник|проректор|ректор|директор|декан|завідувач|керівник|головн\\p{L}+ бухгалтер)а?",
  "завідувачка|зав\\.|заступни(?:к|ця)|провідн\\p{L}+ (?:фахівець|спеціаліст)|відповідальн(?:ий|а)",
  "бухгалтер|інспектор|фахівець|методист|секретар|виконавець|(?:викона|скла|підготува|перевіри)(?:в|ла)",
  "підпис|погоджено|затвердж(?:ую|ено)|примітк[аи]",
].join("|");

const signature = new RegExp(`^\\s*(?:т?\\.?\\s?в\\.\\s?о\\.\\s*)?(?:${signers})(?!\\p{L})`, "iu");

/** Whether a text begins like a signature line: with the signer's position, or words such as `погоджено`. */
export const isSignature = (text: string): boolean => signature.test(text);

/** `#REF!`, `#N/A`, `#ПОСИЛАННЯ!`, `#Н/Д`, and LibreOffice's `Err:502`. */
const spreadsheetError = /^(?:#[\p{Lu}\d/_'’ ]+[!?]?|Err:\d+)$/u;

const months = "січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const date = new RegExp(
  `^(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}(?:[T ]\\d{1,2}:\\d{2}.*)?|\\d{1,2}[-. ](?:${months})\\p{L}*\\.?(?:[-. ]\\d{2,4})?)$`,
  "iu",
);

const number = /^\d[\d\s.,]*(?:e[+-]?\d+)?%?$/i;

/** Bytes 0x80 to 0xBF as windows-1251 shows them: the second byte of every Cyrillic letter in UTF-8. */
const continuation = new TextDecoder("windows-1251").decode(Uint8Array.from({ length: 64 }, (_, i) => 0x80 + i));

/** UTF-8 read as windows-1251 or Latin-1, Cyrillic read as Latin-1, and box-drawing characters of KOI8. */
const misread = new RegExp(
  `(?:[РСТ][${RegExp.escape(continuation)}]){3}|(?:[ÐÑ][^\\p{ASCII}\\p{Script=Cyrillic}]){2}|[\\u00c0-\\u00ff]{5}|[\\u2500-\\u259f]{2}`,
  "u",
);

/** A question mark that replaced a lost letter. A text with other punctuation, such as a URL, may have a real one. */
const lostInName = /^[\p{L}\p{M}\s.,()'\u2019\u02bc-]*\?[\p{L}\p{M}\s.,()'\u2019\u02bc?-]*$/u;

/** A question mark that replaced a lost letter of a degree. A degree may end with a real question mark. */
const lostInDegree = /\?\?|\p{L}\?\p{L}|^\?/u;

/** The kind of damage of a normalised text that is not empty; undefined if there is none. */
export function findTextError(text: string, isName: boolean): TextKind | undefined {
  if (text.includes("\ufffd")) return "replacementCharacter";
  if (spreadsheetError.test(text)) return "formulaError";
  if (lostInName.test(text) && (isName || lostInDegree.test(text))) return "questionMarks";
  if (isContact(text)) return "contact";
  if (date.test(text)) return "dateInstead";
  if (number.test(text)) return "numberInstead";
  return misread.test(text) ? "misread" : undefined;
}

const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+\.\p{L}/u;

const url =
  /(?:https?|ftp):\/\/|(?<![\p{L}\d])(?:www\.|t\.me\/)|(?<=(?<![\p{L}\d])[a-z\d-]+)\.(?:ua|com|org|net|edu|info|eu)(?![\p{L}\d])/iu;

/**
 * A telephone number: with a code (`+380…`, `(044) …`), in groups (`204-82-05`), or after `тел.` or `phone`. Years such
 * as `2019-2024` do not match.
 */
const telephone =
  /\+\s?\d[\d\s()-]{7,}\d|(?<![\d-])\(?0\d{2}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\d-])|(?<![\d-])\d{3}[ -]\d{2}[ -]\d{2}(?![\d-])|(?<!\p{L})(?:тел(?:ефон)?|моб|tel|phone)[.:\s]*\+?\(?\d{2}/iu;

const isContact = (text: string): boolean => email.test(text) || url.test(text) || telephone.test(text);

const direction = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * Removes invisible characters, except in scripts where they may have a meaning. Null if one of them may change the
 * displayed order of letters, so that a person must look at the text.
 */
export function removeInvisible(text: string): string | null {
  if (text.search(invisible) === -1) return text;
  const clean = cleanText(text);
  return direction.test(clean) ? null : clean;
}
