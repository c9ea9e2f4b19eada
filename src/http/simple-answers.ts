/** Answers that need no version of the data: short JSON and redirects. */
import type { Answer } from "./answer.ts";

/** An answer with all of its text, for a caller that sends it itself. */
export interface JsonAnswer extends Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** RFC 8259 defines no charset parameter. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): JsonAnswer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** Redirects the client to another URL; GET and HEAD keep their method. */
export function redirect(status: 301 | 303, location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { Location: location, ...headers }, body: null };
}
