/** HTTP over raw sockets: sends exactly the given bytes, and parses responses by RFC 9112. */
import { connect } from "node:net";

export interface WireAnswer {
  readonly status: number;
  readonly reason: string;
  /** As they were sent, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body without chunk framing, but still content-encoded. */
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Connection {
  /** Text is sent as Latin-1: one byte per character. */
  send(bytes: string | Uint8Array): void;
  /** Closes our half of the connection; answers are still read. */
  end(): void;
  /** The next response, or null if the connection ended before it began. Throws if it ended in the middle of it. */
  read(options?: ReadOptions): Promise<WireAnswer | null>;
  /** Resolves when this many unread bytes have arrived, or the connection has ended. */
  arrived(bytes: number): Promise<void>;
  /** The unread bytes so far. */
  received(): Buffer;
  /** Resolves with the unread bytes when the server has closed the connection. */
  closed(): Promise<Uint8Array>;
  /** Stops reading, so the server's writes pile up. */
  pause(): void;
  resume(): void;
  readonly hasEnded: boolean;
  close(): void;
}

export interface ReadOptions {
  /** An answer to HEAD has no body, regardless of its headers. */
  readonly isHead?: boolean;
}

/** Opens a connection to `http://host:port`. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });

  /**
   * The first `size` bytes have arrived and not been read. The buffer doubles, so a long answer is not copied for each
   * piece.
   */
  let buffer = Buffer.alloc(1 << 16);
  let size = 0;
  let hasEnded = false;
  let wake = (): void => {};
  const end = (): void => {
    hasEnded = true;
    wake();
  };
  socket.on("data", (chunk: Buffer) => {
    if (size + chunk.length > buffer.length) {
      const larger = Buffer.alloc(2 * (size + chunk.length));
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    }
    chunk.copy(buffer, size);
    size += chunk.length;
    wake();
  });
  for (const event of ["end", "close", "error"] as const) socket.on(event, end);

  const received = (): Buffer => buffer.subarray(0, size);

  /** Waits for the next event. */
  async function more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
    wake = () => {};
  }

  return {
    send(bytes) {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    },
    end: () => void socket.end(),
    async read({ isHead = false } = {}) {
      let needed = 1;
      for (;;) {
        if (size >= needed || (hasEnded && size > 0)) {
          const frame = findFrame(received(), isHead, hasEnded);
          if (frame.answer !== null) {
            buffer.copyWithin(0, frame.length, size);
            size -= frame.length;
            // Informational responses, such as 100 Continue, are skipped.
            if (frame.answer.status >= 200) return frame.answer;
            needed = 1;
            continue;
          }
          needed = Math.max(frame.length, size + 1);
        }
        if (hasEnded && size === 0) return null;
        if (hasEnded) throw new Error(`Cut off: ${JSON.stringify(received().toString("latin1", 0, 300))}`);
        await more();
      }
    },
    async arrived(bytes) {
      while (size < bytes && !hasEnded) await more();
    },
    received,
    async closed() {
      while (!hasEnded) await more();
      return received();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    get hasEnded() {
      return hasEnded;
    },
    close: () => void socket.destroy(),
  };
}

/** Opens a connection for one request and reads its answer. */
export async function askOnce(
  origin: string,
  bytes: string | Uint8Array,
  options?: ReadOptions,
): Promise<WireAnswer | null> {
  const connection = await openConnection(origin);
  try {
    connection.send(bytes);
    return await connection.read(options);
  } finally {
    connection.close();
  }
}

/** The value of a header, several joined by a comma; null if it is absent. */
export function headerOf({ headers }: WireAnswer, name: string): string | null {
  const values = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}

/**
 * A response with its size in bytes; or, while it is incomplete, how many bytes must arrive before the next attempt.
 */
interface Frame {
  readonly answer: WireAnswer | null;
  readonly length: number;
}

const headEnd = Buffer.from("\r\n\r\n");

function findFrame(bytes: Buffer, isHead: boolean, hasEnded: boolean): Frame {
  const bodyStart = bytes.indexOf(headEnd) + headEnd.length;
  if (bodyStart < headEnd.length) return { answer: null, length: 0 };
  const [statusLine, ...lines] = bytes.toString("latin1", 0, bodyStart - headEnd.length).split("\r\n");
  const match = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine!);
  if (match === null) throw new Error(`Not a status line: ${JSON.stringify(statusLine)}`);
  const headers = lines.map((line): [string, string] => {
    const field = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (field === null) throw new Error(`Not a header: ${JSON.stringify(line)}`);
    return [field[1]!, field[2]!];
  });
  const head = { status: Number(match[1]), reason: match[2]!, headers };
  const whole = (length: number, body: Uint8Array): Frame => ({
    answer: { ...head, body: new Uint8Array(body) },
    length,
  });
  const headerValue = (name: string): string | null => headerOf({ ...head, body: new Uint8Array(0) }, name);

  if (isHead || head.status < 200 || head.status === 204 || head.status === 304) {
    return whole(bodyStart, new Uint8Array(0));
  }
  if (/\bchunked\b/i.test(headerValue("transfer-encoding") ?? "")) return findChunked(bytes, bodyStart, whole);
  const contentLength = headerValue("content-length");
  if (contentLength === null) {
    // A body without a length extends to the end of the connection (RFC 9112, section 6.3).
    return hasEnded ? whole(bytes.length, bytes.subarray(bodyStart)) : { answer: null, length: bytes.length + 1 };
  }
  if (!/^\d+$/.test(contentLength)) throw new Error(`Not a length: ${JSON.stringify(contentLength)}`);
  const end = bodyStart + Number(contentLength);
  if (bytes.length < end) return { answer: null, length: end };
  return whole(end, bytes.subarray(bodyStart, end));
}

function findChunked(bytes: Buffer, start: number, whole: (length: number, body: Uint8Array) => Frame): Frame {
  const pieces: Uint8Array[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return { answer: null, length: 0 };
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error(`Not a chunk: ${JSON.stringify(bytes.toString("latin1", at, lineEnd))}`);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return { answer: null, length: end };
    if (size === 0) return whole(end, Buffer.concat(pieces));
    pieces.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
