/** Reads the values of a resource's parameters from a raw query string, and checks them. */
import { hasLetterOrDigit, splitWords } from "../domain/names/names.ts";
import { idMax, parseId } from "../domain/teacher.ts";
import { adviceFor } from "./near-miss.ts";
import type { ListParameterName, MatchParameterName, Parameter, searchAlias, TextParameter } from "./parameters.ts";
import { clip, faultOf, integerDigitsMax, notAnInteger, type ParameterFault } from "./problems.ts";

type ParameterName = ListParameterName | MatchParameterName | typeof searchAlias;

/** The values of the parameters that are given and not blank, decoded and trimmed. */
export type Values = Readonly<Partial<Record<ParameterName, string | undefined>>>;

export type NamedParameter = Parameter & { readonly name: ParameterName };

/** The parameters of a resource, and its advice on some unknown names, see {@link adviceFor}. */
export interface Vocabulary {
  readonly parameters: ReadonlyMap<string, NamedParameter>;
  /** The names that may be suggested. */
  readonly names: readonly string[];
  /** An object with every name set to undefined. Copies of it share one object shape, so property reads are fast. */
  readonly emptyValues: Values;
  readonly advice: ReadonlyMap<string, string>;
}

/** `aliases` are accepted too, but never suggested. */
export function vocabularyOf(
  parameters: readonly NamedParameter[],
  advice: ReadonlyMap<string, string> = new Map(),
  aliases: readonly NamedParameter[] = [],
): Vocabulary {
  const all = new Map([...parameters, ...aliases].map((parameter) => [parameter.name, parameter]));
  const emptyValues = Object.fromEntries([...all.keys()].map((name) => [name, undefined]));
  return { parameters: all, names: parameters.map(({ name }) => name), emptyValues, advice };
}

/**
 * Reads the values of the known parameters, and checks each pair. Repeated ids are joined with commas. `texts` has each
 * value of a text that may be repeated; `values` has the first one.
 */
export function readValues(rawQuery: string, vocabulary: Vocabulary) {
  const values: { -readonly [Name in keyof Values]: Values[Name] } = { ...vocabulary.emptyValues };
  /** The parameters that have a value, in the order of the query. */
  const given: NamedParameter[] = [];
  const texts: string[] = [];
  const faults: ParameterFault[] = [];
  /** Names with a reported `repeated` or `unknown_parameter` fault; each is reported once. */
  const reported = new Set<string>();
  const isPlain = !encoded.test(rawQuery);
  // Works on positions, because split() would create an array and a string for each pair.
  let equals = -1;
  for (let start = 0, end = 0; end < rawQuery.length; start = end + 1) {
    end = rawQuery.indexOf("&", start);
    if (end === -1) end = rawQuery.length;
    // One search serves all pairs before the next `=`. A search for each of them would take quadratic time.
    if (equals < start) equals = rawQuery.indexOf("=", start);
    if (equals === -1) break;
    if (equals > end) continue;
    const rawName = rawQuery.slice(start, equals);
    const name = isPlain ? rawName : decode(rawName);
    if (name === null) continue;
    const parameter = vocabulary.parameters.get(name);
    const refusal = parameter === undefined ? adviceFor(name, vocabulary.names, vocabulary.advice) : null;
    if (parameter === undefined && refusal === null) continue;

    const rawValue = rawQuery.slice(equals + 1, end);
    const decoded = isPlain ? rawValue : decode(rawValue);
    const value = (decoded ?? rawValue).trim();
    if (value === "") continue;

    if (parameter === undefined) {
      if (!reported.has(name)) faults.push(faultOf(name, "unknown_parameter", value, refusal!));
      reported.add(name);
      continue;
    }
    const earlier = values[parameter.name];
    if (earlier === undefined) given.push(parameter);
    if (earlier === undefined || parameter.kind === "ids" || parameter.kind === "texts") {
      if (parameter.kind === "texts") texts.push(value);
      values[parameter.name] =
        earlier !== undefined && parameter.kind === "ids" ? `${earlier},${value}` : (earlier ?? value);
      if (decoded !== null) checkValue(parameter, value, faults);
      else faults.push(faultOf(name, "bad_encoding", value, "must be percent-encoded UTF-8; write % as %25"));
    } else if (earlier !== value && !reported.has(name)) {
      const message = `given twice with different values; the first is "${clip(earlier)}"`;
      faults.push(faultOf(name, "repeated", value, message));
      reported.add(name);
    }
  }
  return { values, given, texts, faults };
}

