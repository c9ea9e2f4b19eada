/** What is wrong with the text of an id: names the damage that spreadsheets do. */
import { quoteText } from "./quote.ts";
import { idWanted } from "./row-check.ts";

/** The largest number that Excel stores exactly: it rounds every number to 15 digits. */
export const spreadsheetIdMax = 999_999_999_999_999;

const damages: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^\d+(?:[.,]\d+)?[eе]\+?\d+$/iu,
    "; a spreadsheet shortened it, and its last digits are lost: format the column as text and enter the id again",
  ],
  [/^\d+[.,]0+$/, "; a spreadsheet added the decimals: format the column as a number without decimals"],
  [/^\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+$/u, "; a spreadsheet grouped its digits: format the column as a plain number"],
  [/^#/, "; a formula of the spreadsheet failed"],
  [/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/, "; a spreadsheet took it for a date: format the column as text"],
];

/** The message about an id that is none. */
export function describeIdFault(text: string): string {
  const hint = damages.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? "";
  return `${quoteText(text)} is not ${idWanted}${hint}`;
}
