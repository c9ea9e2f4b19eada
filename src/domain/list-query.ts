/** What a request for the list asks for, as plain data that parser, directory, renderers and pages share. */
import type { Lang } from "./lang.ts";
import type { Ordering } from "./names/ordering.ts";
import type { TextFieldName } from "./teacher.ts";

export const formats = ["json", "html", "csv", "ndjson", "xlsx"] as const;
export type Format = (typeof formats)[number];

/** What selects teachers. */
export interface Selection {
  /** The required values. An empty value matches teachers whose field is empty. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** Distinct, ascending; null for all teachers. */
  readonly ids: readonly number[] | null;
  /** Trimmed, in NFC; empty for no search. */
  readonly search: string;
  /** Whether the search is literal. */
  readonly isExact: boolean;
}

export interface ListQuery extends Selection {
  /** The effective page size, from 1 to the maximum. */
  readonly limit: number;
  readonly offset: number;
  /** Whether the request asks for one page, not for all matches. */
  readonly isPaged: boolean;
  readonly ordering: Ordering;
  /** The letter to which a page for people jumps; null if none was given. */
  readonly letter: string | null;
  readonly lang: Lang | null;
  /** The parameters that links repeat, sorted by name: trimmed, otherwise as sent. Those of paging are left out. */
  readonly given: readonly GivenValue[];
}

export type GivenValue = readonly [name: string, value: string];

/**
 * Percent-encodes every byte of the UTF-8 form except `A-Z a-z 0-9 - . _ ~`, in upper-case hex; a space becomes `+`.
 */
function encodeQueryValue(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

/** A query string without the question mark, sorted by name. */
export function renderQuery(pairs: readonly GivenValue[]): string {
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeQueryValue(value)}`)
    .join("&");
}
