/** Near misses: unknown parameters that are refused with advice, since ignoring them would mislead the client. */
import { isOneEditApart } from "../domain/names/one-edit.ts";
import { teacherFields } from "../domain/teacher.ts";
import { listParameters } from "./parameters.ts";

/**
 * Paging parameters of other services, with what to use instead. Ignoring them would return the first page
 * again and again.
 */
const foreignPaging: ReadonlyMap<string, string> = new Map([
  ["per_page", "page_size"],
  ["perPage", "page_size"],
  ["pageSize", "page_size"],
  ["skip", "offset"],
  ...["cursor", "after", "before", "starting_after", "page_token", "pageToken"].map(
    (name) => [name, "limit and offset, or follow next"] as const,
  ),
]);

/** Messages for names that the list does not know and that are no misspellings: other fields and foreign paging. */
export const listAdvice: ReadonlyMap<string, string> = new Map([
  ...teacherFields
    .filter((field) => !listParameters.some(({ name }) => name === field))
    .map((field) => [field, "not a filter; use search"] as const),
  ...[...foreignPaging].map(([name, instead]) => [name, `unknown parameter; use ${instead}`] as const),
]);

/** The message for an unknown name; null for one that is similar to no known one, which is ignored. */
export function adviseOn(name: string, known: readonly string[], advice: ReadonlyMap<string, string>): string | null {
  const close = findCloseName(name, known);
  return advice.get(name) ?? (close === null ? null : `unknown parameter; did you mean ${close}?`);
}

/**
 * The known name that was probably meant: `name` is a lookup on it (`first_name__icontains`), differs from it in case
 * only, or is one edit or transposition away. Null if there is none. Of a known name of two letters only the plural
 * counts as one edit away: `sid` and `i` are names of their own.
 */
export function findCloseName(name: string, known: readonly string[]): string | null {
  // No known name counts as close to a single letter, such as the `_` that scripts add to bypass caches.
  if (name.length < 2) return null;
  const suffixStart = name.indexOf("__");
  if (suffixStart > 0 && known.includes(name.slice(0, suffixStart))) return name.slice(0, suffixStart);
  const lower = name.toLowerCase();
  if (known.includes(lower)) return lower;
  return known.find((one) => (one.length < 3 ? name === `${one}s` : isOneEditApart(name, one))) ?? null;
}
