/** The parameters of each resource as one table, and the function that reads them from a query string. */
import { langs } from "../../domain/lang.ts";
import { type Format, formats } from "../../domain/list-query.ts";
import { hasLetterOrDigit, splitWords } from "../../domain/names/names.ts";
import { orderings } from "../../domain/names/ordering.ts";
import { idMax, parseId, textLengthMax } from "../../domain/teacher.ts";
import { clip, issueOf, type ParameterIssue } from "./problem.ts";

/** The page size without `limit` (specification, section 8), and on pages for people. */
export const limitDefault = 10;
export const htmlLimitDefault = 25;

/** The largest page for people, even if `limit` may be larger. */
export const htmlLimitMax = 100;

/** The most words of a search, and the most names of one match. */
const wordsMax = 12;
export const namesMax = 1000;

/** An integer has at most this many digits, so that sums of them stay exact. */
const digitsMax = 15;
export const integerMax = 10 ** digitsMax - 1;

type Kind =
  | { readonly kind: "integer" }
  /** Ids separated by commas, which may be repeated. */
  | { readonly kind: "ids" }
  /** A stored text, or a search or name, in which white space of any kind separates words. */
  | { readonly kind: "text" | "words" }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

const parameters = {
  limit: { kind: "integer" },
  offset: { kind: "integer" },
  page: { kind: "integer" },
  page_size: { kind: "integer" },
  first_name: { kind: "text" },
  middle_name: { kind: "text" },
  last_name: { kind: "text" },
  degree: { kind: "text" },
  without: { kind: "choice", choices: ["degree"] },
  id: { kind: "ids" },
  search: { kind: "words" },
  q: { kind: "words" },
  exact: { kind: "choice", choices: ["true", "false"] },
  ordering: { kind: "choice", choices: orderings },
  format: { kind: "choice", choices: formats },
  lang: { kind: "choice", choices: langs },
  letter: { kind: "text" },
  name: { kind: "words" },
} as const satisfies Readonly<Record<string, Kind>>;

export type ParameterName = keyof typeof parameters;

export interface ParameterSet {
  readonly names: readonly ParameterName[];
  readonly formats: readonly Format[];
}

const selecting = [
  "first_name",
  "middle_name",
  "last_name",
  "degree",
  "without",
  "id",
  "search",
  "q",
  "exact",
] as const;

/** The parameters and formats of each resource. `letter` is added on pages for people. */
export const parameterSets = {
  list: {
    names: ["limit", "offset", "page", "page_size", ...selecting, "ordering", "format", "lang"],
    formats,
  },
  teacher: { names: ["format", "lang"], formats: ["json", "html"] },
  degrees: { names: [...selecting, "format"], formats: ["json"] },
  match: { names: ["name", "format"], formats: ["json", "csv"] },
  none: { names: [], formats: [] },
} as const satisfies Readonly<Record<string, ParameterSet>>;

/** Every given value by name, decoded and trimmed. Blank values are left out, and equal ones stand once, except names. */
export type Values = Readonly<Partial<Record<ParameterName, readonly string[]>>>;

/** Names that programs and campaigns add to any URL. */
const ignoredName = /^(?:_|utm_|(?:fbclid|gclid)$)/;

/** Brackets that clients append to repeated parameters: `id[]` or `id[0]`. */
const brackets = /\[\d{0,9}\]$/;

/**
 * Reads the parameters of a raw query string, and finds everything that is wrong with them. Pages for people ignore
 * unknown parameters.
 */
export function readParameters(rawQuery: string, set: ParameterSet, isForPeople = false) {
  const values: Partial<Record<ParameterName, string[]>> = {};
  const issues: ParameterIssue[] = [];
  const unknown = new Set<string>();
  for (const pair of rawQuery === "" ? [] : rawQuery.split("&")) {
    if (pair === "" || pair === "=") continue;
    const equals = pair.indexOf("=");
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const rawValue = equals === -1 ? "" : pair.slice(equals + 1);
    const decodedName = decode(rawName);
    const name = (decodedName ?? rawName).replace(brackets, "");
    const decoded = decode(rawValue);
    const value = (decoded ?? rawValue).trim();
    if (!isParameterOf(set, name, isForPeople)) {
      if (isForPeople || ignoredName.test(name) || unknown.has(name)) continue;
      unknown.add(name);
      issues.push(issueOf(name, "unknown_parameter", value, unknownAdvice(set)));
    } else if (decoded === null) {
      issues.push(issueOf(name, "bad_encoding", value, "must be percent-encoded UTF-8; write % as %25"));
    } else if (value !== "") {
      addValue(values, issues, name, value);
    }
  }
  for (const name of Object.keys(values) as ParameterName[]) {
    for (const value of values[name]!) checkValue(name, value, set, issues);
  }
  return { values: values as Values, issues };
}

