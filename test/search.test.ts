/** Searches of a started server: how each was read, and its pages. The tests in src/directory/search/ have what a search finds. */
import { describe, expect, test } from "bun:test";
import type { Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import type { Page } from "./support/asking.ts";
import { startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { shareServer } from "./support/shared.ts";

const rows = [
  [1, "Шевченко", "Тарас", "Григорович", "доцент"],
  [2, "Шевченко", "Т.", "Г.", "професор"],
  [3, "Шевченко-Коваль", "Тетяна", "Гнатівна", "старший викладач"],
  [4, "Левицький", "Орест", "", "асистент"],
  [5, "Шевченко Шевчук", "Ніна", "", ""],
] as const;
const server = shareServer(async (folder) => {
  const teachers = rows.map(([id, last_name, first_name, middle_name, degree]) =>
    storedTeacher({ id, last_name, first_name, middle_name, degree }),
  );
  await publish(folder, teachers);
  return startServer([], { folder });
});

describe("Search-Reading", () => {
  test.each<[search: string, reading: string | null, ids: number[]]>([
    ["шевч", "spelling", [1, 5, 3, 2]],
    ["Тарас Шевченко", "spelling", [1, 2]],
    ["Shevchenko", "sound", [1, 2, 5, 3]],
    ["itdxtyrj", "layout", [1, 2, 5, 3]],
    ["шевчнеко", "typo", [1, 2, 5, 3]],
    ["Шевченка", "form", [1, 2, 5, 3]],
    ["Шевченко Тарас ауд. 302", "part", [1, 2]],
    ["нема такого", null, []],
  ])("of %s is %s, and the order is by relevance", async (search, reading, ids) => {
    const response = await fetch(`${server.origin}/teachers/?${new URLSearchParams({ search })}&limit=100`);
    expect(response.headers.get("search-reading")).toBe(reading);
    expect(((await response.json()) as Page).results.map(({ id }) => id)).toEqual(ids);
  });

  test("is in every representation, and the order too", async () => {
    const idsOf = { csv: /^(\d+),/gm, ndjson: /^{"id":(\d+),/gm, html: /<a href="\/teachers\/(\d+)\//g };
    for (const [format, pattern] of Object.entries(idsOf)) {
      const response = await fetch(`${server.origin}/teachers/?search=Shevchenko&format=${format}`);
      expect(response.headers.get("search-reading")).toBe("sound");
      const ids = Array.from((await response.text()).matchAll(pattern), ([, id]) => Number(id));
      expect([format, ...ids]).toEqual([format, 1, 2, 5, 3]);
    }
  });

  test("is absent without a search", async () => {
    expect((await fetch(`${server.origin}/teachers/`)).headers.has("search-reading")).toBe(false);
  });
});

type MatchResult = Readonly<Record<"name" | "verdict" | "reading", string>> & {
  readonly teacher: Teacher | null;
  readonly candidates: readonly Teacher[];
};

test("/teachers/match/ returns the meant teachers, in the order of the names", async () => {
  const cases = [
    ["доц. Шевченко Т. Г.", "one", "spelling", [1]],
    ["Шевченко Т. Г.", "several", "spelling", [2, 1]],
    ["асистент Шевченко Т. Г.", "several", "part", [2, 1]],
    ["Лвицький Орест", "several", "typo", [4]],
    ["kjcfkjdf", "none", null, []],
  ] as const;
  const query = new URLSearchParams(cases.map(([name]) => ["name", name]));
  const response = await fetch(`${server.origin}/teachers/match/?${query}`);
  const { results } = (await response.json()) as { readonly results: readonly MatchResult[] };
  const found = results.map(({ name, verdict, reading, teacher, candidates }) => {
    const meant = teacher === null ? candidates : [teacher, ...candidates];
    return [name, verdict, reading, meant.map(({ id }) => id)];
  });
  expect<unknown>(found).toEqual(cases);
});

test.each<[query: string, ids: number[]]>([
  ["search=шевч", [1, 5, 3, 2]],
  ["search=shevch&ordering=-id", [5, 3, 2, 1]],
  ["search=ш&ordering=last_name", [2, 1, 5, 3]],
  ["search=ш&ordering=-last_name", [3, 5, 1, 2]],
])("the pages of %s have the exact count and show each teacher once", async (query, ids) => {
  for (const limit of [1, 2, 3]) {
    const seen: number[] = [];
    let next: string | null = `${server.origin}/teachers/?${query}&limit=${limit}`;
    while (next !== null) {
      const { count, results, next: following } = (await (await fetch(next)).json()) as Page;
      expect([count, results.length <= limit]).toEqual([ids.length, true]);
      seen.push(...results.map(({ id }) => id));
      next = following;
    }
    expect(seen).toEqual(ids);
  }
});

test("a search with a line feed changes the answer of no other query", async () => {
  const fetchCount = async (query: string): Promise<number> => {
    const response = await fetch(`${server.origin}/teachers/?${query}`);
    return ((await response.json()) as { count: number }).count;
  };
  const [search, degree] = [encodeURIComponent("шевченко"), encodeURIComponent("професор")];
  await fetchCount(`search=${search}%0Adegree=${degree}`);
  await fetchCount(`search=${search}%0A${search}&ordering=id`);
  expect(await fetchCount(`search=${search}&degree=${degree}`)).toBe(1);
});
