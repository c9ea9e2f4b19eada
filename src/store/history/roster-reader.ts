/**
 * Reads versions into rosters, and checks them against their publications. The current version comes with its recent
 * changes.
 */
import { erasureSource, type Publication, type RecentChanges } from "../../domain/publication.ts";
import { createRosterBuilder, hasId, type Roster } from "../../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../../domain/teacher.ts";
import type { DatedTeacher, StoreReader } from "./reader.ts";

/** The rows of a version differ from what was published: the disk is failing, or something else changed them. */
export class DamagedVersionError extends Error {
  readonly version: number;

  constructor(version: number) {
    super(`Version ${version} in the database differs from what was published; import the file again`);
    this.version = version;
  }
}

export async function gatherRoster(
  batches: AsyncIterable<readonly StoredTeacher[]>,
  onRead: (rows: number) => void = () => {},
): Promise<Roster> {
  const builder = createRosterBuilder();
  for await (const batch of batches) {
    for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
    onRead(builder.added);
  }
  return builder.finish();
}

/** The roster of a version. Throws {@link DamagedVersionError}. */
export async function readVersion(
  { readTeachers }: Pick<StoreReader, "readTeachers">,
  publication: Pick<Publication, "version" | "digest">,
  { signal, onRead }: { readonly signal?: AbortSignal | undefined; readonly onRead?: (rows: number) => void } = {},
): Promise<Roster> {
  const roster = await gatherRoster(readTeachers(publication.version, signal), onRead);
  checkDigest(roster, publication);
  return roster;
}

/** Throws {@link DamagedVersionError} unless the roster is what was published. */
export function checkDigest({ digest }: Roster, publication: Pick<Publication, "version" | "digest">): void {
  if (digest !== publication.digest) throw new DamagedVersionError(publication.version);
}

/** Reads the content of the current version. The caller checks its digest. */
export async function readCurrentContent(reader: StoreReader, current: Publication, onRead: (rows: number) => void) {
  const changedIn = new Uint32Array(current.count);
  const roster = await gatherRoster(dateTeachers(reader.readDatedTeachers(current.version), changedIn), onRead);
  const [oldest] = listRecent(await reader.listVersions(), current);
  /** The version that removed each id, in the order of the versions. */
  const removals = new Map<number, number>();
  for await (const batch of reader.readEnded(oldest!.version)) {
    for (const { id, last_version } of batch) {
      // With SQLite, another version may have been published meanwhile.
      if (last_version >= current.version || hasId(roster.ids, id)) continue;
      removals.delete(id);
      removals.set(id, last_version + 1);
    }
  }
  const changes: RecentChanges = {
    // Listed again, to leave out versions that were pruned meanwhile: their rows may be missing.
    publications: listRecent(await reader.listVersions(), current),
    changedIn,
    removedIds: Float64Array.from(removals.keys()),
    removedIn: Uint32Array.from(removals.values()),
  };
  return { roster, changes };
}

/** Records the version in which each teacher changed, by position. */
async function* dateTeachers(
  batches: AsyncIterable<readonly DatedTeacher[]>,
  changedIn: Uint32Array,
): AsyncGenerator<readonly DatedTeacher[]> {
  let position = 0;
  for await (const batch of batches) {
    for (const { first_version } of batch) changedIn[position++] = first_version;
    yield batch;
  }
}

/**
 * If there are more changes than this, and more changes than teachers, a client is faster when it reads everything
 * again.
 */
const changesMax = 1_000_000;

/**
 * The versions since which changes can be requested, the current one last. Versions before the last erasure are
 * excluded, because copies of them may contain the erased teachers. `all` are newest first.
 */
export function listRecent(all: readonly Publication[], current: Publication): Publication[] {
  const recent = [current];
  // After a restore, other versions may belong to another history.
  const at = all.findIndex(({ id }) => id === current.id);
  if (at === -1) return recent;
  let changes = 0;
  for (const publication of all.slice(at + 1)) {
    const { version, source, changed, removed } = recent[0]!;
    changes += changed + removed;
    const isTooOld = source === erasureSource || changes > Math.max(changesMax, current.count);
    if (publication.version !== version - 1 || isTooOld) break;
    recent.unshift(publication);
  }
  return recent;
}
