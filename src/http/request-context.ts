/** What handlers receive: the options of the service, and a request with its parsed parts. */

import type { Target } from "../contract/request-url.ts";
import type { ServiceState } from "./service-state.ts";

export interface AppOptions {
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
