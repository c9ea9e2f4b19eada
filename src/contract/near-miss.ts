/** Near misses: unknown parameters that are refused with advice, because ignoring them would mislead the client. */
import { isOneEditApart } from "../domain/names/typing.ts";
import { teacherFields } from "../domain/teacher.ts";
import { listParameters } from "./parameters.ts";

const anyFilter = "last_name, first_name, middle_name, degree, id or search";

/**
 * The parameters of other APIs, by the parameter of ours that replaces them. Ignoring them would return all teachers,
 * or the first page again and again. HTML pages do ignore them, because links from other sites may have them.
 */
const foreignNames: Readonly<Record<string, readonly string[]>> = {
  page_size: ["per_page", "per-page", "perPage", "pageSize", "size", "page[size]", "_limit", "$top", "max_results"],
  page: ["page_number", "_page", "page[number]"],
  offset: ["skip", "start", "_start", "$skip"],
  "offset and limit": ["_end"],
  "limit and offset, or follow next": ["cursor", "after", "before", "starting_after", "page_token", "pageToken"],
  ordering: ["sort", "sort_by", "order", "order_by", "_sort", "$orderby"],
  [anyFilter]: ["filter", "where", "$filter"],
  last_name: ["surname", "lastName"],
  first_name: ["firstName"],
  middle_name: ["patronymic", "middleName"],
  degree: ["position"],
};

const foreignAdvice: ReadonlyMap<string, string> = new Map(
  Object.entries(foreignNames).flatMap(([instead, words]) => words.map((word) => [word, instead] as const)),
);

/** Whether a name is a parameter of other APIs, see {@link foreignNames}. */
export function isForeignName(name: string): boolean {
  return foreignAdvice.has(name) || isBracketedFilter(name);
}

/** Messages for unknown names that are not misspellings: other fields, and parameters of other APIs. */
export const listAdvice: ReadonlyMap<string, string> = new Map([
  ...teacherFields
    .filter((field) => !listParameters.some(({ name }) => name === field))
    .map((field) => [field, "not a filter; use search"] as const),
  ...[...foreignAdvice].map(([name, instead]) => [name, `unknown parameter; use ${instead}`] as const),
]);

/** `filter[last_name]`, as in JSON:API. */
function isBracketedFilter(name: string): boolean {
  return name.startsWith("filter[");
}

/**
 * The message for an unknown name: the one in `advice`, or the similar known name. Null if there is neither; such a
 * name is ignored.
 */
export function adviceFor(
  name: string,
  known: readonly string[],
  advice: ReadonlyMap<string, string> = new Map(),
): string | null {
  const close = findCloseName(name, known);
  return (
    advice.get(isBracketedFilter(name) ? "filter" : name) ??
    (close === null ? null : `unknown parameter; did you mean ${close}?`)
  );
}

/**
 * The known name that was probably meant, or null. `name` is a lookup on it (`first_name__icontains`), differs from it
 * only in case, or is one edit or transposition away. For a known name of two letters, only its plural counts as one
 * edit away, because `sid` and `i` mean something else.
 */
export function findCloseName(name: string, known: readonly string[]): string | null {
  // A single character, such as the `_` that scripts add to bypass caches, is not close to any name.
  if (name.length < 2) return null;
  const suffixStart = name.indexOf("__");
  if (suffixStart > 0 && known.includes(name.slice(0, suffixStart))) return name.slice(0, suffixStart);
  const lower = name.toLowerCase();
  if (known.includes(lower)) return lower;
  return known.find((one) => (one.length < 3 ? name === `${one}s` : isOneEditApart(name, one))) ?? null;
}
