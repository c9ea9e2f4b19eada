/** The inputs of handlers: the options and the state of the service, and a request with its parsed parts. */

import type { Resource } from "../contract/resources.ts";
import { findRoute, type RequestTarget, type Route } from "../contract/urls.ts";
import type { Directory } from "../directory/directory.ts";
import type { ServerGarbage } from "../domain/garbage.ts";
import type { Reading } from "../domain/results.ts";
import type { Bytes, PageHeaders, Variant } from "./answer.ts";
import type { Streams } from "./render/stream.ts";
import type { ByteWriter } from "./render/writer.ts";
import type { RequestBodies } from "./request-bodies.ts";

/** The result of the last poll of the database. */
export interface PollResult {
  /**
   * The database has not been asked yet, has nothing newer than the version served, has no publication, did not answer,
   * has a version that is not served yet, or has only older ones than the one served.
   */
  readonly outcome: "not polled" | "current" | "nothing published" | "unreachable" | "not served" | "older";
  /** Why the database can't be read; null if it can. It may name hosts and paths, so only operators see it. */
  readonly databaseError: string | null;
  /** The newest known version in the database; null if none is known. */
  readonly newestVersion: number | null;
  /** Why the image of the newest version can't be built, as a sentence; null if nothing has failed. */
  readonly buildError: string | null;
  /** What to do if the database has only older versions than the one served; otherwise null. */
  readonly olderAdvice: string | null;
}

/** Why no version is loaded yet. */
export function whyNotLoaded({ outcome }: PollResult): string {
  if (outcome === "unreachable") return "database unreachable";
  return outcome === "nothing published" ? "nothing published yet" : "loading";
}

/** Whether the database answered the last poll. */
export function isReachable({ outcome }: PollResult): boolean {
  return outcome !== "unreachable" && outcome !== "not polled";
}

/** The state that health checks report. */
export interface HealthState {
  /** The version served; null until the first one is loaded. */
  readonly directory: Pick<Directory, "publication"> | null;
  readonly poll: PollResult;
  /** Whether the server is stopping, so load balancers should send no more requests. */
  readonly draining: boolean;
}

/** The state of the running server. */
export interface ServiceState extends HealthState {
  readonly directory: Directory | null;
}

/** The settings that the responses depend on. */
export interface ResponseOptions {
  /** The public URL without a trailing slash, or null if links use the request's host. */
  readonly baseUrl: string | null;
  /** The largest `limit`. */
  readonly limitMax: number;
  /** The time for which caches may reuse answers without revalidation, in seconds. */
  readonly maxAgeSeconds: number;
  /** Whether search engines may list the pages. */
  readonly indexable: boolean;
}

/** A request whose answer is complete, or whose client has disconnected. */
export interface AnsweredRequest {
  readonly request: Request;
  /** Null unless requests have ids. */
  readonly id: string | null;
  /** Null for an unknown path. */
  readonly resource: Resource | null;
  /** The status of the response, or {@link clientClosedStatus}. */
  readonly status: number;
  /** The number of bytes of the body that were sent. */
  readonly bytes: number;
  readonly ms: number;
  /** Whether the client disconnected before the answer was complete. */
  readonly isAborted: boolean;
}

export interface AppOptions extends ResponseOptions {
  readonly bodies: RequestBodies;
  /** The current state. It changes, so each request reads it again. */
  readonly state: ServiceState;
  /** Called once for each request. Null if metrics and access log are off, so that they cost nothing. */
  readonly onAnswered: ((answered: AnsweredRequest) => void) | null;
  /** Called after each search. The reading is null if the search found no teacher. */
  onSearch(reading: Reading | null): void;
  /** Whether each request has an id: its `X-Request-Id`, or a new one. The answer repeats the id. */
  readonly hasRequestIds: boolean;
  /** Called for every streamed response, which may take long. */
  onStream(request: Request): void;
  /** Called with unexpected errors, whose details the client does not see, and the id of the request. */
  onError(error: unknown, id: string | null): void;
}

/** Finds the headers of a version's pages in one variant; for a search, with the reading that found its matches. */
export type FindHeaders = (
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  reading?: Reading | null,
) => PageHeaders;

/** The status of a request whose client disconnected before the answer began, as in the logs of nginx. */
export const clientClosedStatus = 499;

/** A document that is the same for every client, in both codings. */
export interface FixedDocument {
  /** The document is rendered again when its key changes. */
  readonly key: string;
  readonly content: Bytes;
  readonly gzipped: () => Bytes;
}

/** The objects that all requests to a server share. */
export interface SharedObjects {
  readonly parseTarget: (url: string) => RequestTarget;
  readonly writer: ByteWriter;
  readonly garbage: ServerGarbage;
  readonly streams: Streams;
  readonly findHeaders: FindHeaders;
  /** The last content of each document, by its name. */
  readonly documents: Map<string, FixedDocument>;
}

/**
 * A request with its parsed parts. Its headers are read once, because each access crosses into native code. This is a
 * class, because target and route are found on first use. Most answers from the page cache need neither.
 */
export class RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Null unless requests have ids. */
  readonly id: string | null;
  /** The time of arrival by `performance.now()`; 0 without metrics and access log. */
  readonly arrivedMs: number;
  readonly options: AppOptions;
  readonly shared: SharedObjects;
  /**
   * The absolute URL that links start with, without a trailing slash. Until the Host header has been checked, it is the
   * configured one, or empty.
   */
  base: string;
  #target: RequestTarget | undefined;
  #route: Route | null | undefined;

  constructor(request: Request, options: AppOptions, shared: SharedObjects) {
    this.request = request;
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.id = options.hasRequestIds ? chooseRequestId(this.headers.get("x-request-id")) : null;
    this.arrivedMs = options.onAnswered === null ? 0 : performance.now();
    this.options = options;
    this.shared = shared;
    this.base = options.baseUrl ?? "";
  }

  /** The target without the prefix of the base URL. */
  get target(): RequestTarget {
    this.#target ??= this.shared.parseTarget(this.url);
    return this.#target;
  }

  /** Null for an unknown path. */
  get route(): Route | null {
    if (this.#route === undefined) this.#route = findRoute(this.target.path);
    return this.#route;
  }

  get resource(): Resource | null {
    return this.route?.resource ?? null;
  }

  /** The parameters in the path, by name. */
  get params(): Route["params"] {
    return this.route?.params ?? {};
  }
}

/** Allows the common formats: UUIDs, hexadecimal numbers, base64, and ids with a prefix. */
const wellFormedId = /^[\w.:@/+=-]{1,128}$/;

/** The id that came with the request if it is well-formed, otherwise a new one. */
export function chooseRequestId(sent: string | null): string {
  return sent !== null && wellFormedId.test(sent) ? sent : crypto.randomUUID();
}
