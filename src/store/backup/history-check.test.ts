import { expect, test } from "bun:test";
import type { HistoryEntry } from "../../domain/publication.ts";
import { rosterOf } from "../../domain/roster-testing.ts";
import { textsOf } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { createHistoryCheck } from "./history-check.ts";

type Row = readonly [first: number, last: number | null, id: number, lastName: string];

/** Teacher 1 gets another name in version 2, and teacher 2 leaves with version 3. */
const rows: readonly Row[] = [
  [1, 1, 1, "А"],
  [2, null, 1, "Б"],
  [1, 2, 2, "В"],
];

function entryOf(
  version: number,
  names: Readonly<Record<number, string>>,
  changes: Partial<HistoryEntry>,
): HistoryEntry {
  const teachers = Object.entries(names).map(([id, last_name]) => storedTeacher({ id: Number(id), last_name }));
  const { count, digest } = rosterOf(teachers);
  const id = `00000000-0000-4000-8000-00000000000${version}`;
  const publishedAt = `2026-01-0${version}T00:00:00.000Z`;
  const none = { added: 0, changed: 0, removed: 0 };
  return {
    version,
    id,
    publishedAt,
    source: "staff.csv",
    message: "",
    publishedBy: "",
    namesakes: "[]",
    answers: "",
    count,
    digest,
    ...none,
    ...changes,
  };
}

const entries: readonly HistoryEntry[] = [
  entryOf(1, { 1: "А", 2: "В" }, { added: 2 }),
  entryOf(2, { 1: "Б", 2: "В" }, { changed: 1 }),
  entryOf(3, { 1: "Б" }, { removed: 1 }),
];

function findDamaged(of: readonly HistoryEntry[], having: readonly Row[]): Promise<number[]> {
  const check = createHistoryCheck(of);
  for (const [first, last, id, lastName] of having) {
    if (check.hasVersion(first, last)) check.add(first, last, id, textsOf(storedTeacher({ id, last_name: lastName })));
  }
  return check.findDamaged();
}

const change = (version: number, changes: Partial<HistoryEntry>): HistoryEntry[] =>
  entries.map((entry) => (entry.version === version ? { ...entry, ...changes } : entry));

test.each<[string, readonly HistoryEntry[], readonly Row[], number[]]>([
  ["nothing", [], [], []],
  ["a sound history", entries, rows, []],
  ["the versions after a prune", entries.slice(1), rows, []],
  ["a gap, after which no changes are known", entries.toSpliced(1, 1), rows, []],
  ["rows that no version has", entries, [...rows, [7, null, 3, "А"]], []],
  ["a changed name", entries, rows.with(0, [1, 1, 1, "Ж"]), [1]],
  ["a missing row", entries, rows.slice(1), [1]],
  ["a row of later versions", entries, rows.with(2, [1, null, 2, "В"]), [3]],
  ["two rows of one teacher", entries, rows.with(0, [1, 2, 1, "А"]), [2]],
  ["rows out of order", entries, rows.toReversed(), [1, 2, 3]],
  ["a name with a control character", entries, rows.with(0, [1, 1, 1, "А\u001b"]), [1]],
  ["a teacher without a name", entries, rows.with(0, [1, 1, 1, ""]), [1]],
  ["another count", change(2, { count: 3 }), rows, [2]],
  ["another digest", change(2, { digest: "0".repeat(64) }), rows, [2]],
  ["other changes", change(2, { changed: 0, added: 1 }), rows, [2]],
  ["an id that is a path", change(3, { id: "../../evil" }), rows, [3]],
])("findDamaged() of %s", async (_, of, having, damaged) => {
  expect(await findDamaged(of, having)).toEqual(damaged);
});

test.each<[string, string, boolean]>([
  ["a name", "Шевченко", true],
  ["a name of 200 characters", "я".repeat(200), true],
  ["a name of 201 characters", "я".repeat(201), false],
  ["a line feed", "А\nБ", false],
  ["half of a character", "\ud800", false],
  ["white space at the end", "А ", false],
  ["two characters for one letter", "и\u0306", false],
])("add() of %s", (_, name, isGood) => {
  expect(createHistoryCheck(entries).add(1, null, 1, textsOf(storedTeacher({ id: 1, last_name: name })))).toBe(isGood);
});
