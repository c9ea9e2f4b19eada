/** An answer: the result of a handler, before it becomes a Response. */
import type { Bytes, Pieces } from "./downloads.ts";

export interface Answer {
  readonly status: number;
  /** Besides those that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes | Download | null;
}

/** A large body in pieces. HEAD does not start them. */
export interface Download {
  readonly pieces: Pieces;
  readonly isWorkbook: boolean;
}

/** An answer that does not depend on a version of the data. */
export interface PlainAnswer extends Answer {
  readonly body: string | Bytes | null;
}

export function plainAnswer(
  status: number,
  headers: PlainAnswer["headers"],
  body: PlainAnswer["body"] = null,
): PlainAnswer {
  return { status, headers, body };
}

/** RFC 8259 defines no charset parameter. */
export function jsonAnswer(status: number, value: unknown, headers: PlainAnswer["headers"] = {}): PlainAnswer {
  return plainAnswer(status, { "Content-Type": "application/json", ...headers }, JSON.stringify(value));
}

/** Redirects the client to another URL; GET and HEAD keep their method. */
export function redirect(status: 301 | 303, location: string, headers: PlainAnswer["headers"] = {}): PlainAnswer {
  return plainAnswer(status, { Location: location, ...headers });
}

/**
 * Whether the client already has this response (RFC 9110, section 13). Only If-None-Match counts, by weak comparison.
 * If-Modified-Since is ignored, because a date does not identify the bytes: they also depend on the release and the
 * settings, and clocks differ.
 */
export function isNotModified(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
