/**
 * A client on one kept connection. It is cheap enough to send thousands of requests a second on the machine of the
 * server.
 */
import type { Socket } from "bun";

interface KeepAliveAnswer {
  readonly status: number;
  readonly datasetVersion: string | null;
  /** Valid until the next request. */
  readonly body: Buffer;
}

interface KeepAliveConnection extends Disposable {
  /** Sends a GET once the answer before it has been read. Throws if the connection ends before the answer is whole. */
  get(path: string, accept: string): Promise<KeepAliveAnswer>;
}

const headEnd = "\r\n\r\n";
const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Creates a client for `http://host:port`. It connects on the first request, and again if the server has closed the connection. */
export function createKeepAliveConnection(origin: string): KeepAliveConnection {
  const { hostname, port, host } = new URL(origin);
  let socket: Promise<Socket> | null = null;
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: KeepAliveAnswer): void; reject(error: Error): void } | null = null;

  function connect(): Promise<Socket> {
    const end = (): void => {
      socket = null;
      waiting?.reject(new Error("the connection ended before the answer"));
    };
    return Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(_, chunk) {
          received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
          try {
            const answer = findAnswer(received);
            if (answer !== null) waiting?.resolve(answer);
          } catch (error) {
            waiting?.reject(error as Error);
          }
        },
        close: end,
        error: end,
      },
    });
  }

  return {
    async get(path, accept) {
      received = Buffer.alloc(0);
      socket ??= connect();
      socket.catch(() => {
        socket = null;
      });
      const open = await socket;
      const { promise, resolve, reject } = Promise.withResolvers<KeepAliveAnswer>();
      waiting = { resolve, reject };
      open.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\n\r\n`);
      return promise;
    },
    [Symbol.dispose]() {
      waiting = null;
      void socket?.then((open) => open.end());
    },
  };
}

/** The answer in these bytes; null if it is not whole yet. The body of a stream is given as sent, in its chunks. */
function findAnswer(bytes: Buffer): KeepAliveAnswer | null {
  const headLength = bytes.indexOf(headEnd);
  if (headLength === -1) return null;
  const head = bytes.toString("latin1", 0, headLength);
  const from = headLength + headEnd.length;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    length === undefined ? bytes.subarray(-lastChunk.length).equals(lastChunk) : bytes.length >= from + Number(length);
  if (!isWhole) return null;
  return {
    status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
    datasetVersion: /\r\ndataset-version: (.*)/i.exec(head)?.[1] ?? null,
    body: bytes.subarray(from),
  };
}
