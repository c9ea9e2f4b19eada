/** An answer before it becomes a Response: what resources give, and the headers that answers of each kind carry. */
import type { Directory } from "../directory/directory.ts";
import type { Validators } from "./validators.ts";

/** Starts a body that is written while it is sent; not called where nobody wants the body. */
export type OpenStream = () => ReadableStream<Uint8Array>;

/** Text is sent as UTF-8. */
export type Body = string | Uint8Array<ArrayBuffer> | OpenStream;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}

/** An answer made from a version of the data, of which the body is not written where the client has it already. */
export interface VersionAnswer {
  readonly directory: Directory;
  readonly validators: Validators;
  readonly headers: Readonly<Record<string, string>>;
  write(): Body | Promise<Body>;
}

/** The methods that every resource has, and every answer says so (specification, section 4.1). */
export const allowedMethods = "GET, HEAD, OPTIONS";

/** What every answer carries, errors and redirects too. */
export const commonHeaders = {
  Allow: allowedMethods,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Dataset-Version, Retry-After",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  // Nothing of ours but pages may run or load anything; those bring a policy of their own.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What caches may do: ask again each time, unless the operator allows an age, as for a content delivery network. */
export function cacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}, must-revalidate`;
}

/** A JSON answer. No charset: RFC 8259 knows none. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  indent = 0,
): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value, null, indent),
  };
}

/** Sends the client to another URL; GET and HEAD stay what they are. */
export function redirect(status: 301 | 303, location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { Location: location, ...headers }, body: null };
}

/**
 * The Response of an answer. One for HEAD has the headers of GET with its length and no body (RFC 9110, section 9.3.2),
 * and its Date too, which Bun leaves out.
 */
export function toResponse({ status, headers, body }: Answer, isHead: boolean): Response {
  const all: Record<string, string> = { ...commonHeaders, ...headers };
  if (!isHead) return new Response(typeof body === "function" ? body() : body, { status, headers: all });
  all.Date = new Date().toUTCString();
  if (typeof body === "function") all["Transfer-Encoding"] = "chunked";
  else if (body !== null) all["Content-Length"] = String(Buffer.byteLength(body));
  return new Response(null, { status, headers: all });
}
