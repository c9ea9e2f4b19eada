/**
 * What can't be a name or a degree: contact details, traces of lost letters, failed formulas and misread cells, and characters that
 * nobody sees.
 */
import { normalizeText } from "../../domain/names/names.ts";
import type { ContactKind, RowMessage } from "../message.ts";

/** `#REF!`, `#N/A`, `#ПОСИЛАННЯ!`, `#Н/Д`, and LibreOffice's `Err:502`. */
const spreadsheetError = /^(?:#[\p{Lu}\d/_'’ ]+[!?]?|Err:\d+)$/u;

const months = "січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const date = new RegExp(
  `^(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}(?:[T ]\\d{1,2}:\\d{2}.*)?|\\d{1,2}[-. ](?:${months})\\p{L}*\\.?(?:[-. ]\\d{2,4})?)$`,
  "iu",
);

const number = /^\d[\d\s.,]*(?:e[+-]?\d+)?%?$/i;

/** Bytes 0x80 to 0xBF as windows-1251 shows them: the second half of every Cyrillic letter in UTF-8. */
const continuation = new TextDecoder("windows-1251").decode(Uint8Array.from({ length: 64 }, (_, i) => 0x80 + i));

/** UTF-8 that was read as windows-1251 or Latin-1, Cyrillic that was read as Latin-1, and box drawings of KOI8. */
const misread = new RegExp(
  `(?:[РСТ][${RegExp.escape(continuation)}]){3}|(?:[ÐÑ][^\\p{ASCII}\\p{Script=Cyrillic}]){2}|[\\u00c0-\\u00ff]{5}|[\\u2500-\\u259f]{2}`,
  "u",
);

/** A letter that was lost became a question mark. Texts with other punctuation, such as parts of a URL, may have one too. */
const lostInName = /^[\p{L}\p{M}\s.,()'\u2019\u02bc-]*\?[\p{L}\p{M}\s.,()'\u2019\u02bc?-]*$/u;

/** A degree may end with a question mark. */
const lostInDegree = /\?\?|\p{L}\?\p{L}|^\?/u;

/** What is wrong with a normalised text that is not empty; undefined where it may be right. */
export function findTextDamage(text: string, isName: boolean): RowMessage | undefined {
  const value = text;
  if (text.includes("\ufffd")) return { code: "replacementCharacter", value };
  if (spreadsheetError.test(text)) return { code: "formulaError", value };
  if (lostInName.test(text) && (isName || lostInDegree.test(text))) return { code: "questionMarks", value };
  const kind = findContact(text);
  if (kind !== undefined) return { code: "contact", value, kind };
  if (date.test(text)) return { code: "dateInstead", value, isName };
  if (number.test(text)) return { code: "numberInstead", value, isName };
  return misread.test(text) ? { code: "misread", value } : undefined;
}

const email = /[\p{L}\d._%+-]+@[\p{L}\d-]+\.\p{L}/u;

const url =
  /(?:https?|ftp):\/\/|(?<![\p{L}\d])(?:www\.|t\.me\/|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:ua|com|org|net|edu|info|eu)(?![\p{L}\d]))/iu;

/** With a code (`+380…`, `(044) …`), `204-82-05`, or after the word; years such as `2019-2024` are none. */
const telephone =
  /\+\s?\d[\d\s()-]{7,}\d|(?<![\d-])\(?0\d{2}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\d-])|(?<![\d-])\d{3}[ -]\d{2}[ -]\d{2}(?![\d-])|(?<!\p{L})(?:тел(?:ефон)?|моб|tel|phone)[.:\s]*\+?\(?\d{2}/iu;

export function findContact(text: string): ContactKind | undefined {
  if (email.test(text)) return "email";
  if (url.test(text)) return "url";
  return telephone.test(text) ? "telephone" : undefined;
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Shows letters in another order than they are stored in. */
const override = /[\u202d\u202e]/u;

const direction = /[\u202a-\u202e\u2066-\u2069]/u;

/** Neither script needs such a character, unlike Arabic, the scripts of India, and emoji. */
const needless = /[\p{Script=Cyrillic}\p{Script=Latin}]/u;
const otherLetter = /[\p{L}--[\p{Script=Cyrillic}\p{Script=Latin}\p{Lm}\p{Default_Ignorable_Code_Point}]]/v;

/** The text without them where it is the same to a reader; null where it can't be, and a person must look at it. */
export function removeInvisible(text: string): string | null {
  if (text.search(invisible) === -1) return text;
  if (override.test(text)) return null;
  if (needless.test(text) && !otherLetter.test(text)) return normalizeText(text.replace(invisible, ""));
  return direction.test(text) ? null : text;
}

/** The first character that turns the direction of a text. */
export function findDirection(text: string): string | undefined {
  return (override.exec(text) ?? direction.exec(text))?.[0];
}
