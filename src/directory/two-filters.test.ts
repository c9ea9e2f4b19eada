/** Filters by two and more fields, compared with a plain filter over rows. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Ordering } from "../domain/names/ordering.ts";
import { type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { contentWith } from "../image/content-testing.ts";
import { mapNames } from "../image/layout.ts";
import type { ListingQuery } from "./directory.ts";
import { createDirectory, type Directory } from "./directory.ts";
import { compareTeachers } from "./name-order-testing.ts";

const publication = { version: 1, id: "1", publishedAt: "2026-01-01T00:00:00.000Z", source: "test", digest: "d" };

function directoryOf(teachers: readonly StoredTeacher[]): Directory {
  const counts = { count: teachers.length, added: 0, changed: 0, removed: 0 };
  return createDirectory({
    path: "",
    stamp: "",
    bytes: 0,
    publication: { ...publication, ...counts },
    content: contentWith(teachers),
  });
}

function filterRows(teachers: readonly StoredTeacher[], { filters, ids, ordering }: ListingQuery): number[] {
  const names = Object.keys(filters) as TextFieldName[];
  const matches = teachers.filter(
    (teacher) => names.every((name) => teacher[name] === filters[name]) && (ids?.includes(teacher.id) ?? true),
  );
  matches.sort(ordering.endsWith("id") ? (a, b) => a.id - b.id : compareTeachers);
  return (ordering.startsWith("-") ? matches.reverse() : matches).map(({ id }) => id);
}

// Few values, so that pairs are shared; the two spellings of a name have one rank in the alphabet.
const name: fc.Arbitrary<string> = fc.constantFrom("", "Олена", "В'ячеслав", "В’ячеслав");
const texts = mapNames(textFieldNames, () => name);
const teachers = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 20 }), ...texts }), {
    selector: ({ id }) => id,
    maxLength: 12,
  })
  .map((list) => list.sort((a, b) => a.id - b.id));
const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 20 })).map((ids) => ids.sort((a, b) => a - b));
const orderings: readonly Ordering[] = ["id", "-id", "last_name", "-last_name"];

async function expectPages(directory: Directory, rows: readonly StoredTeacher[], query: ListingQuery): Promise<void> {
  const expected = filterRows(rows, query);
  const listing = await directory.findListing(query);
  expect(listing.count).toBe(expected.length);
  for (let offset = 0; offset <= expected.length + 1; offset++) {
    for (let limit = 1; limit <= expected.length + 1; limit++) {
      const page = directory.positionsOn(listing, offset, limit);
      expect(Array.from(page, (at) => directory.teacherAt(at).id)).toEqual(expected.slice(offset, offset + limit));
    }
  }
}

test("every pair of a first and a middle name has its teachers on every page in every order", async () => {
  await fc.assert(
    fc.asyncProperty(teachers, async (rows) => {
      const directory = directoryOf(rows);
      const pairs = new Map(
        rows.map(({ first_name, middle_name }) => [`${first_name}\n${middle_name}`, { first_name, middle_name }]),
      );
      pairs.set("unknown", { first_name: "Олена", middle_name: "Оленівна" });
      for (const filters of pairs.values()) {
        for (const ordering of orderings)
          await expectPages(directory, rows, { filters, ids: null, search: "", isExact: false, ordering });
      }
    }),
    { numRuns: 60 },
  );
});

test("any combination of filters, also with ids, has its teachers on every page in every order", async () => {
  await fc.assert(
    fc.asyncProperty(
      teachers,
      fc.record(texts),
      fc.subarray([...textFieldNames], { minLength: 2 }),
      fc.option(someIds, { freq: 2 }),
      fc.constantFrom(...orderings),
      async (rows, values, names, ids, ordering) => {
        const filters = Object.fromEntries(names.map((field) => [field, values[field]]));
        await expectPages(directoryOf(rows), rows, {
          filters,
          ids,
          search: "",
          isExact: false,
          ordering,
        });
      },
    ),
    { numRuns: 300 },
  );
});
