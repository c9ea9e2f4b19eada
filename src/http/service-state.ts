/** The state of the running server, as request handlers see it. */
import type { Directory } from "../directory/directory.ts";

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
