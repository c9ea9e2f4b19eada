/** What handlers receive: the options and the state of the service, and a request with its parsed parts. */

import type { Target } from "../contract/request-url.ts";
import type { Directory } from "../directory/directory.ts";
import type { CheckRate } from "./rate-limit.ts";

/** The state of the running server. */
export interface ServiceState {
  /** The version served; null until the first one is loaded. */
  readonly directory: Directory | null;
  /** Why no version is loaded yet. */
  readonly waitingFor: "loading" | "nothing published yet" | "database unreachable";
  readonly databaseReachable: boolean;
  /** The newest version known to be in the database; null if none is known. */
  readonly newestVersion: number | null;
  /** Why the image of the newest version can't be built, as a sentence; null if nothing has failed. */
  readonly buildError: string | null;
  /** Since when all responses have been made with these settings, in milliseconds since 1970; see `findSettingsDate`. */
  readonly settingsDateMs: number;
  /** Whether the server is stopping, so load balancers should send no more requests. */
  readonly draining: boolean;
}

/** The settings that the responses depend on. */
export interface ResponseOptions {
  /** The public URL without a trailing slash, or null if links use the request's host. */
  readonly baseUrl: string | null;
  /** The largest `limit`. */
  readonly limitMax: number;
  /** How long caches may reuse answers without revalidation, in seconds. */
  readonly maxAgeSeconds: number;
  /** The most bytes of cached pages. */
  readonly cacheBytesMax: number;
  /** Whether search engines may list the pages. */
  readonly indexable: boolean;
}

export interface AppOptions extends ResponseOptions {
  /** Called for every request but health probes; undefined without a rate limit. */
  readonly checkRate?: CheckRate | undefined;
  /** Read again for each request. */
  readonly state: ServiceState;
  /** Called for every streamed response, which may take long. */
  onStream(request: Request): void;
  /** Called with unexpected errors, of which the client sees no details. */
  onError(error: unknown): void;
}

export interface RequestContext {
  readonly request: Request;
  /** Its path lacks the prefix of the base URL. */
  readonly target: Target;
  /** The parameters in the path, by name. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The absolute URL that links start with, without a trailing slash. */
  readonly base: string;
  readonly options: AppOptions;
}
