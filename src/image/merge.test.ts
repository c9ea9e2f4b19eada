import { expect, test } from "bun:test";
import fc from "fast-check";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "./content-testing.ts";
import { listSections } from "./layout.ts";
import { mergeChanges } from "./merge.ts";
import { buildSections } from "./sections.ts";

const text = fc.constantFrom(
  "",
  "А",
  "Ґ",
  'a"b\\c',
  "Лук'яненко",
  "Лук’яненко",
  "Нечуй-Яр",
  "\u{1d400}",
  "\uffee",
  "Яр",
);
const givenName = fc.constantFrom("", "Лук'ян", "Лук’ян", "Яр");
const teachers = fc
  .uniqueArray(
    fc
      .record({
        id: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(2 ** 32, Number.MAX_SAFE_INTEGER)),
        last_name: text,
        first_name: givenName,
        middle_name: givenName,
        degree: text,
      })
      .map(storedTeacher),
    { selector: ({ id }) => id, maxLength: 15 },
  )
  .map((all) => all.sort((a, b) => a.id - b.id));

test.each([
  ["merged", Number.POSITIVE_INFINITY],
  ["built", 0],
])(
  "mergeChanges() gives the roster of the later content, digest included, and its sections, %s",
  (_, mergedShareMax) => {
    fc.assert(
      fc.property(teachers, teachers, fc.array(fc.boolean()), (before, others, isKept) => {
        const kept = before.filter((_teacher, i) => isKept[i] !== false);
        const rest = others.filter(({ id }) => kept.every((teacher) => teacher.id !== id));
        const after = [...kept, ...rest].sort((a, b) => a.id - b.id);
        const same = (a: StoredTeacher): boolean => after.some((b) => Bun.deepEquals(a, b));
        const deletedIds = Float64Array.from(
          before.filter((teacher) => !same(teacher)),
          ({ id }) => id,
        );
        const inserted = after.filter((teacher) => !before.some((other) => Bun.deepEquals(other, teacher)));
        const content = contentWith(before);
        const { roster, sections } = mergeChanges(
          content,
          { deletedIds, inserted: rosterOf(inserted) },
          mergedShareMax,
        );
        const built = rosterOf(after);
        expect(roster).toEqual(built);
        expect([...listSections(sections())]).toEqual([...listSections(buildSections(built))]);
      }),
      { numRuns: 300 },
    );
  },
);
