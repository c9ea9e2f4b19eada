/** The cases of the benchmark with their queries, which are derived from the data; the same seed gives the same queries. */

import { createRandom, type RandomInteger } from "../../sample/generate/random.ts";
import { fetchPage, type OwnService } from "./own-service.ts";
import { type Case, type ListQuery, pathOf } from "./service.ts";

/** The names of all cases. */
export const caseNames = [
  "default",
  "conditional",
  "random",
  "deep",
  "limit-100",
  "one-filter",
  "two-filters",
  "filter-order",
  "search",
  "first-unique",
  "deep-unique",
] as const;
/** The cases that `--quick` leaves out. */
export const slowCaseNames: readonly string[] = ["first-unique", "deep-unique"];

const filterNames = ["first_name", "middle_name", "last_name"] as const;
const seed = 1;

/** All cases for the data of the service. */
export async function buildCases(ownService: OwnService): Promise<Case[]> {
  const random = createRandom(seed);
  const sample = await readSample(ownService, random);
  const randomTeacher = (): ListQuery => sample[random(sample.length)]!;
  const pairs = repeat(2000, () => pick(randomTeacher(), ["first_name", "middle_name"]));
  const lastPage = { offset: Math.floor((ownService.count - 1) / 10) * 10 };
  const repeated = (name: Case["name"], title: string, query: ListQuery, flags: Partial<Case> = {}): Case => {
    return { name, title, queries: [query], hasUniqueUrls: false, isConditional: false, ...flags };
  };
  const varied = (name: Case["name"], title: string, queries: readonly ListQuery[]): Case => {
    return { name, title, queries, hasUniqueUrls: true, isConditional: false };
  };
  return [
    repeated("default", "default page, hot", {}),
    repeated("conditional", "default page, conditional", {}, { isConditional: true }),
    varied("random", "random pages", await createRandomPages(ownService, random, randomTeacher)),
    repeated("deep", "deep page (the last)", lastPage),
    repeated("limit-100", "limit=100", { limit: 100 }),
    varied(
      "one-filter",
      "one filter",
      pairs.map((pair, i) => pick(pair, [filterNames[i % 2]!])),
    ),
    varied("two-filters", "two filters", pairs),
    varied(
      "filter-order",
      "filter with order",
      repeat(1000, () => {
        return { ...pick(randomTeacher(), [filterNames[random(2)]!]), ordering: "last_name" };
      }),
    ),
    varied(
      "search",
      "search",
      repeat(1000, () => ({ search: createSearch(randomTeacher(), random) })),
    ),
    repeated("first-unique", "first page, unique URLs", { offset: 0 }, { hasUniqueUrls: true }),
    repeated("deep-unique", "deep page, unique URLs", lastPage, { hasUniqueUrls: true }),
  ];
}

/** Random offsets, half of them with one filter. An offset is always within the matches. */
async function createRandomPages(
  ownService: OwnService,
  random: RandomInteger,
  randomTeacher: () => ListQuery,
): Promise<ListQuery[]> {
  const counts = new Map<string, number>();
  const queries: ListQuery[] = [];
  while (queries.length < 20_000) {
    if (random(2) === 0) {
      queries.push({ offset: random(ownService.count) });
      continue;
    }
    const filter = pick(randomTeacher(), [filterNames[random(filterNames.length)]!]);
    const key = JSON.stringify(filter);
    if (!counts.has(key)) counts.set(key, (await fetchPage(ownService.origin, pathOf({ ...filter, limit: 1 }))).count);
    queries.push({ ...filter, offset: random(counts.get(key)!) });
  }
  return queries;
}

/** A typical search: the beginning of a last name, a last name and an initial, or a first and a last name. */
function createSearch({ last_name, first_name }: ListQuery, random: RandomInteger): string {
  const last = String(last_name);
  const first = String(first_name);
  return [last.slice(0, 3 + random(4)).toLowerCase(), `${last} ${first.slice(0, 1)}`, `${first} ${last}`][random(3)]!;
}

/** Teachers from random pages. All three parts of their names are present. */
async function readSample({ origin, count }: OwnService, random: RandomInteger): Promise<ListQuery[]> {
  const paths = repeat(20, () => pathOf({ limit: 1000, offset: random(Math.max(1, count - 1000)) }));
  const pages = await Promise.all(paths.map((path) => fetchPage(origin, path)));
  return pages.flatMap(({ results }) => results).filter((row) => filterNames.every((name) => row[name] !== ""));
}

function pick(row: ListQuery, names: readonly string[]): ListQuery {
  return Object.fromEntries(names.map((name) => [name, row[name]!]));
}

function repeat<Value>(count: number, create: () => Value): Value[] {
  return Array.from({ length: count }, create);
}