const encoded = /[+%]/;

/**
 * Decodes a form-encoded component; null if it is malformed or not UTF-8. U+FFFD is refused, because Bun replaces raw
 * bytes that are not UTF-8 with it.
 */
function decode(raw: string): string | null {
  if (!encoded.test(raw)) return raw;
  try {
    const text = decodeURIComponent(raw.replaceAll("+", " "));
    return text.includes("\uFFFD") ? null : text;
  } catch {
    return null;
  }
}

/**
 * Percent-encodes every byte of the UTF-8 form except `A-Z a-z 0-9 - . _ ~`, in upper-case hex; a space becomes `+`.
 */
export function encodeQueryValue(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  const value = encodeURIComponent(text.toWellFormed());
  if (!/[!'()*]|%20/.test(value)) return value;
  return (
    value
      // encodeURIComponent leaves these characters unencoded.
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("%20", "+")
  );
}

/** A query string without the question mark, sorted by name. */
export function renderQuery(
  pairs: readonly (readonly [name: string, value: string])[],
  encode: (value: string) => string = encodeQueryValue,
): string {
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join("&");
}

/** Adds the faults of a value, which is decoded, trimmed and not empty. */
function checkValue(parameter: Parameter, value: string, faults: ParameterFault[]): void {
  switch (parameter.kind) {
    case "integer":
      if (!integerPattern.test(value)) faults.push(faultOf(parameter.name, "not_an_integer", value, notAnInteger));
      else if (Number(value) < parameter.minimum) faults.push(faultOf(parameter.name, "not_a_page", value, notAPage));
      break;
    case "ids":
      if (value.split(",").some((entry) => parseId(entry) === null)) {
        faults.push(faultOf(parameter.name, "not_an_integer", value, notIds));
      }
      break;
    case "choice":
      if (!parameter.choices.includes(value)) {
        const message = `must be one of: ${parameter.choices.join(", ")}`;
        faults.push(faultOf(parameter.name, "unknown_value", value, message));
      }
      break;
    case "text":
    case "texts":
      checkText(parameter, value, faults);
  }
}

const integerPattern = new RegExp(`^-?[0-9]{1,${integerDigitsMax}}$`);
const notAPage = "must be 1 or more; the first page is 1";
const notIds = `must be ids separated by commas, each a whole number from 1 to ${idMax}`;

/** Adds the faults of a text, which is trimmed and not empty. */
export function checkText(
  { name, lengthMax, wordsMax }: Pick<TextParameter, "name" | "lengthMax" | "wordsMax">,
  value: string,
  faults: ParameterFault[],
): void {
  // Pasted words may be separated by tabs and line breaks.
  const control = (wordsMax !== null ? /[\p{Cc}--\s]/v : /\p{Cc}/u).exec(value)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const message = `must not contain control characters; it has U+${code}`;
    faults.push(faultOf(name, "control_character", value, message));
  }
  const text = value.normalize("NFC");
  const length = text.length <= lengthMax ? text.length : [...text].length;
  const words = wordsMax === null ? 0 : splitWords(text).filter(hasLetterOrDigit).length;
  if (length > lengthMax || words > (wordsMax ?? 0)) {
    const most = `${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}`;
    const actual = wordsMax === null ? length : `${length} and ${words}`;
    faults.push(faultOf(name, "too_long", value, `must have at most ${most}; it has ${actual}`));
  }
}