function isParameterOf({ names }: ParameterSet, name: string, isForPeople: boolean): name is ParameterName {
  return (names as readonly string[]).includes(name) || (isForPeople && name === "letter");
}

function unknownAdvice({ names }: ParameterSet): string {
  return names.length === 0 ? "there are no parameters here; leave it out" : `unknown parameter; use ${listOf(names)}`;
}

/** `a, b or c` */
function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function addValue(
  values: Partial<Record<ParameterName, string[]>>,
  issues: ParameterIssue[],
  name: ParameterName,
  value: string,
): void {
  values[name] ??= [];
  const known = values[name];
  const isList = name === "id" || name === "name";
  // The same name twice is two cells of a timetable.
  if (known.length === 0 || name === "name" || (isList && !known.includes(value))) known.push(value);
  else if (!isList && !known.includes(value)) {
    issues.push(
      issueOf(name, "repeated", value, `given twice with different values; the first is "${clip(known[0]!)}"`),
    );
  }
}

/**
 * Decodes a form-encoded component; null if it is not UTF-8. U+FFFD is refused, because the server's parser replaces
 * raw bytes that are not UTF-8 with it.
 */
function decode(raw: string): string | null {
  // Most names and numbers are plain.
  if (/^[\w.~-]*$/.test(raw)) return raw;
  try {
    const text = decodeURIComponent(raw.replaceAll("+", " "));
    return text.includes("\uFFFD") ? null : text;
  } catch {
    return null;
  }
}

function checkValue(name: ParameterName, value: string, set: ParameterSet, issues: ParameterIssue[]): void {
  const parameter: Kind = parameters[name];
  switch (parameter.kind) {
    case "integer":
      if (!/^-?[0-9]+$/.test(value) || value.replace("-", "").length > digitsMax) {
        issues.push(issueOf(name, "not_an_integer", value, `must be a whole number of at most ${digitsMax} digits`));
      } else if (name === "page" && Number(value) < 1) {
        issues.push(issueOf(name, "not_a_page", value, "pages count from 1; use page=1 for the first page"));
      }
      break;
    case "ids":
      if (splitIds(value).length === 0 || splitIds(value).some((id) => parseId(id) === null)) {
        const message = `must be ids separated by commas, each a whole number from 1 to ${idMax}`;
        issues.push(issueOf(name, "not_an_integer", value, message));
      }
      break;
    case "choice": {
      const choices = name === "format" ? set.formats : parameter.choices;
      if (!choices.includes(value)) issues.push(issueOf(name, "unknown_value", value, `must be ${listOf(choices)}`));
      break;
    }
    default:
      checkText(name, value, parameter.kind, issues);
  }
}

/** The ids of a list with commas, without spaces and blank entries. */
export function splitIds(list: string): string[] {
  return list
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
}

/** Adds what is wrong with a text that is trimmed and not empty. `name` is how the issue refers to it. */
export function checkText(name: string, value: string, kind: "text" | "words", issues: ParameterIssue[]): void {
  // Pasted words may be separated by tabs and line breaks.
  const control = (kind === "words" ? /[\p{Cc}--\s]/v : /\p{Cc}/v).exec(value)?.[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    issues.push(issueOf(name, "control_character", value, `has the control character U+${code}; leave it out`));
  }
  const text = value.normalize("NFC");
  const length = text.length <= textLengthMax ? text.length : [...text].length;
  if (length > textLengthMax) {
    issues.push(issueOf(name, "too_long", value, `has ${length} characters; at most ${textLengthMax} are accepted`));
  } else if (name === "search" || name === "q") {
    const words = splitWords(text).filter(hasLetterOrDigit).length;
    if (words > wordsMax) {
      issues.push(issueOf(name, "too_long", value, `has ${words} words; at most ${wordsMax} are accepted`));
    }
  }
}
