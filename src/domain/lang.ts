/** The languages of pages and messages, and how they write numbers. */
import { lazy } from "./lazy.ts";

/** The first one is the default. Tables of texts have them in this order. */
export const langs = ["uk", "en"] as const;
export type Lang = (typeof langs)[number];

/** A text, or a group of texts, in each language. */
export type Translations<Text = string> = Readonly<Record<Lang, Text>>;

const numberFormats = { uk: lazy(() => new Intl.NumberFormat("uk")), en: lazy(() => new Intl.NumberFormat("en")) };
const pluralRulesUk = lazy(() => new Intl.PluralRules("uk"));

/** A number with its thousands separated. */
export function formatNumberIn(lang: Lang, value: number): string {
  return numberFormats[lang]().format(value);
}

/** `1 рядок`, `2 рядки`, `5 рядків`. The space may be a non-breaking one. */
export function countUk(count: number, one: string, few: string, many: string, space = " "): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return `${formatNumberIn("uk", count)}${space}${forms[pluralRulesUk().select(count)] ?? many}`;
}

/** `1 line`, `2 lines`. The space may be a non-breaking one. */
export function countEn(count: number, one: string, other: string, space = " "): string {
  return `${formatNumberIn("en", count)}${space}${count === 1 ? one : other}`;
}
