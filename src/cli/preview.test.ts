import { expect, test } from "bun:test";
import { createRosterBuilder } from "../domain/roster.ts";
import { findChanges } from "../domain/roster-changes.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { renderPreview } from "./preview.ts";

const teacher = (id: number, changes: Partial<StoredTeacher> = {}): StoredTeacher => {
  return storedTeacher({ id, last_name: "Коваль", first_name: "О", middle_name: "", degree: "доцент", ...changes });
};

test.each<[string, StoredTeacher[], StoredTeacher[], string]>([
  ["nothing", [], [], ""],
  ["an addition", [], [teacher(7)], "Added: 1\n  + 7  Коваль О, доцент\n"],
  [
    "ids of other lengths",
    [],
    [teacher(7), teacher(10)],
    "Added: 2\n  +  7  Коваль О, доцент\n  + 10  Коваль О, доцент\n",
  ],
  ["no degree", [teacher(7, { degree: "" })], [], "Removed: 1\n  - 7  Коваль О\n"],
  [
    "a change of all fields",
    [teacher(7)],
    [teacher(7, { last_name: "А", first_name: "", middle_name: "Б", degree: "" })],
    "Changed: 1\n  ~ 7  Коваль О  last name: Коваль → А; first name: О → (empty); middle name: (empty) → Б; degree: доцент → (empty)\n",
  ],
  ["a character that turns lines", [], [teacher(7, { degree: "а\u202eб" })], "Added: 1\n  + 7  Коваль О, а\\u202eб\n"],
  [
    "an id that moved",
    [teacher(7)],
    [teacher(8)],
    "Added: 1\n  + 8  Коваль О, доцент  (had the id 7)\nRemoved: 1\n  - 7  Коваль О, доцент  (now has the id 8)\n",
  ],
])("renderPreview() of %s", (_, before, after, wanted) => {
  const next = rosterOf(after);
  expect(renderPreview(findChanges(rosterOf(before), next, new Uint8Array(next.count)))).toBe(wanted);
});

test("renderPreview() shows new names before new degrees", () => {
  const before = Array.from({ length: 30 }, (_, i) => teacher(i + 1));
  const after = before.map((found, i) => ({ ...found, ...(i === 28 ? { last_name: "Заміжня" } : { degree: "" }) }));
  const next = rosterOf(after);
  const lines = renderPreview(findChanges(rosterOf(before), next, new Uint8Array(30))).split("\n");
  expect([lines.length, lines[1], lines[2]]).toEqual([
    23,
    "  ~ 29  Коваль О  last name: Коваль → Заміжня",
    "  ~  1  Коваль О  degree: доцент → (empty)",
  ]);
});

test("renderPreview() shows 20 and counts the others", () => {
  const next = rosterOf(Array.from({ length: 1021 }, (_, i) => teacher(i + 1)));
  const lines = renderPreview(findChanges(createRosterBuilder().finish(), next, new Uint8Array(1021))).split("\n");
  expect([lines.length, lines[0], lines[21]]).toEqual([23, "Added: 1,021", "  … and 1,001 more"]);
});
