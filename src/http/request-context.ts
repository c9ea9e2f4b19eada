/** What resources are given: the service's options and a request with what has been found out about it. */

import type { Target } from "../contract/target.ts";
import type { ServiceState } from "./service-state.ts";

export interface AppOptions {
  /** The public URL without a slash behind, or null where links are on the request's own host. */
  readonly baseUrl: string | null;
  /** The most teachers on a page. */
  readonly limitMax: number;
  /** How many seconds caches may keep answers without asking again; 0 for never. */
  readonly maxAgeSeconds: number;
  /** How many bytes of finished pages are kept. */
  readonly cacheBytesMax: number;
  /** Whether search engines may list the pages. */
  readonly indexable: boolean;
  /** Read anew at each request. */
  readonly state: ServiceState;
  /** Told of an answer that is written while it is sent, which may take long. */
  onStream(request: Request): void;
  /** Told of what is not expected; the client learns nothing of it. */
  onError(error: unknown): void;
}

export interface RequestContext {
  readonly request: Request;
  /** The path is without the prefix of the base URL. */
  readonly target: Target;
  /** What the route's pattern found in the path, by name. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The absolute URL that links start with, without a slash behind. */
  readonly base: string;
  readonly options: AppOptions;
}
