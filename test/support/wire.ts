/** HTTP over raw sockets: sends exactly the given bytes, and parses responses by RFC 9112. */
import { once } from "node:events";
import { connect } from "node:net";

export interface WireAnswer {
  readonly status: number;
  readonly reason: string;
  /** As they were sent, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body without chunk framing, but still content-encoded. */
  readonly body: Uint8Array<ArrayBuffer>;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Opens a connection to `http://host:port`. */
export async function openConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port), noDelay: true });
  await once(socket, "connect");

  /** The unread bytes are those between `start` and `end`. The buffer doubles, so a long answer is not copied for each piece. */
  let buffer = Buffer.alloc(1 << 16);
  let [start, end] = [0, 0];
  let hasEnded = false;
  let wake = (): void => {};
  const received = (): Buffer => buffer.subarray(start, end);
  socket.on("data", (chunk: Buffer) => {
    if (end + chunk.length > buffer.length) {
      const larger = Buffer.alloc(2 * (end - start + chunk.length));
      [start, end, buffer] = [0, received().copy(larger), larger];
    }
    end += chunk.copy(buffer, end);
    wake();
  });
  for (const event of ["end", "close", "error"]) {
    socket.on(event, () => {
      hasEnded = true;
      wake();
    });
  }

  /** Waits until the condition holds or the connection has ended. */
  async function until(holds: () => boolean): Promise<void> {
    while (!hasEnded && !holds()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
  }

  async function take(count: number): Promise<Buffer<ArrayBuffer>> {
    await until(() => end - start >= count);
    if (end - start < count) throw new Error(`Cut off: ${JSON.stringify(received().toString("latin1", 0, 300))}`);
    start += count;
    return Buffer.from(buffer.subarray(start - count, start));
  }

  async function takeThrough(ending: string): Promise<string> {
    await until(() => received().includes(ending));
    const length = received().indexOf(ending);
    const text = await take(length === -1 ? Number.POSITIVE_INFINITY : length + ending.length);
    return text.toString("latin1", 0, length);
  }

  async function takeBody(headers: WireAnswer["headers"]): Promise<Uint8Array<ArrayBuffer>> {
    const length = headerOf({ headers }, "content-length");
    if (!/\bchunked\b/i.test(headerOf({ headers }, "transfer-encoding") ?? "")) {
      // A body without a length extends to the end of the connection (RFC 9112, section 6.3).
      if (length === null) await until(() => false);
      else if (!/^\d+$/.test(length)) throw new Error(`Not a length: ${JSON.stringify(length)}`);
      return await take(length === null ? end - start : Number(length));
    }
    const pieces: Uint8Array[] = [];
    for (;;) {
      const line = await takeThrough("\r\n");
      const size = Number.parseInt(line, 16);
      if (Number.isNaN(size)) throw new Error(`Not a chunk: ${JSON.stringify(line)}`);
      pieces.push((await take(size + 2)).subarray(0, size));
      if (size === 0) return Buffer.concat(pieces);
    }
  }

  /** The next response, or null if the connection ended before it began. An answer to HEAD has no body, whatever its headers. */
  async function read({ isHead = false } = {}): Promise<WireAnswer | null> {
    await until(() => end > start);
    if (end === start) return null;
    const [statusLine, ...lines] = (await takeThrough("\r\n\r\n")).split("\r\n");
    const match = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine!);
    if (match === null) throw new Error(`Not a status line: ${JSON.stringify(statusLine)}`);
    const headers = lines.map((line): [string, string] => {
      const field = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line);
      if (field === null) throw new Error(`Not a header: ${JSON.stringify(line)}`);
      return [field[1]!, field[2]!];
    });
    const status = Number(match[1]);
    // Informational responses, such as 100 Continue, are skipped.
    if (status < 200) return read({ isHead });
    const isEmpty = isHead || status === 204 || status === 304;
    return { status, reason: match[2]!, headers, body: isEmpty ? new Uint8Array(0) : await takeBody(headers) };
  }

  return {
    /** Text is sent as Latin-1: one byte per character. */
    send: (bytes: string | Uint8Array) =>
      void socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes),
    /** Closes our half of the connection; answers are still read. */
    end: () => void socket.end(),
    read,
    /** Resolves when this many unread bytes have arrived, or the connection has ended. */
    arrived: (bytes: number) => until(() => end - start >= bytes),
    /** The unread bytes so far. */
    received,
    /** Resolves with the unread bytes when the server has closed the connection. */
    async closed(): Promise<Uint8Array> {
      await until(() => false);
      return received();
    },
    /** Stops reading, so the server's writes pile up. */
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
  options?: Parameters<Connection["read"]>[0],
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
export function headerOf({ headers }: Pick<WireAnswer, "headers">, name: string): string | null {
  const values = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}
