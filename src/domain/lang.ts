/** The languages of pages and messages: how they write numbers, and the language of whoever reads a message. */
import { AsyncLocalStorage } from "node:async_hooks";
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

/** The language of a command, or of a request to a server whose users have different languages. */
const language = new AsyncLocalStorage<Lang>();

/**
 * Runs `work`, including what it awaits, in a language. Signal handlers run outside of that language, unless they are
 * passed to `AsyncLocalStorage.bind`.
 */
export function withLanguage<Result>(lang: Lang, work: () => Result): Result {
  return language.run(lang, work);
}

export const chosenLanguage = (): Lang => language.getStore() ?? "en";

/**
 * The language of the locale, from the first of its POSIX variables that is set. English if that language is not
 * supported.
 */
export function findLanguage(environment: Readonly<Record<string, string | undefined>>): Lang {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  const [code] = locale.toLowerCase().split(/[_.@-]/);
  return langs.find((lang) => lang === code) ?? "en";
}

type TextOf<Values extends readonly unknown[]> = Translations | ((...values: Values) => Translations);

/** Declares a text in each language, and returns a function that renders it in the chosen one. */
export function inLanguages<Values extends readonly unknown[] = []>(
  text: TextOf<Values>,
): (...values: Values) => string {
  return (...values) => (typeof text === "function" ? text(...values) : text)[chosenLanguage()];
}

/** A number with its thousands separated, in the chosen language. */
export const formatNumber = (value: number): string => formatNumberIn(chosenLanguage(), value);

const listFormats = { uk: lazy(() => new Intl.ListFormat("uk")), en: lazy(() => new Intl.ListFormat("en-GB")) };
const more = inLanguages((count: number) => ({ uk: `ще ${count}`, en: `${count} more` }));

/** `a, b and c`. Lists the first `max` names, and counts the others; `count` is how many there are, if not all are given. */
export function listNames(
  names: readonly (string | number)[],
  max = Number.POSITIVE_INFINITY,
  count = names.length,
): string {
  const shown = names.slice(0, max).map(String);
  if (count > shown.length) shown.push(more(count - shown.length));
  return listFormats[chosenLanguage()]().format(shown);
}

/** Ascending versions: `1, 2 and 5`. Runs of three or more are shortened: `1–3`. */
export function listVersions(versions: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === version - 1) run[1] = version;
    else runs.push([version, version]);
  }
  return listNames(
    runs.flatMap<string | number>(([first, last]) =>
      last - first > 1 ? `${first}–${last}` : [...new Set([first, last])],
    ),
  );
}
