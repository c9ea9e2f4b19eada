/** An answer: the result of a handler, before it becomes a Response. */
import type { Coding } from "../contract/negotiation.ts";
import type { Representation } from "../contract/representations.ts";
import type { Lang } from "../domain/lang.ts";
import type { Publication } from "../domain/publication.ts";

/** Bytes in memory. Those of a ByteWriter must be used or copied before it writes the next body. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A large body in pieces. Each piece must be used or copied before the next. HEAD does not start the generator. */
export type Pieces = Generator<Bytes, void>;

/**
 * The pieces of a workbook, which a library produces asynchronously. Each has its own buffer, and is compressed
 * already.
 */
export type WorkbookPieces = AsyncGenerator<Bytes, void>;

/** A Blob is sent without a copy. */
export type Body = Bytes | Blob | Pieces | WorkbookPieces;

export interface Answer {
  readonly status: number;
  /** A record is merged with `commonHeaders`; a Headers object is complete. */
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: Body | null;
  /** The headers of a page that may be cached; null for other answers. */
  readonly pageHeaders: PageHeaders | null;
}

/** The headers of the pages of a version in one variant. */
export interface PageHeaders {
  readonly publication: Publication;
  readonly coding: Coding;
  readonly etag: string;
  /** The names of the request headers that select the variant, in lower case. */
  readonly selectors: readonly string[];
  /** In milliseconds since 1970. */
  readonly publishedAtMs: number;
  /** The headers of a 200. A Headers object, because a Response from a record takes three times as long. */
  readonly full: Headers;
  /** The headers of a 304: without those that describe a body (RFC 9110, section 15.4.5). */
  readonly unchanged: Headers;
}

/** The variant of an answer: its representation, coding and language, and the headers that selected them. */
export interface Variant {
  readonly representation: Representation;
  readonly coding: Coding;
  readonly vary: string;
  /** The language in the query; null if absent. */
  readonly lang: Lang | null;
  /** Whether the resource also takes a body; false by default. */
  readonly takesBody?: boolean;
}

/** An answer that does not depend on a version of the data. */
export interface PlainAnswer extends Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | null;
}

const encoder = new TextEncoder();

export function plainAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Bytes | null = null,
): PlainAnswer {
  return { status, headers, body: typeof body === "string" ? encoder.encode(body) : body, pageHeaders: null };
}

/** RFC 8259 defines no charset parameter. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  return plainAnswer(status, { "Content-Type": "application/json", ...headers }, JSON.stringify(value));
}

/** Redirects the client to another URL; GET and HEAD keep their method. */
export function redirect(
  status: 301 | 303,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  return plainAnswer(status, { Location: location, ...headers });
}

/** 200 with a page of a version. */
export function pageAnswer(pageHeaders: PageHeaders, body: Body): Answer {
  return { status: 200, headers: withPastDate(pageHeaders.full, pageHeaders), body, pageHeaders };
}

/** 304 if the client already has the page, otherwise null. */
export function notModifiedAnswer(headers: Headers, pageHeaders: PageHeaders): Answer | null {
  if (!isNotModified(headers, pageHeaders.etag)) return null;
  return { status: 304, headers: withPastDate(pageHeaders.unchanged, pageHeaders), body: null, pageHeaders: null };
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

/** Bun's Date header is up to two seconds behind the clock. */
const dateLagMs = 2000;

/**
 * Returns the headers. If the clock of the publisher was ahead of ours, Last-Modified becomes the earliest time that
 * Date can have, because it must not be later than Date (RFC 9110, section 8.8.2.1).
 */
function withPastDate(headers: Headers, { publishedAtMs }: PageHeaders): Headers {
  const now = Date.now();
  if (publishedAtMs <= now) return headers;
  const dated = new Headers(headers);
  dated.set("Last-Modified", new Date(now - dateLagMs).toUTCString());
  return dated;
}

/**
 * Passes a value to `use`, synchronously unless it is a promise. An async function would cost a microsecond per
 * request. A promised value must not be in the buffer of a ByteWriter, because other requests write to it meanwhile.
 */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value, isLate: boolean) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then((late) => use(late, true)) : use(value, false);
}
