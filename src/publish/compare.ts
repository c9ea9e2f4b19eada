/** The changes between two rosters, and between two versions of the history. */
import { textKey } from "../domain/names/names.ts";
import { createRosterBuilder, type Roster, teacherAtPosition, textAtPosition } from "../domain/roster.ts";
import { type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Version } from "../domain/version.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { PlannedChange } from "./change.ts";

export interface ChangeCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** The positions of those who are in one roster only, and of those whose texts differ, with their numbers, by one pass over both. */
export function compareRosters(before: Roster, after: Roster) {
  const added: number[] = [];
  const removed: number[] = [];
  const changed: (readonly [before: number, after: number])[] = [];
  const isSame = (old: number, position: number): boolean =>
    textFieldNames.every((name) => textAtPosition(before, name, old) === textAtPosition(after, name, position));
  let old = 0;
  for (let position = 0; position < after.count; position++) {
    const id = after.ids[position]!;
    while (old < before.count && before.ids[old]! < id) removed.push(old++);
    if (old === before.count || before.ids[old] !== id) added.push(position);
    else {
      if (!isSame(old, position)) changed.push([old, position]);
      old++;
    }
  }
  while (old < before.count) removed.push(old++);
  const unchanged = after.count - added.length - changed.length;
  const counts = { added: added.length, removed: removed.length, changed: changed.length, unchanged };
  return { added, removed, changed, counts };
}

/** Everybody as a newcomer: the changes of a first list. */
export function* listEverybody(roster: Roster): Generator<PlannedChange> {
  for (let position = 0; position < roster.count; position++)
    yield describeChange(null, teacherAtPosition(roster, position));
}

const unremarkable = { place: null, otherId: null, concern: null, warning: null, assigned: null } as const;

/** What differs between two states of a teacher. */
export function describeChange(
  before: StoredTeacher | null,
  after: StoredTeacher | null,
  more: Partial<PlannedChange> = {},
): PlannedChange {
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  const isOther = (field: TextFieldName): boolean => textKey(before![field]) !== textKey(after![field]);
  const fields = before === null || after === null ? [] : textFieldNames.filter(isOther);
  const { id } = (after ?? before)!;
  return { kind, id, before, after, fields, ...unremarkable, ...more };
}

/** Changes are made while they are listed, because there may be a million. */
export interface ListedChanges {
  readonly counts: ChangeCounts;
  list(kind: PlannedChange["kind"]): Iterable<PlannedChange>;
}

/** `from` is null for the empty directory before the first version. */
export function compareVersions(
  { read }: Pick<Store, "read">,
  from: Version | null,
  to: Version,
  signal?: AbortSignal,
): Promise<ListedChanges> {
  return read(async (reader) => {
    const before = from === null ? createRosterBuilder().finish() : await readVersion(reader, from, signal);
    const after = await readVersion(reader, to, signal);
    const positions = compareRosters(before, after);
    const lists = {
      removed: () => positions.removed.values().map((at) => describeChange(teacherAtPosition(before, at), null)),
      changed: () =>
        positions.changed
          .values()
          .map(([was, is]) => describeChange(teacherAtPosition(before, was), teacherAtPosition(after, is))),
      added: () => positions.added.values().map((at) => describeChange(null, teacherAtPosition(after, at))),
    };
    return { counts: positions.counts, list: (kind) => lists[kind]() };
  });
}
