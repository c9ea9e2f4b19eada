/** The inputs of handlers: the options and the state of the service, and a request with its parsed parts. */

import type { Directory } from "../directory/directory.ts";
import type { Turns } from "../directory/turns.ts";
import type { Reading } from "../domain/results.ts";
import type { RequestTarget, Route } from "./contract/routes.ts";
import type { RequestBodies } from "./request-bodies.ts";

/** The result of the last poll of the database. */
export interface PollResult {
  /** `current`: the database has nothing newer than the version served. `older`: it has only older versions. */
  readonly outcome: "not polled" | "current" | "nothing published" | "unreachable" | "not served" | "older";
  /** Why the database can't be read; null if it can. It may name hosts and paths, so only operators see it. */
  readonly databaseError: string | null;
  /** The newest known version in the database; null if none is known. */
  readonly newestVersion: number | null;
  /** Why the newest version can't be loaded, as a sentence; null if nothing has failed. */
  readonly loadError: string | null;
  /** What to do if the database has only older versions than the one served; otherwise null. */
  readonly olderAdvice: string | null;
  /** When the SQLite file was last backed up, in seconds since 1970; 0 if never. Null if the database does not know. */
  readonly lastBackup: number | null;
}

/** Before the first poll. */
export const notPolled: PollResult = {
  outcome: "not polled",
  databaseError: null,
  newestVersion: null,
  loadError: null,
  olderAdvice: null,
  lastBackup: null,
};

/** Why no version is loaded yet. */
export function whyNotLoaded({ outcome }: PollResult): string {
  if (outcome === "unreachable") return "database unreachable";
  return outcome === "nothing published" ? "nothing published yet" : "loading";
}

/** Whether the database answered the last poll. */
export function isReachable({ outcome }: PollResult): boolean {
  return outcome !== "unreachable" && outcome !== "not polled";
}

/** The state of the running server, which keeps it up to date. */
export interface ServiceState {
  /** The version served; null until the first one is loaded. */
  directory: Directory | null;
  poll: PollResult;
  /** Whether the server is stopping, so load balancers should send no more requests. */
  draining: boolean;
}

export interface AppOptions {
  /** The public URL without a trailing slash, or null if links use the request's host. */
  readonly baseUrl: string | null;
  /** The largest `limit`. */
  readonly maxLimit: number;
  /** The time for which caches may reuse answers without revalidation, in seconds. */
  readonly maxAge: number;
  /** Whether search engines may list the pages. */
  readonly allowIndexing: boolean;
  /** The turns of searches, matches and downloads. */
  readonly turns: Turns;
  readonly bodies: RequestBodies;
  /** The current state. It changes, so each request reads it again. */
  readonly state: Readonly<ServiceState>;
  /**
   * Called once for each request, with null for an unknown path, and {@link clientClosedStatus} if its client has
   * disconnected. Null if nobody counts them.
   */
  readonly onAnswered: ((route: Route | null, status: number, ms: number) => void) | null;
  /** Called after each search. The reading is null if the search found no teacher. */
  onSearch(reading: Reading | null): void;
  /** Called for every streamed response, which may take long. */
  onStream(request: Request): void;
  /** Called with unexpected errors, whose details the client does not see. */
  onError(error: unknown): void;
}

/** The status of a request whose client disconnected before the answer began, as in the logs of nginx. */
export const clientClosedStatus = 499;

/** A request with its parsed parts. */
export interface RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly headers: Headers;
  /** The time of arrival by `performance.now()`. */
  readonly arrivedMs: number;
  readonly options: AppOptions;
  readonly target: RequestTarget;
  /** Null for an unknown path. */
  readonly route: Route | null;
  /**
   * The absolute URL that links start with, without a trailing slash. Until the Host header has been checked, it is the
   * configured one, or empty.
   */
  readonly base: string;
}
