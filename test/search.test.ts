/** Searches of a started server: how each was read, and its pages. The tests in src/directory/search/ have what a search finds. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

/** Ids, names and degrees. */
const rows: readonly (readonly [id: number, last: string, first: string, middle: string, degree: string])[] = [
  [1, "Шевченко", "Тарас", "Григорович", "доцент"],
  [2, "Шевченко", "Т.", "Г.", "професор"],
  [3, "Шевченко-Коваль", "Тетяна", "Гнатівна", "старший викладач"],
  [4, "Нечуй-Левицький", "Іван", "Семенович", "професор"],
  [5, "Нечуй-левицький", "І", "С", "доцент"],
  [6, "Левицький", "Орест", "", "асистент"],
  [7, "Тарасенко", "Олена", "Юріївна", "викладач"],
  [8, "Тарас", "Тарасій", "", ""],
  [9, "Шевченко Шевчук", "Ніна", "", ""],
  [10, "Доценко", "Марія", "Іванівна", ""],
  [11, "Прокопенко", "В\u2019ячеслав", "", "викладач"],
  [12, "Асистент", "Леся", "", "асистент"],
  [13, "Асистент", "Лідія", "", "доцент"],
  [14, "Ґудзь", "Лук'ян", "", "інженер"],
  [15, "Гудзь", "Лукія", "", "завідувач кафедри"],
  [16, "Ґердан", "Їжак", "", "зав.кафедрою"],
  [17, "Smith", "Iгор", "", ""],
  [18, "Лисенко", "Іван2", "", "ас"],
];
const folder = makeFolder();
let server: Server;

