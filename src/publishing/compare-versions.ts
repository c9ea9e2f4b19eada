/** What changed between two versions. */
import type { RosterChanges } from "../domain/changes/roster-changes.ts";
import type { HistoryEntry } from "../domain/publication.ts";
import { listTeachers } from "../domain/roster.ts";
import { findRowChanges } from "../store/history/publish.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";

/** The changes from one version, null for the empty directory before the first one, to another. */
export function compareVersions(
  store: Pick<Store, "read">,
  from: HistoryEntry | null,
  to: HistoryEntry,
): Promise<RosterChanges> {
  return store.read(async (reader) => {
    const roster = await readVersion(reader, to);
    const before = from === null ? [] : listTeachers(await readVersion(reader, from));
    return (await findRowChanges(roster, before)).changes;
  });
}
