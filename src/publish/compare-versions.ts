/** The changes between two versions of the history. */
import type { HistoryEntry } from "../domain/publication.ts";
import { createRosterBuilder, teacherAtPosition } from "../domain/roster.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { PlannedChange } from "./change.ts";
import { type ChangeCounts, compareRosters, countChanges, describeChange } from "./plan.ts";

/** Changes are made while they are listed, because there may be a million. */
export interface ListedChanges {
  readonly counts: ChangeCounts;
  list(kind: PlannedChange["kind"]): Iterable<PlannedChange>;
}

/** `from` is null for the empty directory before the first version. */
export function compareVersions(
  { read }: Pick<Store, "read">,
  from: HistoryEntry | null,
  to: HistoryEntry,
): Promise<ListedChanges> {
  return read(async (reader) => {
    const before = from === null ? createRosterBuilder().finish() : await readVersion(reader, from);
    const after = await readVersion(reader, to);
    const positions = compareRosters(before, after);
    const lists = {
      removed: () => positions.removed.values().map((at) => describeChange(teacherAtPosition(before, at), null)),
      changed: () =>
        positions.changed
          .values()
          .map(([was, is]) => describeChange(teacherAtPosition(before, was), teacherAtPosition(after, is))),
      added: () => positions.added.values().map((at) => describeChange(null, teacherAtPosition(after, at))),
    };
    return { counts: countChanges(positions, after.count), list: (kind) => lists[kind]() };
  });
}
