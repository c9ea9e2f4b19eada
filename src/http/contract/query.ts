/** From the parameters of a request to the query of the list, of the degrees or of one teacher, and back to links. */
import { type Lang, langs } from "../../domain/lang.ts";
import { type Format, type GivenValue, type ListQuery, renderQuery, type Selection } from "../../domain/list-query.ts";
import { cleanText } from "../../domain/names/names.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import { type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import {
  htmlLimitDefault,
  htmlLimitMax,
  integerMax,
  limitDefault,
  type ParameterName,
  type ParameterSet,
  parameterSets,
  readParameters,
  splitIds,
  type Values,
} from "./parameters.ts";
import { clip, invalidParameters, issueOf, type ParameterIssue } from "./problem.ts";

/**
 * Parses the query of the list. Throws one problem with everything that is wrong. `isJson` is true on a path that says
 * `json`.
 */
export function parseListQuery(rawQuery: string, maxLimit: number, isForPeople: boolean, isJson = false): ListQuery {
  const { values, issues } = readParameters(rawQuery, withFormat(parameterSets.list, isJson), isForPeople);
  const sizes = isForPeople
    ? { default: Math.min(htmlLimitDefault, maxLimit), max: Math.min(htmlLimitMax, maxLimit) }
    : { default: Math.min(limitDefault, maxLimit), max: maxLimit };
  const selection = selectionOf(values, maxLimit, issues);
  const ordering = orderingOf(values, selection, isForPeople, issues);
  const page = pageOf(values, sizes, issues);
  if (issues.length > 0) throw invalidParameters(issues);
  const lang = (values.lang?.[0] ?? null) as Lang | null;
  const letter = values.letter?.[0]?.normalize("NFC") ?? null;
  return { ...selection, ...page, ordering, letter, lang, given: givenOf(values) };
}

/** Parses the query of the degrees. */
export function parseDegreesQuery(rawQuery: string, maxLimit: number): Selection & Pick<ListQuery, "given"> {
  const { values, issues } = readParameters(rawQuery, parameterSets.degrees);
  const selection = selectionOf(values, maxLimit, issues);
  if (issues.length > 0) throw invalidParameters(issues);
  return { ...selection, given: givenOf(values) };
}

/** The language of a page for one teacher. */
export function parseTeacherQuery(
  rawQuery: string,
  isForPeople: boolean,
  isJson = false,
): { readonly lang: Lang | null } {
  const { values, issues } = readParameters(rawQuery, withFormat(parameterSets.teacher, isJson), isForPeople);
  if (issues.length > 0) throw invalidParameters(issues);
  return { lang: (values.lang?.[0] ?? null) as Lang | null };
}

/** Refuses every parameter of a resource that has none. */
export function refuseParameters(rawQuery: string): void {
  const { issues } = readParameters(rawQuery, parameterSets.none);
  if (issues.length > 0) throw invalidParameters(issues);
}

/** The `format` of a raw query, before anything is checked; null if it is absent or unknown here. */
export function formatOf(rawQuery: string, formats: readonly Format[]): Format | null {
  // Nearly no request has it. A name may be percent-encoded.
  if (!/(?:^|&)[^=&]*(?:format|%)/.test(rawQuery)) return null;
  const given = readParameters(rawQuery, parameterSets.list, true).values.format?.[0];
  return formats.find((format) => format === given) ?? null;
}

/** The language that a raw query names, whatever else is wrong with it; null if it names none. */
export function langOf(rawQuery: string): Lang | null {
  const given = readParameters(rawQuery, parameterSets.list, true).values.lang?.[0];
  return langs.find((lang) => lang === given) ?? null;
}

/** A path that says `json` accepts no other format. */
function withFormat(set: ParameterSet, isJson: boolean): ParameterSet {
  return isJson ? { ...set, formats: ["json"] } : set;
}

function selectionOf(values: Values, idsMax: number, issues: ParameterIssue[]): Selection {
  const filters: Partial<Record<TextFieldName, string>> = {};
  for (const name of textFieldNames) {
    if (values[name] === undefined) continue;
    // Invisible characters alone are blank, so they don't mean the teachers without a degree.
    const value = cleanText(values[name][0]!);
    if (value !== "") filters[name] = value;
  }
  if (values.without !== undefined) {
    if (filters.degree !== undefined) {
      issues.push(issueOf("without", "conflict", "degree", "contradicts degree; use one of the two"));
    }
    filters.degree = "";
  }
  const [search, q] = [values.search?.[0], values.q?.[0]];
  if (search !== undefined && q !== undefined && search !== q) {
    const message = `is another name of search, which is given as "${clip(search)}"; use one of the two`;
    issues.push(issueOf("q", "conflict", q, message));
  }
  return {
    filters,
    ids: idsOf(values, idsMax, issues),
    search: (search ?? q ?? "").normalize("NFC"),
    isExact: values.exact?.[0] === "true",
  };
}

