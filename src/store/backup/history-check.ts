/**
 * Checks a whole history in one pass over its rows: whether each version matches its publication, and whether an import
 * could have stored it.
 */
import { setImmediate } from "node:timers/promises";
import { normalizeText } from "../../domain/names/names.ts";
import type { HistoryEntry } from "../../domain/publication.ts";
import {
  type AddedRows,
  copyTeachers,
  createRosterBuilder,
  findLowerBound,
  hasId,
  type Roster,
} from "../../domain/roster.ts";
import { findTextFault, nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import { isEntry } from "./backup-format.ts";

type Changes = Pick<HistoryEntry, "added" | "changed" | "removed">;

/** Stands for the last version of rows that are in the newest version. */
const untilNewest = 2 ** 32 - 1;

const nameIndexes = nameFieldNames.map((name) => textFieldNames.indexOf(name));

/** Keeps every row in memory: about 32 bytes each, and every distinct text once. `publications` are ascending. */
export function createHistoryCheck(publications: readonly HistoryEntry[]) {
  const builder = createRosterBuilder();
  const versions = Float64Array.from(publications, ({ version }) => version);
  const newest = versions.at(-1) ?? 0;
  const changes = new Map(publications.map(({ version }) => [version, { added: 0, changed: 0, removed: 0 }]));
  const faulty: { readonly first: number; readonly last: number }[] = [];
  let lasts = new Uint32Array(1024);
  let [previousFirst, previousId] = [0, 0];

  function count(version: number, kind: keyof Changes, by = 1): void {
    const counted = changes.get(version);
    if (counted !== undefined) counted[kind] += by;
  }

  /** Counts the row as a change or an addition in its first version, and as a removal after its last one. */
  function countChanges(first: number, last: number, id: number): void {
    if (id === previousId && lasts[builder.added - 1] === first - 1) {
      count(first, "changed");
      count(first, "removed", -1);
    } else count(first, "added");
    if (last !== untilNewest) count(last + 1, "removed");
  }

  function isStorable(texts: readonly string[]): boolean {
    return (
      texts.length === textFieldNames.length &&
      texts.every((text, i) => builder.hasText(i, text) || isStorableText(text)) &&
      nameIndexes.some((i) => texts[i] !== "")
    );
  }

  return {
    /** Whether any publication has a version from `first` to `last`; null means the newest version. */
    hasVersion(first: number, last: number | null): boolean {
      // The first publication with version `first` or a later one.
      const found = versions[findLowerBound(versions, first)];
      return found !== undefined && found <= (last ?? newest);
    },
    /**
     * Takes the next row, in ascending order of ids and first versions. `texts` are the values of {@link
     * textFieldNames}. Returns false if an import would not have stored the row. All versions that contain such a row
     * count as damaged.
     */
    add(first: number, lastOrNull: number | null, id: number, texts: readonly string[]): boolean {
      const last = lastOrNull ?? untilNewest;
      const isInOrder = id > previousId || (id === previousId && first > previousFirst);
      if (!isInOrder || !isStorable(texts)) {
        faulty.push({ first, last });
        return false;
      }
      countChanges(first, last, id);
      if (builder.added === lasts.length) lasts = new Uint32Array(lasts.buffer.transfer(8 * lasts.length));
      lasts[builder.added] = last;
      builder.add(id, texts, first);
      [previousFirst, previousId] = [first, id];
      return true;
    },
    /** Whether a row has the id. */
    hasId: (id: number): boolean => hasId(builder.addedRows().ids, id),
    /** The highest id of all rows; 0 if there are none. */
    get highestId(): number {
      return previousId;
    },
    /** The versions that do not match their publications, ascending. */
    async findDamaged(signal?: AbortSignal): Promise<number[]> {
      const rows = builder.addedRows();
      const damaged: number[] = [];
      for (const [i, entry] of publications.entries()) {
        // SQLite never yields to the event loop, which must handle signals.
        await setImmediate();
        signal?.throwIfAborted();
        const { version } = entry;
        const before = publications[i - 1]?.version ?? 0;
        // The changes of a version can only be checked if the version before it is sound.
        const expected = before === version - 1 && damaged.at(-1) !== before ? changes.get(version) : entry;
        const isSound =
          isEntry(entry) &&
          isSameContent(rosterAt(version, rows, lasts), entry) &&
          isSameChanges(entry, expected!) &&
          !faulty.some(({ first, last }) => first <= version && version <= last);
        if (!isSound) damaged.push(version);
      }
      return damaged;
    },
  };
}

function isStorableText(text: string): boolean {
  return normalizeText(text) === text && findTextFault(text) === undefined;
}

function isSameContent(roster: Roster, { count, digest }: HistoryEntry): boolean {
  // Checked separately, because a matching digest does not rule out repeated ids.
  const isAscending = roster.ids.every((id, i) => i === 0 || id > roster.ids[i - 1]!);
  return isAscending && roster.count === count && roster.digest === digest;
}

function isSameChanges(a: Changes, b: Changes): boolean {
  return a.added === b.added && a.changed === b.changed && a.removed === b.removed;
}

/** The roster of a version. `lines` holds the first version of each row. */
function rosterAt(version: number, rows: AddedRows, lasts: Uint32Array): Roster {
  const isIn = (row: number): boolean => rows.lines[row]! <= version && lasts[row]! >= version;
  return copyTeachers(rows, (id, row) => (isIn(row) ? id : null)).finish();
}
