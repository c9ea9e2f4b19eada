/** Query parsing: from a raw query string to the query of a list or a teacher, reporting all faults at once. */

import { splitWords } from "../domain/names.ts";
import type { Ordering } from "../domain/ordering.ts";
import { type TextFieldName, teacherFields, textFieldNames } from "../domain/teacher.ts";
import { findCloseName } from "./near-miss.ts";
import {
  type Format,
  foreignPaging,
  integerDigitsMax,
  integerPattern,
  type Lang,
  limitDefault,
  listParameters,
  type Parameter,
  teacherParameters,
} from "./parameters.ts";
import { clip, createFaultCollector, type FaultCollector, notAnInteger } from "./problems.ts";

export interface ListQuery {
  /** The effective page size: from 1 to the maximum. */
  readonly limit: number;
  readonly offset: number;
  /** From 1, if given instead of the offset. */
  readonly page: number | null;
  /** Whether one of limit, offset, page and page_size was given. */
  readonly paged: boolean;
  /** Trimmed, in NFC, never empty. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** Ascending and distinct; null if not given. */
  readonly ids: readonly number[] | null;
  /** Trimmed, in NFC; empty if not given. */
  readonly search: string;
  /** These three are null if not given. */
  readonly ordering: Ordering | null;
  readonly format: Format | null;
  readonly lang: Lang | null;
  /** The known, non-blank parameters: trimmed, otherwise as sent, each once, sorted by name; page_size as limit. */
  readonly given: readonly (readonly [name: string, value: string])[];
}

export interface TeacherQuery {
  readonly format: Format | null;
  readonly lang: Lang | null;
}

export interface ListRules {
  readonly limitMax: number;
  /** Whether the path ends in `.json`, which allows no other format. */
  readonly isJsonPath?: boolean;
}

/** Parses the query of the list, without the question mark. Throws one `badParameters` with all faults. */
export function parseListQuery(rawQuery: string, { limitMax, isJsonPath = false }: ListRules): ListQuery {
  if (rawQuery === "" && limitMax >= limitDefault) return firstPage;
  const values = readValues(rawQuery, isJsonPath ? listJsonVocabulary : listVocabulary);

  const filters: Partial<Record<TextFieldName, string>> = {};
  for (const name of textFieldNames) {
    const value = values.get(name);
    if (value !== undefined) filters[name] = value.normalize("NFC");
  }
  const { ordering, format, lang } = readChoices(values);
  const pagesByNumber = values.has("page") || values.has("page_size");
  const page = pagesByNumber && values.has("page") ? countOf(values.get("page")) || 1 : null;
  if (pagesByNumber) usePageSizeAsLimit(values);
  const limitText = values.get("limit");
  const offsetText = values.get("offset");
  const limit = Math.min(countOf(limitText) || limitDefault, limitMax);
  return {
    limit,
    offset: page === null ? countOf(offsetText) : offsetOfPage(page, limit),
    page,
    paged: pagesByNumber || limitText !== undefined || offsetText !== undefined,
    filters,
    ids: null,
    search: values.get("search")?.normalize("NFC") ?? "",
    ordering,
    format,
    lang,
    given: sortValues(values, listVocabulary),
  };
}

/** The query with at most this limit. The offset of a page number depends on the limit. */
export function capLimit(query: ListQuery, limitMax: number): ListQuery {
  const limit = Math.min(query.limit, limitMax);
  return { ...query, limit, offset: query.page === null ? query.offset : offsetOfPage(query.page, limit) };
}

/** At most the largest offset that a link can carry, which is past the end of every list. */
function offsetOfPage(page: number, limit: number): number {
  return Math.min((page - 1) * limit, 10 ** integerDigitsMax - 1);
}

/** Links use limit and offset only, whatever was given. */
function usePageSizeAsLimit(values: Map<string, string>): void {
  const pageSize = values.get("page_size");
  if (pageSize !== undefined) values.set("limit", pageSize);
  values.delete("page");
  values.delete("page_size");
}

/** Parses the query of one teacher's resource, as {@link parseListQuery} does for the list. */
export function parseTeacherQuery(rawQuery: string, isJsonPath = false): TeacherQuery {
  if (rawQuery === "") return plainTeacherQuery;
  const { format, lang } = readChoices(readValues(rawQuery, isJsonPath ? teacherJsonVocabulary : teacherVocabulary));
  return { format, lang };
}

const firstPage: ListQuery = {
  limit: limitDefault,
  offset: 0,
  page: null,
  paged: false,
  filters: {},
  ids: null,
  search: "",
  ordering: null,
  format: null,
  lang: null,
  given: [],
};

const plainTeacherQuery: TeacherQuery = { format: null, lang: null };

/** The parameters of a resource, and its advice on similar names. */
interface Vocabulary {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly sortedNames: readonly string[];
  /** Messages for unknown names that are no near misses: other fields and the paging of other services. */
  readonly advice: ReadonlyMap<string, string>;
}

const listNames: readonly string[] = listParameters.map(({ name }) => name);
const listAdvice: ReadonlyMap<string, string> = new Map([
  ...teacherFields
    .filter((field) => !listNames.includes(field))
    .map((field) => [field, `not a filter; use ${field === "id" ? "/teachers/{id}/" : "search"}`] as const),
  ...[...foreignPaging].map(([name, instead]) => [name, `unknown parameter; use ${instead}`] as const),
]);
const listVocabulary = vocabularyOf(listParameters, listAdvice);
const listJsonVocabulary = vocabularyOf(listParameters.map(asJsonOnly), listAdvice);
const teacherVocabulary = vocabularyOf(teacherParameters, new Map());
const teacherJsonVocabulary = vocabularyOf(teacherParameters.map(asJsonOnly), new Map());

