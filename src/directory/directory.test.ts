import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isLong } from "../../test/support/long.ts";
import { orderings } from "../domain/names/ordering.ts";
import type { Publication } from "../domain/publication.ts";
import { frequentDegreesMax } from "../domain/results.ts";
import { composeTeacher, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import { countDegrees } from "./degrees.ts";
import type { ListingQuery } from "./directory.ts";
import { createDirectory, type Directory, findListing } from "./directory.ts";
import { compareTeachers } from "./name-order-testing.ts";
import { stepsBetweenYields } from "./scheduler.ts";
import { createTablePool } from "./search/candidate-tables.ts";
import { findSearch } from "./search/search.ts";
import { countYields, runTask } from "./task-testing.ts";

function directoryOf(teachers: readonly StoredTeacher[]): Directory {
  const count = teachers.length;
  const publication: Publication = {
    version: 1,
    id: crypto.randomUUID(),
    publishedAt: "2026-01-01T00:00:00.000Z",
    source: "test",
    count,
    added: count,
    changed: 0,
    removed: 0,
    digest: "d",
  };
  return createDirectory({
    path: "",
    stamp: "",
    bytes: 0,
    publication,
    content: contentWith(teachers),
  });
}

const one = storedTeacher({ id: 1, last_name: "Коваль", first_name: "О" });

/**
 * The expected matches, found by the simplest possible code. Only the matches of a search come from the directory
 * itself.
 */
async function findNaively(
  directory: Directory,
  teachers: readonly StoredTeacher[],
  { filters, ids, search, isExact, ordering }: ListingQuery,
): Promise<number[]> {
  let matches = [...teachers];
  if (search !== "") {
    const alone = await directory.findListing({ filters: {}, ids: null, search, isExact, ordering: "relevance" });
    const positions = directory.positionsOn(alone, 0, alone.count);
    matches = Array.from(positions, (position) => directory.teacherAt(position));
  }
  if (ids !== null) matches = matches.filter(({ id }) => ids.includes(id));
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value !== undefined) matches = matches.filter((teacher) => teacher[name] === value);
  }
  if (ordering.endsWith("id")) matches.sort((a, b) => a.id - b.id);
  else if (ordering !== "relevance" || search === "") matches.sort(compareTeachers);
  if (ordering.startsWith("-")) matches.reverse();
  return matches.map(({ id }) => id);
}

const lastName = fc.constantFrom(
  "Шевченко",
  "Лук'яненко",
  "Лук’яненко",
  "Лукʼяненко",
  "Ґудзь",
  "Гудзь",
  "Євтух",
  "Голуб",
  "Голубенко-Сиза",
  "О",
  "",
);
const firstName = fc.constantFrom("О", "О.", "Олена", "Олег", "Ш.", "В’ячеслав", "Їжак", 'a"b\\c', "");
const degree = fc.constantFrom("доцент", "професор", "старший викладач", "зав.кафедрою", "к.т.н.", "");
const teachers = fc.uniqueArray(
  fc
    .record({
      id: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      last_name: lastName,
      first_name: firstName,
      middle_name: firstName,
      degree,
    })
    .map(storedTeacher),
  { selector: ({ id }) => id, maxLength: 40 },
);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const typed = fc.constantFrom(
  "шев",
  "лукян",
  "Лук'",
  "гуд",
  "Gudz",
  "hudz",
  "ол",
  "о",
  "О.",
  "Їжак",
  "izh",
  "доц.",
  "доц",
  "старший",
  "старший викладач",
  "ст. викл.",
  "професор",
  "слав",
  "шевчнко",
  "Шевченок",
  "Лукяненок",
  "олне",
  "Щевченко",
  "itdxtyrj",
  "ujke,",
  "shevcnko",
  "зав.",
  "зав. каф.",
  "з.к.",
  "т. н.",
  "к.т.н.",
  "голубенко-сиза",
  "Голбуекно",
  "ольга",
  "…",
  "євт",
  "Yevtukh",
  "вячеслав",
);
const query = fc
  .record({
    last_name: optional(fc.oneof(lastName, fc.constantFrom("Прокоп'юк", "нема"))),
    first_name: optional(fc.oneof(firstName, fc.constant("В'ячеслав"))),
    middle_name: optional(firstName),
    degree: optional(degree),
    ids: fc.option(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((ids) => ids.sort((a, b) => a - b)),
      { freq: 2 },
    ),
    ordering: fc.constantFrom(...orderings),
    search: fc.oneof(
      fc.constant(""),
      fc.array(typed, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
    ),
    isExact: fc.boolean(),
  })
  .map(({ ids, ordering, search, isExact, ...filters }) => {
    return { filters: dropUndefined(filters), ids, ordering, search, isExact };
  });

function dropUndefined<T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;
}

