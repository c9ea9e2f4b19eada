/** Listings are compared with a plain filter over rows. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isLong } from "../../test/support/long.ts";
import { orderings } from "../domain/names/ordering.ts";
import { composeTeacher, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith, directoryOf, directoryWith } from "./content-testing.ts";
import type { Directory } from "./directory.ts";
import { compareTeachers } from "./name-order-testing.ts";

// Few values, so that pairs are shared; the two spellings of a name have one rank in the alphabet.
const name = fc.constantFrom("", "Олена", "О.", "В'ячеслав", "В’ячеслав", "Ґудзь", "Гудзь");
const teachers = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      last_name: name,
      first_name: name,
      middle_name: name,
      degree: name,
    }),
    { selector: ({ id }) => id, maxLength: 16 },
  )
  .map((list) => list.map(storedTeacher));
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const value = optional(fc.oneof(name, fc.constant("Нема")));
const filters = fc
  .record({ last_name: value, first_name: value, middle_name: value, degree: value })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)));
const ids = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 20 })), { freq: 3 });

function meets(teacher: StoredTeacher, { filters: wanted, ids: known }: Parameters<Directory["find"]>[0]): boolean {
  return (
    (known?.includes(teacher.id) ?? true) &&
    textFieldNames.every((one) => (wanted[one] ?? teacher[one]) === teacher[one])
  );
}

test("every combination of conditions has its teachers on every page, in every order", () => {
  fc.assert(
    fc.property(
      teachers,
      filters,
      ids,
      fc.constantFrom(...orderings),
      fc.nat(18),
      fc.nat(18),
      (list, wanted, known, ordering, offset, limit) => {
        const conditions = { filters: wanted, ids: known };
        const expected = list
          .filter((teacher) => meets(teacher, conditions))
          .sort(ordering.endsWith("id") ? (a, b) => a.id - b.id : compareTeachers);
        if (ordering.startsWith("-")) expected.reverse();
        const directory = directoryWith(list);
        const listing = directory.find(conditions, ordering);
        expect(listing.count).toBe(expected.length);
        expect(directory.ranksOn(listing, offset, limit).map(directory.teacherAt)).toEqual(
          expected.slice(offset, offset + limit).map(composeTeacher),
        );
      },
    ),
    { numRuns: isLong ? 3000 : 600 },
  );
});

test("what a search found is filtered, and ordered by relevance, name or id", () => {
  fc.assert(
    fc.property(
      teachers,
      filters,
      ids,
      fc.constantFrom(...orderings),
      fc.infiniteStream(fc.nat(1000)),
      (list, wanted, known, ordering, numbers) => {
        const conditions = { filters: wanted, ids: known };
        const { find, teacherAt, ranksOn } = directoryWith(list);
        // Some ranks, shuffled.
        const found = Uint32Array.from(list.keys().filter(() => numbers.next().value! % 2 === 0));
        const order = new Map(Array.from(found, (rank) => [rank, numbers.next().value!]));
        found.sort((a, b) => order.get(a)! - order.get(b)!);
        const expected = Array.from(found, teacherAt).filter((teacher) => meets(teacher, conditions));
        if (ordering.endsWith("id")) expected.sort((a, b) => a.id - b.id);
        else if (ordering !== "relevance") expected.sort(compareTeachers);
        if (ordering.startsWith("-")) expected.reverse();
        const listing = find(conditions, ordering, { ranks: found });
        expect(ranksOn(listing, 0, 100).map(teacherAt)).toEqual(expected);
      },
    ),
    { numRuns: isLong ? 2000 : 300 },
  );
});

test("one filter, and the pair of a first and a middle name, copy nothing", () => {
  const content = contentWith(
    Array.from({ length: 100 }, (_, i) => ({
      id: i + 1,
      first_name: `ім${i % 7}`,
      middle_name: `по${i % 5}`,
      degree: "д",
    })),
  );
  const cases = [
    [{ first_name: "ім1" }, "id"],
    [{ degree: "д" }, "-last_name"],
    [{ first_name: "ім1", middle_name: "по1" }, "id"],
    [{ first_name: "ім1", middle_name: "по1" }, "last_name"],
  ] as const;
  const own = [content.pairs, ...Object.values(content.columns)].flatMap(({ postings, positions }) => [
    postings.buffer,
    positions.buffer,
  ]);
  const { find } = directoryOf(content);
  for (const [wanted, ordering] of cases) {
    const { items } = find({ filters: wanted, ids: null }, ordering);
    expect(own).toContain(items!.buffer);
  }
  expect(find({ filters: {}, ids: null }, "id").items).toBeNull();
});
