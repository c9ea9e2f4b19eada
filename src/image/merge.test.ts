import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Roster } from "../domain/roster.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { openImage, writeImage } from "./image-file.ts";
import type { ImageContent } from "./layout.ts";
import { mergeChanges } from "./merge.ts";
import { buildSections } from "./sections.ts";

function contentOf(roster: Roster, folder: string): ImageContent {
  const publication = {
    version: 1,
    id: crypto.randomUUID(),
    publishedAt: new Date(0).toISOString(),
    source: "test",
    count: roster.count,
    added: 0,
    changed: 0,
    removed: 0,
    digest: roster.digest,
  };
  return openImage(writeImage(folder, publication, buildSections(roster))).content;
}

const text = fc.constantFrom("", "А", "Ґ", 'a"b\\c', "Лук'яненко", "\u{1d400}", "\uffee", "Яр");
const teachers = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(2 ** 32, Number.MAX_SAFE_INTEGER)),
      last_name: text,
      first_name: text,
      middle_name: text,
      degree: text,
    }),
    { selector: ({ id }) => id, maxLength: 15 },
  )
  .map((all) => all.sort((a, b) => a.id - b.id));

test("mergeChanges() gives the roster of the later content, dictionaries and digest included", () => {
  const folder = mkdtempSync(join(tmpdir(), "merge-test-"));
  fc.assert(
    fc.property(teachers, teachers, (before, after) => {
      const same = (a: StoredTeacher): boolean => after.some((b) => Bun.deepEquals(a, b));
      const deletedIds = Float64Array.from(
        before.filter((teacher) => !same(teacher)),
        ({ id }) => id,
      );
      const inserted = after.filter((teacher) => !before.some((other) => Bun.deepEquals(other, teacher)));
      const merged = mergeChanges(contentOf(rosterOf(before), folder), { deletedIds, inserted: rosterOf(inserted) });
      expect(merged).toEqual(rosterOf(after));
    }),
    { numRuns: 150 },
  );
  rmSync(folder, { recursive: true });
});
