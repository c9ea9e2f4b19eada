/** What changed in the recent versions of the directory, so that a copy of one of them can be brought up to date. */
import type { Publication } from "../publication.ts";

export interface RecentChanges {
  /** The versions that changes can be asked since: consecutive, the current one last. */
  readonly publications: readonly Pick<Publication, "version" | "id">[];
  /** The version in which each teacher of the current one was added or last changed, by position. */
  readonly changedIn: Uint32Array;
  /** Those who are removed, by the version that removed them, then by id. */
  readonly removedIds: Float64Array;
  /** The version that removed each of them. */
  readonly removedIn: Uint32Array;
}

/** No version can be asked about. */
export const noRecentChanges: RecentChanges = {
  publications: [],
  changedIn: new Uint32Array(0),
  removedIds: new Float64Array(0),
  removedIn: new Uint32Array(0),
};
