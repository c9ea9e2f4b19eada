/**
 * The cost of each class of queries, counted in numbers that are read from the image. docs/performance.md has the same
 * bounds as a table.
 */
import { expect, test } from "bun:test";
import { alphabet } from "../domain/names/alphabet.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import { listSections, type Numbers, openContent } from "../image/layout.ts";
import { buildSections } from "../image/sections.ts";
import type { ListingQuery } from "./directory.ts";
import { createDirectory, findListing } from "./directory.ts";
import { findNeighbours } from "./positions.ts";

/**
 * The numbers of distinct values. They are the same at any size, so the lists of each value grow with the directory.
 */
const valueCounts = { last_name: 200, first_name: 20, middle_name: 30, degree: 5 };

/** A directory of teachers with independent fields, and the number of reads from its image so far. */
function makeDirectory(count: number) {
  const teachers = Array.from({ length: count }, (_, i) => {
    const draw = (field: keyof typeof valueCounts): string =>
      `а${Bun.hash.xxHash32(`${field} ${i}`) % valueCounts[field]}`;
    const [last_name, first_name, middle_name] = [draw("last_name"), draw("first_name"), draw("middle_name")];
    return { id: 2 * i + 1, last_name, first_name, middle_name, degree: draw("degree") };
  });
  const counter = { reads: 0 };
  const content = countReads(openContent(listSections(buildSections(rosterOf(teachers)))), counter);
  const counts = { count, added: 0, changed: 0, removed: 0 };
  const publication = {
    version: 1,
    id: "1",
    publishedAt: "2026-01-01T00:00:00.000Z",
    source: "",
    digest: "",
    ...counts,
  };
  return {
    teachers,
    counter,
    content,
    directory: createDirectory({ path: "", stamp: "", bytes: 0, publication, content }),
  };
}

/** A part of an image that counts each number read from it. */
function countReads<Part extends object>(part: Part, counter: { reads: number }): Part {
  if (part instanceof DataView || Buffer.isBuffer(part)) return part;
  if (ArrayBuffer.isView(part)) return countArrayReads(part as unknown as Numbers, counter) as unknown as Part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, countReads(inner, counter)])) as Part;
}

