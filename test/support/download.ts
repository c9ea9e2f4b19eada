/** A download over a raw socket that reads bytes only when the test says so. */
import { connect } from "node:net";
import { createGunzip } from "node:zlib";

export interface Download {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Reads this many more bytes from the socket, or those that are left. */
  take(bytes: number): Promise<void>;
  /** Reads the rest. Throws if the response is incomplete. */
  finish(): Promise<Content>;
  /** Closes the connection in the middle of the response. */
  abort(): void;
}

/** The received content, decompressed. */
export interface Content {
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** Requests a chunked response, with gzip if wanted, and reads its head. */
export async function openDownload(origin: string, target: string, coding: "gzip" | "identity"): Promise<Download> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const sink = createSink(coding);
  const chunks = createChunkReader((piece) => sink.write(piece));
  let head = "";
  let wanted = 0;
  let taken = 0;
  let failure: Error | null = null;
  let wake = (): void => {};

  socket.pause();
  socket.on("data", (bytes: Buffer) => {
    taken += bytes.length;
    try {
      const headLength = head.length;
      if (!head.endsWith("\r\n\r\n")) {
        const text = head + bytes.toString("latin1");
        const end = text.indexOf("\r\n\r\n");
        head = end === -1 ? text : text.slice(0, end + 4);
      }
      chunks.read(bytes.subarray(head.length - headLength));
    } catch (error) {
      failure = error as Error;
    }
    if (taken >= wanted) socket.pause();
    wake();
  });
  socket.on("error", (error: Error) => {
    failure ??= error;
    wake();
  });
  socket.on("close", () => {
    failure ??= new Error(`The connection was closed after ${taken} bytes`);
    wake();
  });

  async function takeUntil(bytes: number, isDone: () => boolean): Promise<void> {
    wanted = bytes;
    while (!isDone() && !chunks.hasEnded()) {
      if (failure !== null) throw failure;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      socket.resume();
      await woken;
    }
    socket.pause();
  }

  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${coding}\r\n\r\n`);
  await takeUntil(1, () => head.endsWith("\r\n\r\n"));
  const [statusLine, ...lines] = head.trim().split("\r\n");
  return {
    status: Number(statusLine!.split(" ")[1]),
    headers: new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    ),
    take(bytes) {
      const goal = taken + bytes;
      return takeUntil(goal, () => taken >= goal);
    },
    async finish() {
      await takeUntil(Number.POSITIVE_INFINITY, () => false);
      socket.destroy();
      return sink.end();
    },
    abort: () => void socket.destroy(),
  };
}

/** Undoes the coding and keeps only length and digest. */
function createSink(coding: "gzip" | "identity"): { write(bytes: Uint8Array): void; end(): Promise<Content> } {
  const hasher = new Bun.CryptoHasher("sha256");
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    hasher.update(bytes);
    length += bytes.length;
  };
  const content = (): Content => ({ bytes: length, digest: hasher.digest("hex") });
  if (coding === "identity") return { write: add, end: async () => content() };
  const gunzip = createGunzip();
  gunzip.on("data", add);
  return {
    // Copied, because the chunk is kept and the socket may reuse its memory.
    write: (bytes) => void gunzip.write(Buffer.from(bytes)),
    async end() {
      await new Promise<void>((resolve, reject) => {
        gunzip.once("end", resolve);
        gunzip.once("error", reject);
        gunzip.end();
      });
      return content();
    },
  };
}

/** Parses a chunked body as it arrives (RFC 9112, section 7.1). */
function createChunkReader(write: (bytes: Uint8Array) => void): { read(bytes: Buffer): void; hasEnded(): boolean } {
  let line = "";
  /** The bytes of the chunk still to be read; null while a line is read. */
  let left: number | null = null;
  let hasEnded = false;
  return {
    hasEnded: () => hasEnded,
    read(bytes) {
      let at = 0;
      while (at < bytes.length && !hasEnded) {
        if (left === null) {
          const end = bytes.indexOf("\n", at);
          line += bytes.toString("latin1", at, end === -1 ? bytes.length : end + 1);
          at = end === -1 ? bytes.length : end + 1;
          if (!line.endsWith("\n")) continue;
          // The line after a chunk is empty.
          if (line !== "\r\n") {
            if (!/^[0-9a-f]+\r\n$/i.test(line)) throw new Error(`Not the size of a chunk: ${JSON.stringify(line)}`);
            left = Number.parseInt(line, 16);
            hasEnded = left === 0;
          }
          line = "";
        } else {
          const piece = bytes.subarray(at, at + left);
          write(piece);
          at += piece.length;
          left = left === piece.length ? null : left - piece.length;
        }
      }
    },
  };
}
