/** An answer in JSON whose headers and text are at hand. */
import type { Answer } from "./answer.ts";

export interface JsonAnswer extends Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** RFC 8259 defines no charset parameter. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): JsonAnswer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}
