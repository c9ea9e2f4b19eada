import { expect, test } from "bun:test";
import fc from "fast-check";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "./content-testing.ts";
import { listSections } from "./layout.ts";
import { mergeChanges } from "./merge.ts";
import { buildSections } from "./sections.ts";

const text = fc.constantFrom("", "А", "Ґ", 'a"b\\c', "Лук'яненко", "\u{1d400}", "\uffee", "Яр");
const teachers = fc
  .uniqueArray(
    fc
      .record({
        id: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(2 ** 32, Number.MAX_SAFE_INTEGER)),
        last_name: text,
        first_name: text,
        middle_name: text,
        degree: text,
      })
      .map(storedTeacher),
    { selector: ({ id }) => id, maxLength: 15 },
  )
  .map((all) => all.sort((a, b) => a.id - b.id));

test("mergeChanges() gives the roster of the later content, dictionaries and digest included, and so the same sections", () => {
  fc.assert(
    fc.property(teachers, teachers, (before, after) => {
      const same = (a: StoredTeacher): boolean => after.some((b) => Bun.deepEquals(a, b));
      const deletedIds = Float64Array.from(
        before.filter((teacher) => !same(teacher)),
        ({ id }) => id,
      );
      const inserted = after.filter((teacher) => !before.some((other) => Bun.deepEquals(other, teacher)));
      const content = contentWith(before);
      const merged = mergeChanges(content, { deletedIds, inserted: rosterOf(inserted) });
      const built = rosterOf(after);
      expect(merged).toEqual(built);
      expect([...listSections(buildSections(merged))]).toEqual([...listSections(buildSections(built))]);
    }),
    { numRuns: 150 },
  );
});
