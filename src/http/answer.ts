/** An answer before it becomes a Response: what resources give, and the headers that answers of each kind carry. */
import { commonHeaders } from "../contract/response-headers.ts";
import { openStream, type Pieces } from "./stream-writer.ts";

/** Text is sent as UTF-8. A function starts a body that is rendered while it is sent, and is not called for HEAD. */
export type Body = string | Uint8Array<ArrayBuffer> | (() => Pieces);

export interface Answer {
  readonly status: number;
  /** A record is completed by {@link commonHeaders}; Headers are complete. */
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: Body | null;
}

/** A JSON answer. No charset: RFC 8259 knows none. */
export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** Sends the client to another URL; GET and HEAD stay what they are. */
export function redirect(status: 301 | 303, location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { Location: location, ...headers }, body: null };
}

/** What an answer is sent as, besides itself. */
export interface Sending {
  /** As for GET with its length, but without the body (RFC 9110, section 9.3.2), and with the Date, which Bun leaves out. */
  readonly isHead: boolean;
  /** The connection is closed after this response. */
  readonly closeConnection: boolean;
}

/** Throws `OverloadError` where the body is a stream and too many are open. */
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
