/** An answer: the result of a handler, before it becomes a Response. */
import type { Bytes, Pieces } from "./downloads.ts";

export interface Answer {
  readonly status: number;
  /** Besides those that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes | Download | null;
}

/** A large body in pieces. HEAD does not start them. */
interface Download {
  readonly pieces: Pieces;
  readonly isWorkbook: boolean;
}

/** Caches must keep nothing. */
export const noStore = { "Cache-Control": "no-store" } as const;

/** RFC 8259 defines no charset parameter. */
export function jsonAnswer(status: number, value: unknown, headers: Answer["headers"] = {}): Answer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** Redirects GET and HEAD to another URL. */
export function redirect(status: 301 | 303, location: string, headers: Answer["headers"] = {}): Answer {
  return { status, headers: { Location: location, ...headers }, body: null };
}
