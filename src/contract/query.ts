/** Query parsing: from a raw query string to the query of a list or a teacher, reporting all faults at once. */

import type { Lang } from "../domain/lang.ts";
import { splitWords } from "../domain/names/names.ts";
import { type Ordering, orderings } from "../domain/names/ordering.ts";
import { isForeignName, listAdvice } from "./near-miss.ts";
import {
  degreesParameters,
  htmlLimitDefault,
  htmlLimitMax,
  type ListParameterName,
  limitDefault,
  listParameters,
  searchAlias,
  teacherParameters,
  type ValueFilterName,
  valueFilters,
  withOnlyFormat,
} from "./parameters.ts";
import { badParameters, clip, faultOf, integerMax, type ParameterFault } from "./problems.ts";
import { type NamedParameter, readValues, type Values, type Vocabulary, vocabularyOf } from "./query-values.ts";
import { type Format, representations } from "./representations.ts";

export interface ListQuery {
  /** The effective page size: from 1 to the maximum. */
  readonly limit: number;
  readonly offset: number;
  /** The page number, from 1, if it was given instead of the offset. */
  readonly page: number | null;
  /** Whether one of limit, offset, page and page_size was given. */
  readonly paged: boolean;
  /** Distinct, ascending; null if not given. */
  readonly ids: readonly number[] | null;
  /** Trimmed, in NFC. An empty value matches teachers whose field is empty. */
  readonly filters: Readonly<Partial<Record<ValueFilterName, string>>>;
  /** Trimmed, in NFC; empty if not given, or if it has only separators. */
  readonly search: string;
  /** Whether the search finds only what is spelt as typed. */
  readonly isExact: boolean;
  /** The fields from here to `lang` are null if not given. */
  readonly ordering: Ordering | null;
  readonly format: Format | null;
  readonly lang: Lang | null;
  /** The limit or page size that was given; 0 if absent or not positive. */
  readonly limitGiven: number;
  /** The known, non-blank parameters except those of paging: trimmed, otherwise as sent, each once, sorted by name. */
  readonly given: readonly GivenValue[];
}

export type GivenValue = readonly [name: string, value: string];

export type TeacherQuery = Pick<ListQuery, "format" | "lang">;

interface ListRules {
  readonly limitMax: number;
  /** The fixed format of the path; null (the default) if `format` selects it. */
  readonly pathFormat?: Format | null;
  /** Whether the answer in this format is an HTML page, which ignores the parameters of other APIs. */
  readonly isPage?: (format: Format | null) => boolean;
}

/** Parses the query of the list, without the question mark. Throws one `badParameters` with all faults. */
export function parseListQuery(rawQuery: string, rules: ListRules): ListQuery {
  const { limitMax, pathFormat = null } = rules;
  if (rawQuery === "" && limitMax >= limitDefault) return firstPage;
  return parseWith(rawQuery, pathFormat === null ? listVocabulary : listVocabularies[pathFormat], rules);
}

/** Parses the query of the degrees, as {@link parseListQuery} does for the list. */
export function parseDegreesQuery(rawQuery: string, limitMax: number): ListQuery {
  return parseWith(rawQuery, degreesVocabulary, { limitMax });
}

function parseWith(rawQuery: string, vocabulary: Vocabulary, rules: ListRules): ListQuery {
  const { limitMax } = rules;
  const read = readValues(rawQuery, vocabulary);
  const values = withoutDefaults(withSearch(read.values, read.faults), limitMax);
  const faults = relevantFaults(read.faults, formatOf(values), rules);
  checkPaging(values, faults);
  checkIds(values, limitMax, faults);
  checkRelevance(values, faults);
  checkWithout(values, faults);
  if (faults.length > 0) throw badParameters(faults);
  return listQueryOf(values, read.given, limitMax);
}

function listQueryOf(values: Values, given: readonly NamedParameter[], limitMax: number): ListQuery {
  const filters: Partial<Record<ValueFilterName, string>> = {};
  for (const { name } of valueFilters) {
    const value = values[name];
    if (value !== undefined) filters[name] = value.normalize("NFC");
  }
  if (values.without !== undefined) filters.degree = "";
  const limitGiven = countOf(values.limit ?? values.page_size);
  const limit = Math.min(limitGiven || limitDefault, limitMax);
  const page = values.page === undefined ? null : Number(values.page);
  return {
    limit,
    offset: page === null ? countOf(values.offset) : offsetOfPage(page, limit),
    page,
    paged: hasOffset(values) || hasPage(values),
    ids: idsOf(values),
    filters,
    search: searchOf(values),
    isExact: values.exact === "true",
    // `readValues` has checked that the values are among the choices.
    ordering: (values.ordering ?? null) as Ordering | null,
    format: formatOf(values),
    lang: langOf(values),
    limitGiven,
    given: givenOf(values, given),
  };
}

/**
 * The query for an HTML page, which has its own default and maximum of `limit`. If a page number is given, the offset
 * follows from the new limit.
 */
export function withHtmlLimit(query: ListQuery, limitMax: number): ListQuery {
  const limit = Math.min(query.limitGiven || htmlLimitDefault, htmlLimitMax, limitMax);
  return { ...query, limit, offset: query.page === null ? query.offset : offsetOfPage(query.page, limit) };
}

/** The order of a query without `ordering`. Pages are ordered by name, because people read them. */
export function defaultOrdering({ search }: Pick<ListQuery, "search">, isPage: boolean): Ordering {
  if (search !== "") return "relevance";
  return isPage ? "last_name" : "id";
}

