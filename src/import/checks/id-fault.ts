/** What is wrong with the text of an id: names the damage that spreadsheets do. */
import type { IdDamage } from "../message.ts";

/** The largest number that Excel stores exactly: it rounds every number to 15 digits. */
export const spreadsheetIdMax = 999_999_999_999_999;

const damages: readonly (readonly [pattern: RegExp, damage: IdDamage])[] = [
  [/^\d+(?:[.,]\d+)?[eе]\+?\d+$/iu, "shortened"],
  [/^\d+[.,]0+$/, "decimals"],
  [/^\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+$/u, "grouped"],
  [/^#/, "formula"],
  [/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/, "date"],
];

/** What damaged the text of an id; null where it is none for another reason. */
export function findIdDamage(text: string): IdDamage | null {
  return damages.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;
}
