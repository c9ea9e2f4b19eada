/** The options of the function from Request to Response, for callers without a server. */
import type { Directory } from "../../src/directory/directory.ts";
import { createTurns } from "../../src/directory/turns.ts";
import { createRequestBodies } from "../../src/http/request-bodies.ts";
import { type AppOptions, notPolled } from "../../src/http/request-context.ts";

/** The state of a server that serves a directory; null if nothing is published. */
export function stateOf(directory: Directory | null): AppOptions["state"] {
  return {
    directory,
    poll: { ...notPolled, outcome: directory === null ? "nothing published" : "current" },
    draining: false,
  };
}

/** The defaults of `serve`. */
export function appOptionsOf(state: AppOptions["state"]): Omit<AppOptions, "onError"> {
  return {
    state,
    baseUrl: null,
    maxLimit: 1000,
    maxAge: 0,
    allowIndexing: false,
    onAnswered: null,
    onSearch() {},
    turns: createTurns(),
    bodies: createRequestBodies(),
    onStream() {},
  };
}
