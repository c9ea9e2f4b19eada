/** The cases that are measured, with what is asked in each: drawn from the data, with the same seed always the same. */
import { type Draw, openDraw } from "./draw.ts";
import { type Ask, type Case, pathOf } from "./service.ts";
import { fetchPage, type OwnService } from "./teachers.ts";

/** The names of all cases, and those that `--quick` leaves out. */
export const caseNames = [
  "default",
  "conditional",
  "different",
  "deep",
  "limit-100",
  "two-filters",
  "filter-order",
  "search",
  "first-new",
  "deep-new",
] as const;
export const slowCaseNames: readonly string[] = ["first-new", "deep-new"];

const filters = ["first_name", "middle_name", "last_name"] as const;
const seed = 1;

/** All cases for what the service holds. */
export async function drawCases(ours: OwnService): Promise<Case[]> {
  const draw = openDraw(seed);
  const rows = await sampleRows(ours, draw);
  const pick = (): Ask => rows[draw(rows.length)]!;
  const lastPage = { offset: Math.floor((ours.count - 1) / 10) * 10 };
  const fixed = (name: Case["name"], title: string, ask: Ask, rest: Partial<Case> = {}): Case => {
    return { name, title, asks: [ask], isDistinct: false, isConditional: false, ...rest };
  };
  const drawn = (name: Case["name"], title: string, asks: readonly Ask[]): Case => {
    return { name, title, asks, isDistinct: true, isConditional: false };
  };
  return [
    fixed("default", "default page, hot", {}),
    fixed("conditional", "default page, conditional", {}, { isConditional: true }),
    drawn("different", "all-different URLs", await drawDifferent(ours, draw, pick)),
    fixed("deep", "deep page (the last)", lastPage),
    fixed("limit-100", "limit=100", { limit: 100 }),
    drawn(
      "two-filters",
      "two filters",
      take(2000, () => only(pick(), ["first_name", "middle_name"])),
    ),
    drawn(
      "filter-order",
      "filter with order",
      take(1000, () => {
        return { ...only(pick(), [filters[draw(2)]!]), ordering: "last_name" };
      }),
    ),
    drawn(
      "search",
      "search",
      take(1000, () => ({ search: drawSearch(pick(), draw) })),
    ),
    fixed("first-new", "first page, each URL new", { offset: 0 }, { isDistinct: true }),
    fixed("deep-new", "deep page, each URL new", lastPage, { isDistinct: true }),
  ];
}

/** A random offset, and one filter half of the time; the offset is always one that has a page. */
async function drawDifferent(ours: OwnService, draw: Draw, pick: () => Ask): Promise<Ask[]> {
  const counts = new Map<string, number>();
  const asks: Ask[] = [];
  while (asks.length < 20_000) {
    if (draw(2) === 0) {
      asks.push({ offset: draw(ours.count) });
      continue;
    }
    const filter = only(pick(), [filters[draw(filters.length)]!]);
    const key = JSON.stringify(filter);
    if (!counts.has(key)) counts.set(key, (await fetchPage(ours.origin, pathOf({ ...filter, limit: 1 }))).count);
    asks.push({ ...filter, offset: draw(counts.get(key)!) });
  }
  return asks;
}

/** What people type: the beginning of a last name, a last name and an initial, or a first and a last name. */
function drawSearch({ last_name, first_name }: Ask, draw: Draw): string {
  const last = String(last_name);
  const first = String(first_name);
  return [last.slice(0, 3 + draw(4)).toLowerCase(), `${last} ${first.slice(0, 1)}`, `${first} ${last}`][draw(3)]!;
}

/** Teachers from all over the directory whose name has all of its parts. */
async function sampleRows({ origin, count }: OwnService, draw: Draw): Promise<Ask[]> {
  const pages = take(20, () => pathOf({ limit: 1000, offset: draw(Math.max(1, count - 1000)) }));
  const found = await Promise.all(pages.map((path) => fetchPage(origin, path)));
  return found.flatMap(({ results }) => results).filter((row) => filters.every((name) => row[name] !== ""));
}

function only(row: Ask, names: readonly string[]): Ask {
  return Object.fromEntries(names.map((name) => [name, row[name]!]));
}

function take<Value>(count: number, make: () => Value): Value[] {
  return Array.from({ length: count }, make);
}
