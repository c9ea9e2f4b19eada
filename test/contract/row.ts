/** A row of the contract table: a request and the expected answer. */
import { expect } from "bun:test";
import type { IssueCode } from "../../src/pages/problem-texts.ts";
import { teachersOf } from "./fixture.ts";
import { type Answered, type ProblemBody, phrases, textOf } from "./rules.ts";

/** The Accept header of browsers. */
export const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** The settings of the service for a row; `usual` is all defaults except the base URL. */
export type SetupName = "usual" | "local" | "aged" | "small" | "allowIndexing" | "empty";

export interface Row {
  /** The statement of the contract. */
  readonly name: string;
  readonly setup?: SetupName;
  /** The targets of the row, if not all: `plain` has neither prefix nor proxy, `unproxied` has no proxy. */
  readonly only?: "plain" | "unproxied";
  /** Default: GET. */
  readonly method?: string;
  /** Path and query below the base URL. All but ASCII is percent-encoded. */
  readonly url: string;
  /** `{etag}` and `{last-modified}` in a value stand for those of the first page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly sends?: string;
  readonly status: number;
  /** Headers: the exact text or a pattern; null if the header must be absent. `{base}` stands for the base URL. */
  readonly carries?: Readonly<Record<string, string | RegExp | null>>;
  /** The exact body; `{base}` stands for the base URL. */
  readonly text?: string;
  /** The exact body, written as compact JSON; `{base}` stands for the base URL. */
  readonly json?: unknown;
  /** All faults in this order. The value is checked only if given. */
  readonly faults?: readonly (readonly [parameter: string, code: IssueCode, value?: string])[];
  /** Further assertions on the answer. */
  holds?(answer: Answered, base: string): void | Promise<void>;
}

/** Rows about one part of the contract. */
export interface Section {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** A row of a GET that is answered 200 with exactly this JSON. */
export function answers(name: string, url: string, json: unknown): Row {
  return { name, url, status: 200, json };
}

/** Rows of GET that are answered alike: a statement of the contract and a URL each. */
export function alike(expected: Omit<Row, "name" | "url">, urls: Readonly<Record<string, string>>): Row[] {
  return Object.entries(urls).map(([name, url]) => ({ name, url, ...expected }));
}

/** Rows of queries and the teachers that they find, all on one page. */
export function finds(queries: Readonly<Record<string, readonly [query: string, ...ids: number[]]>>): Row[] {
  return Object.entries(queries).map(([name, [query, ...ids]]) =>
    answers(name, `/teachers/?${query}`, page(ids.length, {}, ids)),
  );
}

/** Rows of queries and their pages of a list of this many teachers: the ids, and the queries of the links. */
export function pagesOf(
  total: number,
  rows: Readonly<
    Record<string, readonly [query: string, ids: readonly number[], next: string | null, previous?: string]>
  >,
): Row[] {
  return Object.entries(rows).map(([name, [query, ids, next, previous]]) => {
    const links = {
      ...(next !== null && { next: `?${next}` }),
      ...(previous !== undefined && { previous: `?${previous}` }),
    };
    return answers(name, `/teachers/?${query}`, page(total, links, ids));
  });
}

/** A row of a GET that is refused with 400, for exactly these faults. */
export function refuses(name: string, url: string, faults: NonNullable<Row["faults"]>, holds?: Row["holds"]): Row {
  return { name, url, status: 400, faults, ...(holds === undefined ? {} : { holds }) };
}

/** The JSON of a page. Links are given as queries of the list. */
export function page(
  count: number,
  links: { readonly next?: string; readonly previous?: string },
  ids: readonly number[],
  list = "/teachers/",
): unknown {
  const link = (query: string | undefined): string | null => (query === undefined ? null : `{base}${list}${query}`);
  return { count, next: link(links.next), previous: link(links.previous), results: teachersOf(ids) };
}

/** The JSON of a problem without errors. */
export function problem(status: number, detail: string): unknown {
  return { type: "about:blank", title: phrases[status], status, detail };
}

/** Of a teacher. */
export const notFound = { status: 404, json: problem(404, "Not found.") } as const;

/** Of any other path: the message says what there is. */
export const nothingThere = {
  status: 404,
  json: problem(
    404,
    "There is nothing at this path. Below {base}/ there are teachers/, teachers/{id}/, teachers/match/, teachers/degrees/, openapi.json and docs/.",
  ),
} as const;

/** The message quotes what was asked, and says what there is. */
export function notAcceptable(accept: string, types: readonly string[]) {
  return {
    status: 406,
    json: problem(406, `Accept: "${accept}" matches no representation; there are ${types.join(", ")}.`),
  } as const;
}

export const listTypes = [
  "application/json",
  "text/html",
  "text/csv",
  "application/x-ndjson",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;

/** The ids of the teachers whose pages a page links to, in order, each once. */
export function idsOn(answer: Answered): number[] {
  return [...new Set([...textOf(answer).matchAll(/\/teachers\/(\d+)\//g)].map(([, id]) => Number(id)))];
}

/** Asserts the number of matches. */
export function counts(count: number): (answer: Answered) => void {
  return (answer) => expect(jsonOf<{ count: number }>(answer).count).toBe(count);
}

export function jsonOf<Value>(answer: Answered): Value {
  return JSON.parse(textOf(answer)) as Value;
}

/** Asserts that the detail of the problem contains these texts. */
export function says(...words: readonly string[]): (answer: Answered) => void {
  return (answer) => {
    const { detail } = jsonOf<ProblemBody>(answer);
    for (const word of words) expect(detail).toContain(word);
  };
}