function idsOf({ id }: Values, idsMax: number, issues: ParameterIssue[]): number[] | null {
  if (id === undefined) return null;
  const ids = id.flatMap(splitIds);
  if (ids.length > idsMax) {
    issues.push(issueOf("id", "too_long", id.join(), `has ${ids.length} ids; at most ${idsMax} are accepted`));
  }
  return [...new Set(ids.map(Number))].sort((a, b) => a - b);
}

function orderingOf(
  { ordering }: Values,
  { search }: Selection,
  isForPeople: boolean,
  issues: ParameterIssue[],
): Ordering {
  const given = ordering?.[0] as Ordering | undefined;
  if (given === "relevance" && search === "") {
    issues.push(issueOf("ordering", "conflict", given, "needs a search; without one, use id or last_name"));
  }
  if (given !== undefined) return given;
  if (search !== "") return "relevance";
  return isForPeople ? "last_name" : "id";
}

/**
 * The page, from `limit` and `offset` or from `page` and `page_size`. Generated clients send every default, so a default
 * is ignored if another of the four is set.
 */
function pageOf(
  values: Values,
  sizes: { readonly default: number; readonly max: number },
  issues: ParameterIssue[],
): Pick<ListQuery, "limit" | "offset" | "isPaged"> {
  const numberOf = (given?: readonly string[]) => (given === undefined ? null : Number(given[0]));
  const limit = numberOf(values.limit);
  const size = numberOf(values.page_size);
  const offset = numberOf(values.offset);
  const page = numberOf(values.page);
  const sizeOf = (given: number | null): number =>
    given === null || !(given > 0) ? sizes.default : Math.min(given, sizes.max);
  const isDefaultSize = (given: number | null): boolean => given === null || !(given > 0) || given === sizes.default;
  const chosen = isDefaultSize(limit) ? (size ?? limit) : limit;
  if (!isDefaultSize(limit) && !isDefaultSize(size) && sizeOf(limit) !== sizeOf(size)) {
    issues.push(issueOf("page_size", "conflict", String(size), `contradicts limit=${limit}; use one of the two`));
  }
  const effective = sizeOf(chosen);
  const fromOffset = Math.max(0, offset ?? 0);
  const fromPage = page === null ? fromOffset : Math.min((page - 1) * effective, integerMax);
  if (page !== null && page > 1 && fromOffset > 0 && fromOffset !== fromPage) {
    issues.push(issueOf("page", "conflict", String(page), `contradicts offset=${offset}; use one of the two`));
  }
  return {
    limit: effective,
    offset: page !== null && page > 1 ? fromPage : fromOffset,
    isPaged: [limit, size, offset, page].some((given) => given !== null),
  };
}

const pagingNames: readonly ParameterName[] = ["limit", "offset", "page", "page_size", "letter"];

/** The parameters that links repeat. `q` becomes `search`. */
function givenOf(values: Values): GivenValue[] {
  const given = new Map<string, string>();
  for (const [name, list] of Object.entries(values) as [ParameterName, readonly string[]][]) {
    if (pagingNames.includes(name)) continue;
    given.set(name === "q" ? "search" : name, name === "id" ? [...new Set(list.flatMap(splitIds))].join() : list[0]!);
  }
  return [...given].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The links to the next and the previous page (specification, section 2.2). `url` is the absolute URL of the resource
 * without a query, and `count` the number of all matches.
 */
export function pageLinks(
  url: string,
  { given, limit, offset }: Pick<ListQuery, "given" | "limit" | "offset">,
  count: number,
): { readonly next: string | null; readonly previous: string | null } {
  const linkTo = (to: number): string => {
    const paging = to > 0 ? [["offset", String(to)] as const] : [];
    return `${url}?${renderQuery([...given, ["limit", String(limit)], ...paging])}`;
  };
  return {
    next: offset + limit < count ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(offset - limit) : null,
  };
}
