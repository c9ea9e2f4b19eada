/** Queries: from the raw query string of a URL to what a list or a person is asked for, with everything wrong found. */

import { splitWords } from "../domain/names.ts";
import type { Ordering } from "../domain/ordering.ts";
import { type TextFieldName, teacherFields, textFieldNames } from "../domain/teacher.ts";
import { findCloseName } from "./near-miss.ts";
import {
  type Format,
  integerDigitsMax,
  type Lang,
  langParameter,
  limitDefault,
  listParameters,
  type Parameter,
  teacherParameters,
} from "./parameters.ts";
import { clip, createFaultCollector, type FaultCollector } from "./problems.ts";

export interface ListQuery {
  /** The effective page size: from 1 to the maximum. */
  readonly limit: number;
  readonly offset: number;
  /** Whether limit or offset was given. */
  readonly paged: boolean;
  /** Trimmed, in NFC, never empty. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** Trimmed, in NFC; empty where there is none. */
  readonly search: string;
  /** These three are null where they are not given. */
  readonly ordering: Ordering | null;
  readonly format: Format | null;
  readonly lang: Lang | null;
  /** The known parameters that are not blank: trimmed, otherwise as sent, each once, sorted by name. */
  readonly given: readonly (readonly [name: string, value: string])[];
}

export interface TeacherQuery {
  readonly format: Format | null;
  readonly lang: Lang | null;
}

export interface ListRules {
  readonly limitMax: number;
  /** Whether the path says that the answer is JSON, so that no other format can be asked for. */
  readonly isJsonPath?: boolean;
}

/** Parses the query of the list, without its question mark. Throws one `badParameters` with everything wrong in it. */
export function parseListQuery(rawQuery: string, { limitMax, isJsonPath = false }: ListRules): ListQuery {
  if (rawQuery === "" && limitMax >= limitDefault) return firstPage;
  const values = readValues(rawQuery, isJsonPath ? listJsonVocabulary : listVocabulary);

  const filters: Partial<Record<TextFieldName, string>> = {};
  for (const name of textFieldNames) {
    const value = values.get(name);
    if (value !== undefined) filters[name] = value.normalize("NFC");
  }
  const { ordering, format, lang } = readChoices(values);
  const limit = values.get("limit");
  const offset = values.get("offset");
  return {
    limit: Math.min(Number(limit ?? 0) || limitDefault, limitMax),
    offset: Number(offset ?? 0),
    paged: limit !== undefined || offset !== undefined,
    filters,
    search: values.get("search")?.normalize("NFC") ?? "",
    ordering,
    format,
    lang,
    given: sortValues(values, listVocabulary),
  };
}

/** Parses the query of one teacher's resource, as {@link parseListQuery} does for the list. */
export function parseTeacherQuery(rawQuery: string, isJsonPath = false): TeacherQuery {
  if (rawQuery === "") return plainTeacherQuery;
  const { format, lang } = readChoices(readValues(rawQuery, isJsonPath ? teacherJsonVocabulary : teacherVocabulary));
  return { format, lang };
}

/** Parses the query of the reference page: its language. */
export function parseDocsQuery(rawQuery: string): Pick<TeacherQuery, "lang"> {
  return readChoices(readValues(rawQuery, docsVocabulary));
}

const firstPage: ListQuery = {
  limit: limitDefault,
  offset: 0,
  paged: false,
  filters: {},
  search: "",
  ordering: null,
  format: null,
  lang: null,
  given: [],
};

const plainTeacherQuery: TeacherQuery = { format: null, lang: null };

/** What a resource understands, and what it says about names close to that. */
interface Vocabulary {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly sortedNames: readonly string[];
  /** What to do instead, by fields that one can't filter by. */
  readonly fields: ReadonlyMap<string, string>;
}

const listVocabulary = vocabularyOf(listParameters, teacherFields);
const listJsonVocabulary = vocabularyOf(listParameters.map(asJsonOnly), teacherFields);
const teacherVocabulary = vocabularyOf(teacherParameters, []);
const teacherJsonVocabulary = vocabularyOf(teacherParameters.map(asJsonOnly), []);
const docsVocabulary = vocabularyOf([langParameter], []);

function asJsonOnly(parameter: Parameter): Parameter {
  return parameter.kind === "choice" && parameter.name === "format" ? { ...parameter, choices: ["json"] } : parameter;
}

function vocabularyOf(parameters: readonly Parameter[], fields: readonly string[]): Vocabulary {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return {
    parameters: byName,
    sortedNames: [...byName.keys()].sort(),
    fields: new Map(
      fields
        .filter((field) => !byName.has(field))
        .map((field) => [field, field === "id" ? "get /teachers/{id}/" : "send search"]),
    ),
  };
}

/** The values of the known parameters that are not blank, decoded, trimmed and checked. */
function readValues(rawQuery: string, vocabulary: Vocabulary): Map<string, string> {
  const values = new Map<string, string>();
  const faults = createFaultCollector();
  /** Names that are known and repeated, or unknown and close to a known one: each is reported once. */
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
      if (decoded === null)
        faults.add(name, "bad_encoding", value, "is not percent-encoded UTF-8; send %25 for a percent sign");
      else checkValue(parameter, value, faults);
    } else if (earlier !== value && !reported.has(name)) {
      const others = `differs from the "${clip(earlier)}" before it; send ${name} once`;
      faults.add(name, "repeated", value, others);
      reported.add(name);
    }
  }
  const problem = faults.toProblem();
  if (problem !== null) throw problem;
  return values;
}

function readChoices(values: ReadonlyMap<string, string>): Pick<ListQuery, "ordering" | "format" | "lang"> {
  // The values are among the choices of the table, or they would not have come this far.
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
 * The text of a form-encoded component, or null where it is malformed or not UTF-8. Bytes that are not, and are not
 * percent-encoded, reach us as U+FFFD, which therefore no text may hold.
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
    if (value.length > integerDigitsMax || !/^[0-9]+$/.test(value)) {
      faults.add(name, "not_an_integer", value, `is not an integer; send 1 to ${integerDigitsMax} digits`);
    }
  } else if (kind === "choice") {
    if (!parameter.choices.includes(value)) {
      faults.add(name, "unknown_value", value, `is not known; send ${parameter.choices.join(" or ")}`);
    }
  } else {
    const control = /\p{Cc}/u.exec(value)?.[0];
    if (control !== undefined) {
      const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      faults.add(name, "control_character", value, `has the control character U+${code}; send text without any`);
    }
    const { lengthMax, wordsMax } = parameter;
    const text = value.normalize("NFC");
    const length = text.length <= lengthMax ? text.length : [...text].length;
    const words = wordsMax === null ? 0 : splitWords(text).length;
    if (length > lengthMax || words > (wordsMax ?? 0)) {
      const lengths = `has ${length} characters${wordsMax === null ? "" : ` and ${words} words`}`;
      const most = `${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}`;
      faults.add(name, "too_long", value, `${lengths}; send at most ${most}`);
    }
  }
}

/** What is wrong with an unknown name that is close to a known one; null where it is not, and none of our business. */
function adviseOn(name: string, { sortedNames, fields }: Vocabulary): string | null {
  const instead = fields.get(name);
  if (instead !== undefined) return `can't filter the list; ${instead} instead`;
  const known = findCloseName(name, sortedNames);
  return known === null ? null : `is given to a parameter that does not exist; send ${known} instead`;
}
