/** Reads request bodies within limits of number, size and time. */
import { bodyBytesMax, bodyMs, Problem, unavailable } from "./contract/problem.ts";
import type { Bytes } from "./downloads.ts";

/** At most this many bodies are read or used at once. */
const bodiesMax = 64;

/**
 * A body of up to this multiple of the limit is read to its end although it is refused, because many clients read no
 * answer until they have sent everything.
 */
const drainFactor = 4;

/** Creates the body reader of a server. */
export function createRequestBodies(ms = bodyMs) {
  const ended = new AbortController();
  const tooSlow = () => new Problem(408, { headers: closing });
  const limits = { bytesMax: bodyBytesMax, ms, signal: ended.signal, tooLarge: contentTooLarge, tooSlow };
  let used = 0;

  return {
    /**
     * Reads the body and passes it to `useBody`. Throws a 413, a 408, and a 503 if there are too many bodies or the
     * server is stopping. If the rest of the body is not read, the connection is closed.
     */
    async use<Result>(request: Request, useBody: (bytes: Bytes) => Promise<Result>): Promise<Result> {
      const length = Number(request.headers.get("content-length"));
      if (length > bodyBytesMax) throw contentTooLarge(length > bodyBytesMax * drainFactor);
      if (ended.signal.aborted) throw stopping();
      if (used >= bodiesMax) throw unavailable("Too many requests with a body; try again in a moment.", closing);
      used++;
      try {
        return await useBody(await readBody(request, limits));
      } finally {
        used--;
      }
    },
    /** Refuses the bodies that are still arriving, and all that come later. */
    end(): void {
      ended.abort(stopping());
    },
  };
}

export type RequestBodies = ReturnType<typeof createRequestBodies>;

const closing = { Connection: "close" } as const;

function contentTooLarge(isClosing: boolean): Problem {
  return new Problem(413, { headers: isClosing ? closing : {} });
}

function stopping(): Problem {
  return unavailable("The server is stopping; send the request again.", closing);
}

/** The initial size of the buffer. */
const bufferBytes = 16 * 1024;

interface BodyLimits {
  readonly bytesMax: number;
  readonly ms: number;
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal | undefined;
  /** The argument is true if the rest of the body is not read. Then the connection must be closed. */
  tooLarge(isClosing: boolean): Error;
  tooSlow(): Error;
}

/** Reads a body to its end. Throws the error of a limit that it exceeds. */
export async function readBody(request: Request, limits: BodyLimits): Promise<Bytes> {
  const { ms, signal, tooSlow } = limits;
  const body = createArrivingBody(request, limits);
  const end = (): void => body.refuse(signal!.reason);
  const timer = setTimeout(() => body.refuse(tooSlow()), ms);
  signal?.addEventListener("abort", end);
  try {
    return await body.read();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

function createArrivingBody(request: Request, { bytesMax, tooLarge }: BodyLimits) {
  const reader = request.body?.getReader();
  let refusal: Error | null = null;

  function refuse(error: Error): void {
    refusal ??= error;
    // Ends a pending read as if the body had ended. The promise rejects if the client has disconnected.
    void reader?.cancel().catch(() => {});
  }

  return {
    refuse,
    /** Reads to the end. Throws the reason if the body is refused. */
    async read(): Promise<Bytes> {
      // All chunks are copied into one buffer. A hostile client may send single bytes, and keeping each as an object
      // would take much memory.
      let buffer = new Uint8Array(bufferBytes);
      let length = 0;
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (refusal !== null) throw refusal;
        if (done) break;
        const start = length;
        length += value.length;
        if (length > bytesMax * drainFactor) refuse(tooLarge(true));
        if (length > bytesMax) continue;
        if (length > buffer.length) {
          // Not sooner: many clients might only say that much follows.
          const announced = Number(request.headers.get("content-length")) || 0;
          const larger = new Uint8Array(Math.min(bytesMax, Math.max(length, 2 * buffer.length, announced)));
          larger.set(buffer.subarray(0, start));
          buffer = larger;
        }
        buffer.set(value, start);
      }
      if (length > bytesMax) throw tooLarge(false);
      return buffer.subarray(0, length);
    },
  };
}