describe("findListing() and positionsOn()", () => {
  test("find the same teachers as a naive filter and search, in the same order, on every page", async () => {
    await fc.assert(
      fc.asyncProperty(
        teachers,
        fc.array(query, { maxLength: 8 }),
        fc.nat({ max: 45 }),
        fc.integer({ min: 1, max: 45 }),
        async (list, queries, offset, limit) => {
          const directory = directoryOf(list);
          for (const asked of queries) {
            const expected = await findNaively(directory, list, asked);
            const listing = await directory.findListing(asked);
            expect(listing.count).toBe(expected.length);
            const page = directory.positionsOn(listing, offset, limit);
            expect(Array.from(page, (position) => directory.teacherAt(position).id)).toEqual(
              expected.slice(offset, offset + limit),
            );
            if (listing.interpretation === null) continue;
            // Every found teacher has all terms highlighted.
            const { content } = directory;
            const options = { isLiteral: asked.isExact, isAlphabetical: true };
            const found = runTask(findSearch(content, createTablePool(content), asked.search, options));
            const { terms } = found!.interpretation;
            const highlight = listing.interpretation.createHighlighter();
            for (const position of page) {
              expect(highlight(position).name.length).toBeGreaterThanOrEqual(terms.length);
            }
          }
        },
      ),
      { numRuns: isLong ? 200 : 60 },
    );
  });
});

describe("findListing() of many short words", () => {
  test("yields while it looks for the names that begin with each of them", () => {
    const letters = [..."абвгґдеє"];
    const list = Array.from({ length: 5_000 }, (_, i) => ({
      ...one,
      id: i + 1,
      last_name: letters.map((letter) => `${letter}${i}`).join("-"),
    }));
    const { content } = directoryOf(list);
    const query = {
      filters: {},
      ids: null,
      search: letters.slice(0, 8).join(" "),
      isExact: false,
      ordering: "id",
    } as const;
    const task = findListing(content, query, []);
    // The search yields while it reads the names of each letter, before it visits a teacher.
    expect(countYields(task)).toBeGreaterThanOrEqual((letters.length * list.length) / stepsBetweenYields);
  });
});

describe("countDegrees()", () => {
  test("counts the degrees of a listing, the most frequent first", async () => {
    await fc.assert(
      fc.asyncProperty(teachers, query, async (list, asked) => {
        const directory = directoryOf(list);
        const listing = await directory.findListing(asked);
        const { frequent, others } = await directory.countDegrees(listing);
        const found = new Set(await findNaively(directory, list, asked));
        const counts = new Map<string, number>();
        for (const { id, degree } of list) if (found.has(id)) counts.set(degree, (counts.get(degree) ?? 0) + 1);
        const sorted = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
        expect(frequent.map(({ degree, count }): [string, number] => [degree, count])).toEqual(
          sorted.slice(0, frequentDegreesMax),
        );
        expect(others).toBe(sorted.slice(frequentDegreesMax).filter(([degree]) => degree !== "").length);
      }),
      { numRuns: isLong ? 60 : 30 },
    );
  });

  test("counts those of all teachers once, and names the most frequent of thousands", async () => {
    const list = Array.from({ length: 20_000 }, (_, i) => ({ ...one, id: i + 1, degree: `посада ${i >> 1}` }));
    const directory = directoryOf([...list, { ...one, id: 20_001, degree: "посада 7000" }]);
    const anyone = { filters: {}, ids: null, search: "", isExact: false };
    const [all, byName] = [
      await directory.findListing({ ...anyone, ordering: "id" }),
      await directory.findListing({ ...anyone, ordering: "last_name" }),
    ];
    const counts = await directory.countDegrees(all);
    expect(counts.frequent[0]).toEqual({ degree: "посада 7000", count: 3 });
    expect(counts.frequent).toHaveLength(frequentDegreesMax);
    expect(counts.others).toBe(10_000 - frequentDegreesMax);
    expect(await directory.countDegrees(byName)).toBe(counts);
  });

  test("yields while it visits the degrees, even if there are few teachers", () => {
    const list = Array.from({ length: 20_000 }, (_, i) => ({ ...one, id: i + 1, degree: `посада ${i}` }));
    const { content } = directoryOf(list);
    const ranks = Uint32Array.of(0, 1, 2);
    const some = { count: 3, ranks, bytes: 0, alphabetical: false, descending: false, interpretation: null };
    for (const listing of [some, { ...some, count: list.length, ranks: null }]) {
      expect(countYields(countDegrees(content, listing))).toBeGreaterThanOrEqual(20_000 / stepsBetweenYields);
    }
  });
});

describe("findPosition() and teacherAt()", () => {
  test("give every teacher with all display forms, and null for other ids", () => {
    fc.assert(
      fc.property(teachers, fc.integer({ min: 1, max: 70 }), (list, id) => {
        const directory = directoryOf(list);
        for (const teacher of list) {
          expect(directory.teacherAt(directory.findPosition(teacher.id)!)).toEqual(composeTeacher(teacher));
        }
        if (!list.some((teacher) => teacher.id === id)) expect(directory.findPosition(id)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
