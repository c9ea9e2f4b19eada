import { expect, test } from "bun:test";
import { findChanges } from "../../domain/changes/roster-changes.ts";
import { createRosterBuilder } from "../../domain/roster.ts";
import { rosterOf } from "../../domain/roster-testing.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { renderPreview } from "./publish-asking.ts";

const teacher = (id: number, changes: Partial<StoredTeacher> = {}): StoredTeacher => {
  return storedTeacher({ id, last_name: "Коваль", first_name: "О", middle_name: "", degree: "доцент", ...changes });
};

test.each<[string, StoredTeacher[], StoredTeacher[], string[]]>([
  ["nothing", [], [], []],
  ["an addition", [], [teacher(7)], ["Added: 1", "  + 7  Коваль О, доцент"]],
  [
    "ids of other lengths",
    [],
    [teacher(7), teacher(10)],
    ["Added: 2", "  +  7  Коваль О, доцент", "  + 10  Коваль О, доцент"],
  ],
  ["no degree", [teacher(7, { degree: "" })], [], ["Removed: 1", "  - 7  Коваль О"]],
  [
    "a change of all fields",
    [teacher(7)],
    [teacher(7, { last_name: "А", first_name: "", middle_name: "Б", degree: "" })],
    [
      "Changed: 1",
      "  ~ 7  Коваль О  last name: Коваль → А; first name: О → (empty); middle name: (empty) → Б; degree: доцент → (empty)",
    ],
  ],
  [
    "an id that moved",
    [teacher(7)],
    [teacher(8)],
    [
      "Added: 1",
      "  + 8  Коваль О, доцент  (had the id 7)",
      "Removed: 1",
      "  - 7  Коваль О, доцент  (now has the id 8)",
    ],
  ],
])("renderPreview() of %s", (_, before, after, wanted) => {
  const next = rosterOf(after);
  expect([...renderPreview(findChanges(rosterOf(before), next))]).toEqual(wanted);
});

test("renderPreview() shows new names before new degrees", () => {
  const before = Array.from({ length: 30 }, (_, i) => teacher(i + 1));
  const after = before.map((found, i) => ({ ...found, ...(i === 28 ? { last_name: "Заміжня" } : { degree: "" }) }));
  const next = rosterOf(after);
  const lines = [...renderPreview(findChanges(rosterOf(before), next), "--dry-run")];
  expect([lines.length, lines[1], lines[2]]).toEqual([
    22,
    "  ~ 29  Коваль О  last name: Коваль → Заміжня",
    "  ~  1  Коваль О  degree: доцент → (empty)",
  ]);
});

test("renderPreview() shows 20 and counts the others, or lists all", () => {
  const next = rosterOf(Array.from({ length: 1021 }, (_, i) => teacher(i + 1)));
  const changes = findChanges(createRosterBuilder().finish(), next);
  const lines = [...renderPreview(changes, "--dry-run")];
  expect([lines.length, lines[0], lines[21]]).toEqual([22, "Added: 1,021", "  … and 1,001 more; --dry-run lists all"]);
  const all = [...renderPreview(changes)];
  expect([all.length, all[0], all[1021]]).toEqual([1022, "Added: 1,021", "  + 1021  Коваль О, доцент"]);
});
