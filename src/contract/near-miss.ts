/** Near misses: unknown parameters that are refused with advice, since ignoring them would mislead the client. */
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
  // No known name is that close to one letter, such as the `_` that scripts add against caches.
  if (name.length < 2) return null;
  const suffixStart = name.indexOf("__");
  if (suffixStart > 0 && known.includes(name.slice(0, suffixStart))) return name.slice(0, suffixStart);
  const lower = name.toLowerCase();
  if (known.includes(lower)) return lower;
  return known.find((one) => (one.length < 3 ? name === `${one}s` : isOneEditApart(name, one))) ?? null;
}

/** Whether at most one insertion, deletion, substitution or transposition turns one text into the other. */
function isOneEditApart(text: string, known: string): boolean {
  // A character takes at most two code units.
  if (Math.abs(text.length - known.length) > 2) return false;
  const shorter = Math.min(text.length, known.length);
  let start = 0;
  while (start < shorter && text[start] === known[start]) start++;
  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === known[known.length - 1 - end]) end++;
  // Most names differ in much more, which this finds out without creating arrays.
  if (Math.max(text.length, known.length) - start - end > 4) return false;
  const textRest = [...text.slice(start, text.length - end)];
  const knownRest = [...known.slice(start, known.length - end)];
  if (textRest.length <= 1 && knownRest.length <= 1) return true;
  return (
    textRest.length === 2 && knownRest.length === 2 && textRest[0] === knownRest[1] && textRest[1] === knownRest[0]
  );
}
