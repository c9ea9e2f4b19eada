/** A row of the table that holds the service to its contract: what is asked, and what must be answered. */
import { expect } from "bun:test";
import { teachersOf } from "./fixture.ts";
import { type Answered, type FaultCode, type ProblemBody, phrases, textOf } from "./rules.ts";

/** What browsers accept when a person opens a page. */
export const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** How the service is set up for a row; `usual` with everything at its default but the base URL. */
export type SetupName = "usual" | "local" | "aged" | "small" | "indexable" | "empty";

export interface Row {
  /** What the contract says, in our words. */
  readonly name: string;
  readonly setup?: SetupName;
  /**
   * Where the row makes sense, if not everywhere: `plain` without a prefix and without a proxy, `unproxied` without a
   * proxy, `sockets` without a proxy but over sockets alone.
   */
  readonly only?: "plain" | "unproxied" | "sockets";
  /** GET where there is none. */
  readonly method?: string;
  /** Path and query below the base URL; what is not ASCII is percent-encoded on the way. */
  readonly url: string;
  /** `{etag}` and `{last-modified}` in a value stand for what the plain first page carries. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly sends?: string;
  readonly status: number;
  /** Values of headers: exactly this text, where `{base}` stands for the base URL, or like this, or null for none. */
  readonly carries?: Readonly<Record<string, string | RegExp | null>>;
  /** The body, exactly, where `{base}` stands for the base URL. */
  readonly text?: string;
  /** The body as compact JSON, exactly; `{base}` likewise. */
  readonly json?: unknown;
  /** What is wrong with each parameter, in this order, and nothing else; the value only where it is given. */
  readonly faults?: readonly (readonly [parameter: string, code: FaultCode, value?: string])[];
  /** What else must hold of the answer. */
  holds?(answer: Answered, base: string): void | Promise<void>;
}

/** Rows about one part of the contract. */
export interface Section {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The JSON of a page: links are queries behind the URL of the list. */
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

export const notFound = { status: 404, json: problem(404, "Not found.") } as const;
export const notAcceptable = {
  status: 406,
  json: problem(406, "Could not satisfy the request Accept header."),
} as const;

/** The answer is the JSON of a list with this many matches. */
export function counts(count: number): (answer: Answered) => void {
  return (answer) => expect(jsonOf<{ count: number }>(answer).count).toBe(count);
}

export function jsonOf<Value>(answer: Answered): Value {
  return JSON.parse(textOf(answer)) as Value;
}

/** The detail of the problem, and of each fault, says this. */
export function says(...words: readonly string[]): (answer: Answered) => void {
  return (answer) => {
    const { detail } = jsonOf<ProblemBody>(answer);
    for (const word of words) expect(detail).toContain(word);
  };
}
