/** What the running server knows of itself when a request comes. */
import type { Directory } from "../directory/directory.ts";

export interface ServiceState {
  /** The version that is served; null until the first one is loaded. */
  readonly directory: Directory | null;
  /** Why there is none yet. */
  readonly waitingFor: "loading" | "nothing published yet" | "database unreachable";
  readonly databaseReachable: boolean;
  /** The newest version that the database is known to hold; null where none is known. */
  readonly newestVersion: number | null;
  /** Why the image of that can't be built, as a sentence; null where nothing has failed. */
  readonly buildError: string | null;
  /** Since when all responses have been made with these settings, in milliseconds since 1970; see `findSettingsDate`. */
  readonly settingsDateMs: number;
  /** Told to stop: balancers should send no more requests. */
  readonly draining: boolean;
}