function asJsonOnly(parameter: Parameter): Parameter {
  return parameter.kind === "choice" && parameter.name === "format" ? { ...parameter, choices: ["json"] } : parameter;
}

function vocabularyOf(parameters: readonly Parameter[], advice: ReadonlyMap<string, string>): Vocabulary {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return { parameters: byName, sortedNames: [...byName.keys()].sort(), advice };
}

/** The values of the known, non-blank parameters: decoded, trimmed and checked. */
function readValues(rawQuery: string, vocabulary: Vocabulary): Map<string, string> {
  const values = new Map<string, string>();
  const faults = createFaultCollector();
  /** Names with a reported `repeated` or `unknown_parameter` fault; each is reported once. */
  const reported = new Set<string>();
  let end = -1;
  while (end < rawQuery.length) {
    const start = end + 1;
    end = rawQuery.indexOf("&", start);
    if (end === -1) end = rawQuery.length;
    const pair = rawQuery.slice(start, end);
    const equals = pair.indexOf("=");
    if (equals === -1) continue;

    const name = decode(pair.slice(0, equals));
    if (name === null) continue;
    const parameter = vocabulary.parameters.get(name);
    const advice = parameter === undefined ? adviseOn(name, vocabulary) : null;
    if (parameter === undefined && advice === null) continue;

    const rawValue = pair.slice(equals + 1);
    const decoded = decode(rawValue);
    const value = (decoded ?? rawValue).trim();
    if (value === "") continue;

    const earlier = values.get(name);
    if (parameter === undefined) {
      if (!reported.has(name)) faults.add(name, "unknown_parameter", value, advice!);
      reported.add(name);
    } else if (earlier === undefined) {
      values.set(name, value);
      if (decoded === null) faults.add(name, "bad_encoding", value, "must be percent-encoded UTF-8; write % as %25");
      else checkValue(parameter, value, faults);
    } else if (earlier !== value && !reported.has(name)) {
      faults.add(name, "repeated", value, `given twice with different values; the first is "${clip(earlier)}"`);
      reported.add(name);
    }
  }
  addConflicts(values, faults);
  const problem = faults.toProblem();
  if (problem !== null) throw problem;
  return values;
}

/** A page number or page size excludes a limit and an offset. */
function addConflicts(values: ReadonlyMap<string, string>, faults: FaultCollector): void {
  if (!values.has("page") && !values.has("page_size")) return;
  const others = ["limit", "offset"].filter((name) => values.has(name));
  if (others.length === 0) return;
  for (const name of ["page", "page_size"]) {
    const value = values.get(name);
    const message = `can't be combined with ${others.join(" and ")}; use either page and page_size or limit and offset`;
    if (value !== undefined) faults.add(name, "conflict", value, message);
  }
}

/** The number of a checked integer parameter; 0 if it is absent or negative. */
function countOf(value: string | undefined): number {
  return value === undefined ? 0 : Math.max(0, Number(value));
}

function readChoices(values: ReadonlyMap<string, string>): Pick<ListQuery, "ordering" | "format" | "lang"> {
  // `readValues` has checked that the values are among the choices.
  return {
    ordering: (values.get("ordering") ?? null) as Ordering | null,
    format: (values.get("format") ?? null) as Format | null,
    lang: (values.get("lang") ?? null) as Lang | null,
  };
}

function sortValues(values: ReadonlyMap<string, string>, { sortedNames }: Vocabulary): [string, string][] {
  const sorted: [string, string][] = [];
  for (const name of sortedNames) {
    const value = values.get(name);
    if (value !== undefined) sorted.push([name, value]);
  }
  return sorted;
}

/**
 * Decodes a form-encoded component; null if it is malformed or not UTF-8. U+FFFD is refused, because Bun replaces raw
 * bytes that are not UTF-8 with it.
 */
function decode(raw: string): string | null {
  const spaced = raw.includes("+") ? raw.replaceAll("+", " ") : raw;
  if (!spaced.includes("%")) return spaced;
  try {
    const text = decodeURIComponent(spaced);
    return text.includes("\uFFFD") ? null : text;
  } catch {
    return null;
  }
}

function checkValue(parameter: Parameter, value: string, faults: FaultCollector): void {
  const { name, kind } = parameter;
  if (kind === "integer") {
    if (!integerPattern.test(value)) faults.add(name, "not_an_integer", value, notAnInteger);
  } else if (kind === "choice") {
    if (!parameter.choices.includes(value)) {
      faults.add(name, "unknown_value", value, `must be one of: ${parameter.choices.join(", ")}`);
    }
  } else {
    const control = /\p{Cc}/u.exec(value)?.[0];
    if (control !== undefined) {
      const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      faults.add(name, "control_character", value, `must not contain control characters; it has U+${code}`);
    }
    const { lengthMax, wordsMax } = parameter;
    const text = value.normalize("NFC");
    const length = text.length <= lengthMax ? text.length : [...text].length;
    const words = wordsMax === null ? 0 : splitWords(text).length;
    if (length > lengthMax || words > (wordsMax ?? 0)) {
      const most = `${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}`;
      const actual = wordsMax === null ? length : `${length} and ${words}`;
      faults.add(name, "too_long", value, `must have at most ${most}; it has ${actual}`);
    }
  }
}

/** The message for an unknown name that is similar to a known one; null for any other name, which is ignored. */
function adviseOn(name: string, { sortedNames, advice }: Vocabulary): string | null {
  const known = advice.get(name);
  if (known !== undefined) return known;
  const close = findCloseName(name, sortedNames);
  return close === null ? null : `unknown parameter; did you mean ${close}?`;
}
