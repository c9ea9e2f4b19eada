/** Asking a target: the function with a Request, or whatever listens somewhere with bytes over a connection. */
import { createApp } from "../../src/http/app.ts";
import type { AppOptions } from "../../src/http/request-context.ts";
import { type Connection, openConnection, type WireAnswer } from "../support/wire.ts";
import { type Answered, answeredOf, findBrokenWire } from "./rules.ts";

export interface PlaceRequest {
  readonly method: string;
  /** Path and query below the base; what is not ASCII is percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sends?: string;
}

export type Ask = (request: PlaceRequest) => Promise<Answered>;

/** Throws whatever the function reports as not expected, so that no 500 goes unseen. */
export function askFunction(options: Omit<AppOptions, "onError">, path: string): Ask {
  let unexpected: unknown = null;
  const app = createApp({
    ...options,
    onError(error) {
      unexpected = error;
    },
  });
  return async ({ method, url, headers, sends }) => {
    const request = new Request(`http://localhost:8000${path}${encodeUrl(url)}`, {
      method,
      headers: { Host: "localhost:8000", ...headers },
      ...(sends === undefined ? {} : { body: sends }),
    });
    unexpected = null;
    const response = await app(request);
    if (unexpected !== null) throw unexpected;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
}

/** Asks over one connection that is kept alive as long as it lasts, and is closed with the stack. */
export function askOverSockets(origin: string, path: string, stack: AsyncDisposableStack): Ask {
  let connection: Connection | null = null;
  stack.defer(() => connection?.close());
  return async (request) => {
    const bytes = headOf(new URL(origin).host, path, request);
    let answer: WireAnswer | null = null;
    // The server may have closed a connection just as it is used again; a fresh one tells.
    for (let isFresh = false; answer === null && !isFresh; ) {
      isFresh = connection === null || connection.hasEnded;
      if (isFresh) connection = await openConnection(origin);
      connection!.send(bytes);
      answer = await connection!.read({ isHead: request.method === "HEAD" });
      if (answer === null) connection = null;
    }
    if (answer === null) throw new Error("The connection was closed without an answer");
    const broken = findBrokenWire(answer);
    if (broken.length > 0) throw new Error(broken.join("; "));
    return answeredOf(answer);
  };
}

function headOf(host: string, path: string, { method, url, headers, sends }: PlaceRequest): string {
  const body = sends === undefined ? "" : Buffer.from(sends).toString("latin1");
  const all: Record<string, string> = { Host: host, ...headers };
  if (sends !== undefined) all["Content-Length"] = String(body.length);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path}${encodeUrl(url)} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** The URL with all that is not ASCII percent-encoded. */
function encodeUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text));
}