function countArrayReads(numbers: Numbers, counter: { reads: number }): Numbers {
  return new Proxy(numbers, {
    get(target, key) {
      if (typeof key === "string" && key >= "0" && key < ":") counter.reads++;
      if (key === "subarray") {
        return (start: number, end: number) => countArrayReads(target.subarray(start, end), counter);
      }
      if (key === Symbol.iterator) {
        return function* () {
          for (const number of target) {
            counter.reads++;
            yield number;
          }
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === "function") throw new Error(`${String(key)}() would read without being counted`);
      return value;
    },
  });
}

const directories = [1_500, 24_000].map(makeDirectory);

const limit = 10;
/** The maximum number of reads of a binary search among `count` numbers. */
const search = (count: number): number => Math.ceil(Math.log2(count + 1)) + 1;
/**
 * The maximum number of reads to find the code of a value (the ends of each text are read) and the ends of its
 * postings.
 */
const value = 2 * search(valueCounts.last_name) + 2;
/** The maximum number of reads to compare the names of two teachers by first and middle name. */
const comparison = 14;
/** The maximum number of reads per candidate for galloping over lists that are at most 32 times as long. */
const galloping = 16;

const last_name = "а7";
const first_name = "а7";
const middle_name = "а7";
const degree = "а3";
const ids = Array.from({ length: 50 }, (_, i) => 20 * i + 1);

/** The size of a directory, and the number of teachers that pass the rarest condition. */
interface Size {
  readonly n: number;
  readonly s: number;
}

const pair = ({ n }: Size): number => 2 * value + 4 * search(n);

test.each<[Partial<ListingQuery>, memory: "none" | "matches", most: (size: Size) => number]>([
  [{}, "none", () => 0],
  [{ ordering: "-last_name" }, "none", () => 0],
  [{ filters: { first_name } }, "none", () => value],
  [{ filters: { first_name }, ordering: "-last_name" }, "none", () => value],
  [{ filters: { first_name, middle_name } }, "none", pair],
  [{ filters: { first_name, middle_name }, ordering: "last_name" }, "none", pair],
  [{ filters: { first_name, middle_name }, ordering: "-last_name" }, "none", pair],
  [{ filters: { first_name, degree } }, "matches", ({ s }) => 2 * value + 2 * s],
  [{ filters: { last_name, first_name } }, "matches", ({ s }) => 2 * value + 2 * s],
  [{ filters: { first_name, degree }, ordering: "last_name" }, "matches", ({ s }) => 2 * value + galloping * s],
  [{ filters: { middle_name, degree }, ordering: "last_name" }, "matches", ({ s }) => 2 * value + galloping * s],
  [{ filters: { last_name, middle_name }, ordering: "-last_name" }, "matches", ({ s }) => 2 * value + galloping * s],
  [{ filters: { first_name, middle_name, degree } }, "matches", (size) => pair(size) + value + 2 * size.s],
  [{ filters: { first_name, middle_name }, ids }, "matches", (size) => pair(size) + 50 * search(size.n) + 4 * size.s],
  [{ ids, ordering: "last_name" }, "none", ({ n }) => 50 * (1 + comparison) * search(n)],
  [{ filters: { first_name, middle_name }, search: "а1" }, "matches", (size) => pair(size) + 1200 + 8 * size.s],
])("the reads for a page of %j, which takes memory for %s", async (query, memory, most) => {
  for (const { directory, counter, teachers } of directories) {
    const { filters = {} } = query;
    counter.reads = 0;
    const found = directory.findListing({ filters, ids: null, search: "", isExact: false, ordering: "id", ...query });
    if (memory === "none" && query.ids === undefined) expect(found).not.toBeInstanceOf(Promise);
    const listing = await found;
    expect(counter.reads).toBeLessThanOrEqual(most({ n: teachers.length, s: countRarest(teachers, query) }));
    expect(listing.bytes).toBe(memory === "none" ? 0 : 4 * listing.count);
    for (const offset of [0, listing.count >> 1, Math.max(0, listing.count - limit)]) {
      counter.reads = 0;
      const { length } = directory.positionsOn(listing, offset, limit);
      // Two reads per teacher: the rank, and the position at this rank.
      expect(counter.reads).toBeLessThanOrEqual(2 * length);
    }
  }
});

/** The number of teachers that pass the rarest condition of a query. A first and a middle name are one condition. */
function countRarest(
  teachers: (typeof directories)[number]["teachers"],
  { filters = {}, ids: wanted = null }: Partial<ListingQuery>,
): number {
  const { first_name: first, middle_name: middle, last_name: last, degree: title } = filters;
  const isPair = first !== undefined && middle !== undefined;
  const conditions: ((teacher: (typeof teachers)[number]) => boolean)[] = [];
  if (isPair) conditions.push((teacher) => teacher.first_name === first && teacher.middle_name === middle);
  else if (first !== undefined) conditions.push((teacher) => teacher.first_name === first);
  else if (middle !== undefined) conditions.push((teacher) => teacher.middle_name === middle);
  if (last !== undefined) conditions.push((teacher) => teacher.last_name === last);
  if (title !== undefined) conditions.push((teacher) => teacher.degree === title);
  if (wanted !== null) conditions.push(({ id }) => wanted.includes(id));
  return Math.min(...conditions.map((passes) => teachers.filter(passes).length));
}

type Made = (typeof directories)[number];

test.each<[string, (made: Made) => unknown, most: (n: number) => number]>([
  ["a teacher by id", ({ directory }) => directory.findPosition(777), (n) => search(n) + 1],
  ["the neighbours of a teacher", ({ content }) => findNeighbours(content, 777), (n) => (1 + comparison) * search(n)],
  [
    "the letters of a listing",
    async ({ directory }) => {
      const listing = await directory.findListing({
        filters: { first_name },
        ids: null,
        search: "",
        isExact: false,
        ordering: "last_name",
      });
      return directory.findLetters(listing);
    },
    (n) => value + alphabet.length * 6 * search(n),
  ],
  [
    "the degrees of all teachers",
    async ({ directory }) => {
      return directory.countDegrees(
        await directory.findListing({ filters: {}, ids: null, search: "", isExact: false, ordering: "id" }),
      );
    },
    () => 10 * valueCounts.degree,
  ],
  [
    "the degrees of a listing, counted before",
    async ({ counter, directory }) => {
      const query = { filters: { first_name }, ids: null, search: "", isExact: false, ordering: "id" } as const;
      const counts = await directory.countDegrees(await directory.findListing(query));
      counter.reads = 0;
      expect(await directory.countDegrees(await directory.findListing(query))).toBe(counts);
    },
    () => 0,
  ],
])("the reads for %s", async (_, work, most) => {
  for (const made of directories) {
    made.counter.reads = 0;
    await work(made);
    expect(made.counter.reads).toBeLessThanOrEqual(most(made.teachers.length));
  }
});

/** A word of letters, because words with digits are not searched for typos. */
function wordOf(number: number, ending: string): string {
  const letters = [...String(number + 100_000)].map((digit) => "абвгдеклмн"[Number(digit)]);
  return `${letters.join("")}${ending}`;
}

/** A directory with a different last name for each teacher. */
function makeNames() {
  const counter = { reads: 0 };
  const teachers = Array.from({ length: 16_000 }, (_, i) => {
    const first_name = i % 3 === 0 ? "О." : wordOf(i % 5000, "ій");
    const middle_name = wordOf(i % 7000, "ович");
    return { id: i + 1, last_name: wordOf(i, "ко"), first_name, middle_name, degree: wordOf(i % 500, "ент") };
  });
  return { counter, content: countReads(openContent(listSections(buildSections(rosterOf(teachers)))), counter) };
}

const names = makeNames();

/**
 * The maximum number of reads of a step, such as comparing 256 keys for typos, or 128 names whose three parts were not
 * compared before.
 */
const readsPerStep = 5000;

test.each([
  "б",
  "б а",
  "бааа",
  "баааббко абабаій",
  "Бааабб О. Б.",
  "баааббок абабайі",
  "baaabb",
  "Baaabko Ababay",
  "бааббент баааббко",
  "баааббкоабабаій",
  ",ffpp,rj",
  "баааббко ауд 302 щось",
  "бааа баба бабв бабг бабд бабе бабж бабл бабк бабм бабн бабб",
])("a search for %j yields before it has read much", (search) => {
  const { content, counter } = names;
  const query = { filters: {}, ids: null, search, isExact: false, ordering: "relevance" } as const;
  const task = findListing(content, query, []);
  let most = 0;
  for (let done: boolean | undefined = false; !done; most = Math.max(most, counter.reads)) {
    counter.reads = 0;
    done = task.next().done;
  }
  expect(most).toBeLessThanOrEqual(readsPerStep);
});
