/** The bodies of requests: how many may arrive at once, how large they may be, and how long they may take. */
import { bodyBytesMax, bodyMs, Problem } from "../contract/problems.ts";
import type { Bytes } from "./answer.ts";

/** The most bodies that arrive, or are used, at once. */
const bodiesMax = 64;

export interface RequestBodies {
  /**
   * Reads the whole body, and uses it. Throws `contentTooLarge`, `requestTimeout`, and `busy` if there are too many bodies. What is
   * left of a body is then not read, so each of these closes the connection.
   */
  use<Result>(request: Request, useBody: (bytes: Bytes) => Promise<Result>): Promise<Result>;
  /** Refuses the bodies that are still arriving, and all that come later. */
  end(): void;
}

/** A body that is too large is read a little longer, because many clients read no answer before they have sent everything. */
const unreadFactor = 4;

/** Creates the bodies of a server. */
export function createRequestBodies(ms = bodyMs): RequestBodies {
  const arriving = new Set<ArrivingBody>();
  let used = 0;
  let hasEnded = false;

  async function read(request: Request): Promise<Bytes> {
    const body = createArrivingBody(request);
    const timer = setTimeout(() => body.refuse(closing("requestTimeout")), ms);
    arriving.add(body);
    try {
      return await body.read();
    } finally {
      clearTimeout(timer);
      arriving.delete(body);
    }
  }

  return {
    async use(request, useBody) {
      const length = Number(request.headers.get("content-length"));
      if (length > bodyBytesMax * unreadFactor) throw closing("contentTooLarge");
      if (length > bodyBytesMax) throw new Problem("contentTooLarge");
      if (hasEnded) throw stopping();
      if (used >= bodiesMax) throw closing("busy", "Too many requests with a body; try again in a moment.");
      used++;
      try {
        return await useBody(await read(request));
      } finally {
        used--;
      }
    },
    end() {
      hasEnded = true;
      for (const body of arriving) body.refuse(stopping());
    },
  };
}

/** A problem that closes the connection. */
function closing(problem: "contentTooLarge" | "requestTimeout" | "busy", detail?: string): Problem {
  const retry = problem === "busy" ? { "Retry-After": "1" } : {};
  return new Problem(problem, { ...(detail && { detail }), headers: { ...retry, Connection: "close" } });
}

function stopping(): Problem {
  return closing("busy", "The server is stopping; send the request again.");
}

interface ArrivingBody {
  /** Reads to the end. Throws `contentTooLarge`, or what it is refused with. */
  read(): Promise<Bytes>;
  refuse(problem: Problem): void;
}

/** The size of the buffer for a body that has just begun. */
const bufferBytes = 16 * 1024;

function createArrivingBody(request: Request): ArrivingBody {
  const reader = request.body?.getReader();
  let refusal: Problem | null = null;

  function refuse(problem: Problem): void {
    refusal ??= problem;
    // A read that waits ends, as if the body had. It rejects if the client has disconnected.
    void reader?.cancel().catch(() => {});
  }

  return {
    refuse,
    async read() {
      // One buffer: a hostile client sends its bytes one by one, and each would be an object.
      let buffer = new Uint8Array(bufferBytes);
      let length = 0;
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (refusal !== null) throw refusal;
        if (done || value === undefined) break;
        const start = length;
        length += value.length;
        if (length > bodyBytesMax * unreadFactor) refuse(closing("contentTooLarge"));
        if (length > bodyBytesMax) continue;
        if (length > buffer.length) {
          const larger = new Uint8Array(Math.min(bodyBytesMax, Math.max(length, 2 * buffer.length)));
          larger.set(buffer.subarray(0, start));
          buffer = larger;
        }
        buffer.set(value, start);
      }
      if (length > bodyBytesMax) throw new Problem("contentTooLarge");
      return buffer.subarray(0, length);
    },
  };
}
