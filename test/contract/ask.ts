/** Sends the requests of rows to a server, over one connection. */
import { type Connection, openConnection, type WireAnswer } from "../support/wire.ts";
import { type Answered, answeredOf, findBrokenWire } from "./rules.ts";

interface TargetRequest {
  readonly method: string;
  /** Path and query below the base. All but ASCII is percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sends?: string;
}

export type Ask = (request: TargetRequest) => Promise<Answered>;

/** Sends all requests over one connection, which is closed with the stack. */
export function askOverSockets(origin: string, path: string, stack: AsyncDisposableStack): Ask {
  let connection: Connection | null = null;
  stack.defer(() => connection?.close());
  return async (request) => {
    const bytes = bytesOf(new URL(origin).host, path, request);
    let answer: WireAnswer | null = null;
    // The server may close an idle connection just as it is used again, so the request is repeated on a new one.
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

function bytesOf(host: string, path: string, { method, url, headers, sends }: TargetRequest): string {
  const body = sends === undefined ? "" : Buffer.from(sends).toString("latin1");
  const all: Record<string, string> = { Host: host, ...headers };
  if (sends !== undefined) all["Content-Length"] = String(body.length);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const encoded = url.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text));
  return `${method} ${path}${encoded} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