/** Parses the query of one teacher's resource, as {@link parseListQuery} does for the list. */
export function parseTeacherQuery(rawQuery: string, pathFormat: Format | null = null): TeacherQuery {
  const { values, faults } = readValues(rawQuery, pathFormat === null ? teacherVocabulary : teacherJsonVocabulary);
  if (faults.length > 0) throw badParameters(faults);
  return { format: formatOf(values), lang: langOf(values) };
}

/** The number of a checked integer parameter; 0 if it is absent or negative. */
function countOf(value: string | undefined): number {
  return value === undefined ? 0 : Math.max(0, Number(value));
}

/**
 * The offset of a page. It is capped at the largest offset that a link can have, which is past the end of every list.
 */
function offsetOfPage(page: number, limit: number): number {
  return Math.min((page - 1) * limit, integerMax);
}

function hasOffset({ limit, offset }: Values): boolean {
  return limit !== undefined || offset !== undefined;
}

function hasPage({ page, page_size }: Values): boolean {
  return page !== undefined || page_size !== undefined;
}

function idsOf({ id }: Values): number[] | null {
  return id === undefined ? null : [...new Set(id.split(",").map(Number))].sort((a, b) => a - b);
}

// `readValues` has checked that the values are among the choices.
function formatOf(values: Values): Format | null {
  return (values.format ?? null) as Format | null;
}

function langOf(values: Values): Lang | null {
  return (values.lang ?? null) as Lang | null;
}

function givenOf(values: Values, parameters: readonly NamedParameter[]): GivenValue[] {
  const given: GivenValue[] = [];
  // Only the parameters of paging are integers.
  for (const { name, kind } of parameters) {
    if (kind !== "integer" && name !== searchAlias) given.push([name, values[name]!]);
  }
  if (values.search !== undefined && !given.some(([name]) => name === "search")) given.push(["search", values.search]);
  return given.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Text that has only separators is not a search. */
function searchOf({ search }: Values): string {
  return search === undefined || splitWords(search).length === 0 ? "" : search.normalize("NFC");
}

/** The search may be given under both names, but with only one text. */
function withSearch(values: Values, faults: ParameterFault[]): Values {
  const { search, q } = values;
  if (q === undefined) return values;
  if (search !== undefined && search !== q) {
    faults.push(
      faultOf(searchAlias, "conflict", q, `is another name of search, which is also given as "${clip(search)}"`),
    );
  }
  return { ...values, search: search ?? q };
}

function relevantFaults(faults: ParameterFault[], format: Format | null, { isPage }: ListRules): ParameterFault[] {
  const isForeign = ({ parameter }: ParameterFault): boolean => isForeignName(parameter);
  if (isPage === undefined || !faults.some(isForeign) || !isPage(format)) return faults;
  return faults.filter((fault) => !isForeign(fault));
}

/**
 * If both kinds of paging are given, parameters with their default values count as absent, because generated clients
 * send all defaults.
 */
function withoutDefaults(values: Values, limitMax: number): Values {
  if (!hasPage(values) || !hasOffset(values)) return values;
  const isDefaultSize = (size: string | undefined): boolean =>
    Math.min(countOf(size) || limitDefault, limitMax) === Math.min(limitDefault, limitMax);
  return {
    ...values,
    limit: isDefaultSize(values.limit) ? undefined : values.limit,
    page_size: isDefaultSize(values.page_size) ? undefined : values.page_size,
    offset: countOf(values.offset) === 0 ? undefined : values.offset,
    page: Number(values.page) === 1 ? undefined : values.page,
  };
}

function checkPaging(values: Values, faults: ParameterFault[]): void {
  if (!hasPage(values) || !hasOffset(values)) return;
  const isGiven = (name: ListParameterName): boolean => values[name] !== undefined;
  const others = (["limit", "offset"] as const).filter(isGiven).join(" and ");
  const message = `can't be combined with ${others}; use either page and page_size or limit and offset`;
  for (const name of (["page", "page_size"] as const).filter(isGiven)) {
    faults.push(faultOf(name, "conflict", values[name]!, message));
  }
}

function checkRelevance(values: Values, faults: ParameterFault[]): void {
  if (values.ordering !== "relevance" || values.search !== undefined) return;
  const others = orderings.filter((ordering) => ordering !== "relevance");
  const message = `needs a search; without one, use one of: ${others.join(", ")}`;
  faults.push(faultOf("ordering", "unknown_value", "relevance", message));
}

function checkWithout({ without, degree }: Values, faults: ParameterFault[]): void {
  if (without === undefined || degree === undefined) return;
  faults.push(faultOf("without", "conflict", without, "can't be combined with degree; use one of them"));
}

function checkIds({ id }: Values, idsMax: number, faults: ParameterFault[]): void {
  const count = id?.split(",").length ?? 0;
  if (count > idsMax) faults.push(faultOf("id", "too_long", id!, `must have at most ${idsMax} ids; it has ${count}`));
}

function listVocabularyOf(parameters: readonly NamedParameter[]): Vocabulary {
  const search = parameters.find(({ name }) => name === "search")!;
  return vocabularyOf(parameters, listAdvice, [{ ...search, name: searchAlias }]);
}

const listVocabulary = listVocabularyOf(listParameters);
/** The result for an empty query, which most requests have. */
const firstPage = listQueryOf(listVocabulary.emptyValues, [], limitDefault);
const listVocabularies = Object.fromEntries(
  Object.values(representations).map(({ format }) => [
    format,
    listVocabularyOf(withOnlyFormat(listParameters, format)),
  ]),
) as Readonly<Record<Format, Vocabulary>>;
const degreesVocabulary = listVocabularyOf(degreesParameters);
const teacherVocabulary = vocabularyOf(teacherParameters);
const teacherJsonVocabulary = vocabularyOf(withOnlyFormat(teacherParameters, "json"));
