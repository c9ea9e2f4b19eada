/** An answer: what a handler returns, before it becomes a Response. */
import { commonHeaders } from "../contract/response-headers.ts";
import { openStream, type Pieces } from "./stream-writer.ts";

/** Text is sent as UTF-8. A function starts a streamed body; it is not called for HEAD. */
export type Body = string | Uint8Array<ArrayBuffer> | (() => Pieces);

export interface Answer {
  readonly status: number;
  /** A record is merged with {@link commonHeaders}; a Headers object is complete. */
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: Body | null;
}

/** A JSON answer. RFC 8259 defines no charset parameter. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** Redirects the client to another URL; GET and HEAD keep their method. */
export function redirect(status: 301 | 303, location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { Location: location, ...headers }, body: null };
}

/** How an answer is sent. */
export interface Sending {
  /** Sends the headers of GET without the body (RFC 9110, section 9.3.2), and the Date header, which Bun omits for HEAD. */
  readonly isHead: boolean;
  /** Closes the connection after this response. */
  readonly closeConnection: boolean;
}

/** Throws `OverloadError` if the body is a stream and too many streams are open. */
export function toResponse({ status, headers, body }: Answer, { isHead, closeConnection }: Sending): Response {
  const complete = headers instanceof Headers ? headers : new Headers({ ...commonHeaders, ...headers });
  if (!isHead && !closeConnection) return createResponse(status, complete, body);
  const own = new Headers(complete);
  if (closeConnection) own.set("Connection", "close");
  if (!isHead) return createResponse(status, own, body);
  own.set("Date", new Date().toUTCString());
  if (typeof body === "function") own.set("Transfer-Encoding", "chunked");
  else if (body !== null) own.set("Content-Length", String(Buffer.byteLength(body)));
  return createResponse(status, own, null);
}

function createResponse(status: number, headers: Headers, body: Body | null): Response {
  return new Response(typeof body === "function" ? openStream(body()) : body, { status, headers });
}
