/** Reads the content of an image from the current version: the roster, and the changes of the recent versions. */
import type { RecentChanges } from "../../domain/publication.ts";
import { erasureSource, type Publication } from "../../domain/publication.ts";
import { hasId, type Roster } from "../../domain/roster.ts";
import type { DatedTeacher, StoreReader } from "./reader.ts";
import { gatherRoster } from "./roster-reader.ts";

interface CurrentContent {
  readonly roster: Roster;
  readonly changes: RecentChanges;
}

/** Reads the content of the current version. The caller checks its digest. */
export async function readCurrentContent(
  reader: StoreReader,
  current: Publication,
  onRead: (rows: number) => void,
): Promise<CurrentContent> {
  const changedIn = new Uint32Array(current.count);
  const roster = await gatherRoster(dateTeachers(reader.readDatedTeachers(current.version), changedIn), onRead);
  const [oldest] = listRecent(await reader.listVersions(), current);
  /** The version that removed each id, in the order of the versions. */
  const removals = new Map<number, number>();
  for await (const batch of reader.readEndedIds(oldest!.version)) {
    for (const { id, last_version } of batch) {
      // With SQLite, another version may have been published meanwhile.
      if (last_version >= current.version || hasId(roster.ids, id)) continue;
      removals.delete(id);
      removals.set(id, last_version + 1);
    }
  }
  return {
    roster,
    changes: {
      // Listed again, because the rows of a version that was pruned meanwhile may be missing.
      publications: listRecent(await reader.listVersions(), current),
      changedIn,
      removedIds: Float64Array.from(removals.keys()),
      removedIn: Uint32Array.from(removals.values()),
    },
  };
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
 * For a client, reading everything again is faster than following more changes than this, if they also outnumber the
 * teachers.
 */
const changesMax = 1_000_000;

/**
 * The versions since which changes can be requested, the current one last. Versions before the last erasure are excluded,
 * because copies of them may contain the erased teachers. `all` are newest first.
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
