/**
 * The language of messages: texts in each language, of which those in the chosen one are shown, and values from files in them: short,
 * and harmless to a terminal.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Lang, langs } from "../../domain/lang.ts";
import { lazy } from "../../domain/lazy.ts";
import { clipText } from "../../import/fault.ts";

/** Of the process, so that every message, and also that of an interruption, is in one language. */
let language: Lang = "en";

export function setLanguage(lang: Lang): void {
  language = lang;
}

/** Of a request, because the readers of a server have different languages. */
const ofRequest = new AsyncLocalStorage<Lang>();

/** Runs `work`, and all that it waits for, in a language. */
export function withLanguage<Result>(lang: Lang, work: () => Result): Result {
  return ofRequest.run(lang, work);
}

export function chosenLanguage(): Lang {
  return ofRequest.getStore() ?? language;
}

/** The language of the locale, by the first variable of POSIX that is set; English where we have no other. */
export function findLanguage(environment: Readonly<Record<string, string | undefined>>): Lang {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  const [code] = locale.toLowerCase().split(/[_.@-]/);
  return langs.find((lang) => lang === code) ?? "en";
}

/** A text in each language, or functions of its values. */
export type Translations<Values extends readonly unknown[]> = Readonly<
  Record<Lang, string | ((...values: Values) => string)>
>;

/** The texts of messages that are data, by their codes. */
export type MessageTexts<Message extends { readonly code: string }> = {
  readonly [Code in Message["code"]]: Translations<[message: Extract<Message, { readonly code: Code }>]>;
};

/** The text in the chosen language. */
export function translate<Values extends readonly unknown[]>(texts: Translations<Values>, ...values: Values): string {
  const text = texts[chosenLanguage()];
  return typeof text === "string" ? text : text(...values);
}

/** The text of a message that is data. */
export function translateMessage<Message extends { readonly code: string }>(
  texts: MessageTexts<Message>,
  message: Message,
): string {
  return translate(texts[message.code as Message["code"]] as Translations<[Message]>, message);
}

/** Declares a text in each language; what it returns gives the one in the chosen language. */
export function inLanguages<Values extends readonly unknown[] = []>(
  texts: Translations<Values>,
): (...values: Values) => string {
  return (...values) => translate(texts, ...values);
}

const listFormats = { en: lazy(() => new Intl.ListFormat("en-GB")), uk: lazy(() => new Intl.ListFormat("uk")) };
const pluralRules = { en: lazy(() => new Intl.PluralRules("en")), uk: lazy(() => new Intl.PluralRules("uk")) };
const numberFormats = { en: lazy(() => new Intl.NumberFormat("en")), uk: lazy(() => new Intl.NumberFormat("uk")) };

/** `1 line`, `2 lines`. */
export function countEn(count: number, one: string, other: string): string {
  return `${formatCount(count)} ${pluralRules.en().select(count) === "one" ? one : other}`;
}

/** `1 рядок`, `2 рядки`, `5 рядків`. */
export function countUk(count: number, one: string, few: string, many: string): string {
  return `${formatCount(count)} ${pluralUk(count, one, few, many)}`;
}

/** The form of a noun with a number. */
export function pluralUk(count: number, one: string, few: string, many: string): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return forms[pluralRules.uk().select(count)] ?? many;
}

/** A number with its thousands separated. */
export function formatCount(value: number): string {
  return numberFormats[chosenLanguage()]().format(value);
}

const more = inLanguages<[count: number]>({ en: (count) => `${count} more`, uk: (count) => `ще ${count}` });

/** `a, b and c`; of more than `max` names, only the first and how many more. */
export function listNames(names: readonly (string | number)[], max = Number.POSITIVE_INFINITY): string {
  const shown = names.slice(0, max).map(String);
  if (names.length > max) shown.push(more(names.length - max));
  return listFormats[chosenLanguage()]().format(shown);
}

/** Ascending versions: `1, 2 and 5`; three and more in a row as `1–3`. */
export function listVersions(versions: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === version - 1) run[1] = version;
    else runs.push([version, version]);
  }
  return listNames(
    runs.flatMap(([first, last]) => {
      if (last - first > 1) return `${first}–${last}`;
      return first === last ? first : [first, last];
    }),
  );
}

/** The text clipped and in the quotes of the language. Escaped are line breaks as in JSON, and what {@link escapeText} escapes. */
export function quoteText(text: string): string {
  const quoted = escapeText(JSON.stringify(clipText(text)));
  return chosenLanguage() === "en" ? quoted : `«${quoted.slice(1, -1).replaceAll('\\"', '"')}»`;
}

/** The value of a flag as it is typed in a shell. */
export function quoteFlag(text: string): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(text) ? text : escapeText(JSON.stringify(clipText(text)));
}

/** Escapes control characters, and format characters, which can turn the direction of a line. */
export function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  let escaped = "";
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