beforeAll(async () => {
  await publish(
    folder.path,
    rows.map(([id, last_name, first_name, middle_name, degree]) =>
      storedTeacher({ id, last_name, first_name, middle_name, degree }),
    ),
  );
  server = await startServer([], { folder: folder.path });
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly Teacher[];
}

async function getPage(url: string): Promise<Page> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status} for ${url}: ${await response.text()}`);
  return (await response.json()) as Page;
}

describe("Search-Reading", () => {
  const cases: readonly (readonly [search: string, reading: string | null, ids: readonly number[]])[] = [
    ["шевч", "spelling", [1, 9, 3, 2]],
    ["Тарас", "spelling", [8, 1, 7]],
    ["Тарас Шевченко", "spelling", [1, 2]],
    ["Shevchenko", "sound", [1, 2, 9, 3]],
    ["itdxtyrj", "layout", [1, 2, 9, 3]],
    ["ljw/ itdxtyrj", "layout", [1]],
    ["Ievxtyrj", null, []],
    ["шевчнеко", "typo", [1, 2, 9, 3]],
    ["Shevchnko", "typo", [1, 2, 9, 3]],
    ["Шевченка", "form", [1, 2, 9, 3]],
    ["Шевченко Тарас ауд. 302", "part", [1, 2]],
    ["Прокопнеок", "typo", [11]],
    ["професор Левцький", "typo", [4]],
    ["zzzzzz", null, []],
    ["доцент", "spelling", [13, 5, 1]],
    ["нема такого", null, []],
  ];
  for (const [search, reading, ids] of cases) {
    test(`names ${reading}, and the order is by relevance: ${search}`, async () => {
      const response = await fetch(`${server.origin}/teachers/?${new URLSearchParams({ search })}&limit=100`);
      expect(response.headers.get("search-reading")).toBe(reading);
      expect(response.headers.get("access-control-expose-headers")).toContain("Search-Reading");
      expect(((await response.json()) as Page).results.map(({ id }) => id)).toEqual([...ids]);
    });
  }

  test("is in every representation, and the order too", async () => {
    const idsOf = {
      csv: /^(\d+),/gm,
      ndjson: /^{"id":(\d+),/gm,
      html: /<a href="\/teachers\/(\d+)\//g,
    };
    for (const [format, pattern] of Object.entries(idsOf)) {
      const response = await fetch(`${server.origin}/teachers/?search=Shevchenko&format=${format}`);
      expect(response.headers.get("search-reading")).toBe("sound");
      const ids = Array.from((await response.text()).matchAll(pattern), ([, id]) => Number(id));
      expect([format, ...ids]).toEqual([format, 1, 2, 9, 3]);
    }
  });

  test("is absent without a search, and the same on HEAD", async () => {
    expect((await fetch(`${server.origin}/teachers/`)).headers.has("search-reading")).toBe(false);
    const head = await fetch(`${server.origin}/teachers/?search=itdxtyrj`, { method: "HEAD" });
    expect(head.headers.get("search-reading")).toBe("layout");
  });
});

describe("/teachers/match/", () => {
  interface Result {
    readonly name: string;
    readonly verdict: string;
    readonly reading: string | null;
    readonly teacher: Teacher | null;
    readonly candidates: readonly Teacher[];
  }
  const cases: readonly (readonly [name: string, verdict: string, reading: string | null, ids: readonly number[]])[] = [
    ["Шевченко Тарас Григорович", "one", "spelling", [1]],
    ["доц. Шевченко Т. Г.", "one", "spelling", [1]],
    ["Шевченко Т. Г.", "several", "spelling", [2, 1]],
    ["професор Шевченко Т. Г.", "one", "spelling", [2]],
    ["асистент Шевченко Т. Г.", "several", "part", [2, 1]],
    ["Shevchenko T.", "several", "sound", [2, 1]],
    ["Нечуй-Левицький Іван Семенович", "one", "spelling", [4]],
    ["Шевченко-Коваль Т.", "several", "spelling", [3]],
    ["Т. Шевченко", "several", "spelling", [2, 1]],
    ["Нечуй-Левицький І. С.", "several", "spelling", [5, 4]],
    ["Левицький Орест", "one", "spelling", [6]],
    ["Левицьки Орест", "several", "sound", [6]],
    ["Лвицький Орест", "several", "typo", [6]],
    ["Левиц Орест", "none", null, []],
    ["Орест", "none", null, []],
    ["kjcfkjdf", "none", null, []],
    ["Прокопенко Вячеслав", "one", "spelling", [11]],
    ["ghjrjgtyrj dzxtckfd", "several", "layout", [11]],
    ["доцент", "none", null, []],
    ["…", "none", null, []],
  ];
  test("returns the meant teachers, in the order of the names", async () => {
    const query = new URLSearchParams(cases.map(([name]) => ["name", name]));
    const { results } = (await (await fetch(`${server.origin}/teachers/match/?${query}`)).json()) as {
      results: Result[];
    };
    expect(
      results.map(({ name, verdict, reading, teacher, candidates }) => [
        name,
        verdict,
        reading,
        [...(teacher === null ? [] : [teacher]), ...candidates].map(({ id }) => id),
      ]),
    ).toEqual(cases.map(([name, verdict, reading, ids]) => [name, verdict, reading, [...ids]]));
  });
});

describe("pages of a search", () => {
  const queries: readonly (readonly [query: string, ids: readonly number[]])[] = [
    ["search=шевч", [1, 9, 3, 2]],
    ["search=shevch&ordering=-id", [9, 3, 2, 1]],
    ["search=ш&ordering=last_name", [2, 1, 9, 3]],
    ["search=ш&ordering=-last_name", [3, 9, 1, 2]],
  ];
  for (const [query, ids] of queries) {
    for (const limit of [1, 2, 3]) {
      test(`have the exact count and show each teacher once: ${query}, ${limit} a page`, async () => {
        const seen: number[] = [];
        let next: string | null = `${server.origin}/teachers/?${query}&limit=${limit}`;
        while (next !== null) {
          const page: Page = await getPage(next);
          expect(page.count).toBe(ids.length);
          expect(page.results.length).toBeLessThanOrEqual(limit);
          seen.push(...page.results.map(({ id }) => id));
          next = page.next;
        }
        expect(seen).toEqual([...ids]);
      });
    }
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
