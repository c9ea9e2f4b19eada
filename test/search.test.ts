/** Search and alphabetical order of a started server, on a directory small enough to list all expected matches. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { StoredTeacher, Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { namePairs } from "./support/name-pairs.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

/** Ids, names and degrees. The degree `абетка` marks the teachers for the tests of the order. */
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
  [108, "Авдієнко", "", "", "абетка"],
  [101, "Гуцул", "", "", "абетка"],
  [110, "Ґалаґан", "", "", "абетка"],
  [107, "Демчук", "", "", "абетка"],
  [131, "Дем\u02bcянчук", "Андрій", "", "абетка"],
  [119, "Дем\u2019янчук", "Ганна", "", "абетка"],
  [120, "Дем'янчук", "Ганна", "", "абетка"],
  [121, "Демянчук", "Ганна", "", "абетка"],
  [118, "Дем'янчук", "Ярина", "", "абетка"],
  [103, "Еней", "", "", "абетка"],
  [105, "Євтушенко", "", "", "абетка"],
  [102, "Жук", "", "", "абетка"],
  [104, "Ирій", "", "", "абетка"],
  [127, "Іваненко", "", "", "абетка"],
  [106, "Їжаченко", "", "", "абетка"],
  [126, "Йовенко", "", "", "абетка"],
  [125, "Ковтун", "", "", "абетка"],
  [112, "Ковтун", "Анна", "", "абетка"],
  [111, "Ковтун", "Анна", "Іванівна", "абетка"],
  [113, "Ковтун", "Анна", "Ігорівна", "абетка"],
  [109, "Ковтун", "Ґалина", "", "абетка"],
  [124, "Льовін", "", "", "абетка"],
  [123, "Люшня", "", "", "абетка"],
  [122, "Яковенко", "", "", "абетка"],
  [130, "Яковенко", "", "", "абетка"],
];
/** In alphabetical order, as listed above. */
const alphabetical = rows.filter(([, , , , degree]) => degree === "абетка").map(([id]) => id);
const allIds = rows.map(([id]) => id).sort((a, b) => a - b);
const withDegree = (wanted: string): number[] => rows.filter((row) => row[4] === wanted).map(([id]) => id);

const folder = makeFolder();
const pairsFolder = makeFolder();
let server: Server;
let pairsServer: Server;

/** Each stored name as last, first and middle name, with the ids 3n + 1, 3n + 2 and 3n + 3. */
const storedNames = [...new Set(namePairs.map(([stored]) => stored))];
const pairsTeachers: readonly StoredTeacher[] = storedNames.flatMap((name, i) => [
  storedTeacher({ id: 3 * i + 1, last_name: name }),
  storedTeacher({ id: 3 * i + 2, first_name: name }),
  storedTeacher({ id: 3 * i + 3, middle_name: name }),
]);

beforeAll(async () => {
  const parts = rows.map(
    ([id, last_name, first_name, middle_name, degree]): StoredTeacher =>
      storedTeacher({ id, last_name, first_name, middle_name, degree }),
  );
  await Promise.all([publish(folder.path, parts), publish(pairsFolder.path, pairsTeachers)]);
  [server, pairsServer] = await Promise.all([
    startServer([], { folder: folder.path }),
    startServer([], { folder: pairsFolder.path }),
  ]);
});

afterAll(async () => {
  await Promise.all([server.stop(), pairsServer.stop()]);
  folder.remove();
  pairsFolder.remove();
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

/** The ids of a list that fits on one page, by default in order of id. Checks the count. */
async function findIds(parameters: Readonly<Record<string, string>>, origin = server.origin): Promise<number[]> {
  const query = new URLSearchParams({ ordering: "id", ...parameters, limit: "1000" });
  const { count, results } = await getPage(`${origin}/teachers/?${query}`);
  expect(count).toBe(results.length);
  return results.map(({ id }) => id);
}

describe("search finds", () => {
  const cases: readonly (readonly [rule: string, ids: readonly number[], searches: readonly string[]])[] = [
    ["the beginning of a last name, in any case", [1, 2, 3, 9], ["шевч", "Шевч", "ШЕВЧЕ", "  шевченко "]],
    [
      "first and last name in any order, and stored initials of a whole name",
      [1, 2],
      ["Тарас Шевченко", "Шевченко Тарас"],
    ],
    ["beginnings of a first and a last name", [1], ["тар, шев", "шев григ тар"]],
    [
      "initials, with and without full stops",
      [1, 2, 3],
      ["Шевченко Т.Г.", "Т.Г. Шевченко", "Т. Г. Шевченко", "шевченко т г", "Шевченко ТГ", "Шевченко,Т.Г"],
    ],
    ["both halves of a surname", [4, 5], ["Нечуй-Левицький", "нечуй левицький", "Левицький Нечуй", "Нечуй‑Лев"]],
    ["a half of a surname", [4, 5, 6], ["левицький", "Левиц"]],
    ["a second word of a surname", [9], ["шевчук", "шевчук ніна"]],
    ["no initials by a name alone", [1, 7, 8], ["Тарас"]],
    ["a middle name", [1], ["Григорович"]],
    ["each term as a different word", [8], ["Тарас Тарас", "т тарас", "тарасій т"]],
    ["each term as a different word, whichever comes first", [9], ["шевч шевчук", "шевчук шевч", "ш шевчук н"]],
    ["no teacher for more terms than words", [], ["т т т", "шевченко шевченко шевченко", "левицький левицький"]],
    ["no teacher for a name that none has", [], ["Тарас Левицький", "ченко", "Щевзенюк"]],
    ["digits", [18], ["іван2 лис"]],
    ["Latin names as they are spelt", [17], ["smith", "SMI"]],
  ];
  for (const [rule, ids, searches] of cases) {
    for (const search of searches) {
      test(`${rule}: ${search}`, async () => expect(await findIds({ search })).toEqual([...ids]));
    }
  }
});

describe("search recognises a degree", () => {
  const cases: readonly (readonly [rule: string, ids: readonly number[], searches: readonly string[]])[] = [
    ["by its whole words", withDegree("доцент"), ["доцент", "ДОЦЕНТ", "доцентка"]],
    [
      "beside a last name, whose other bearers are left out",
      [1],
      ["доцент Шевченко", "шевченко доцент", "доц. Шевченко", "Шевченко доц.", "шевченко, доц.", "доц шевченко"],
    ],
    ["beside a beginning", [1], ["Тарас доцент Шевч", "доц шевч"]],
    ["by an abbreviation of two words", [3], ["ст. викл.", "ст викл", "ст.в.", "ст. викладач", "старший викладач"]],
    ["by a part of its words", [3, 7, 11], ["викладач", "викл."]],
    ["by its first word", [3], ["старший"]],
    ["by its first word", [15], ["завідувач"]],
    ["of the same abbreviation", [15, 16], ["зав. каф.", "завкаф"]],
    ["by whole words as they are written", [16], ["зав.кафедрою"]],
    ["by whole words as they are written", [15], ["зав кафедри"]],
    ["that nobody of the name has by setting it aside", [6], ["професор Орест"]],
    ["after a name that begins so", [1, 5, 10, 13], ["доц"]],
    ["not where a name is found", [10], ["доц марія"]],
    ["without the full stop: a name first", [11], ["пр", "Пр"]],
    ["with the full stop: a degree first", withDegree("професор"), ["пр.", "проф."]],
    ["beside a name", [15], ["Зав. Каф. Гудзь"]],
    ["that several share as an abbreviation", [6, 12, 18], ["ас."]],
    ["not where somebody is called so", [12, 13], ["асистент"]],
    ["after those who are called so", [12, 13, 18], ["ас"]],
    ["only if all that are named are the teacher's", [], ["доцент професор"]],
  ];
  for (const [rule, ids, searches] of cases) {
    for (const search of searches) {
      test(`${rule}: ${search}`, async () => expect(await findIds({ search })).toEqual([...ids]));
    }
  }
});

describe("search by spelling", () => {
  const cases: readonly (readonly [rule: string, ids: readonly number[], searches: readonly string[]])[] = [
    ["leaves out apostrophes", [11], ["вячеслав", "В'ячеслав", "В\u02bcячеслав", "в\u2019я"]],
    ["is the same for NFD", [16], ["Їжак".normalize("NFD"), "їжак".normalize("NFD")]],
    ["passes over what has no width", [1, 2, 3, 9], ["Шев\u00adчен\u200bко", "\ufeffшевч", "шев\u2060ченко"]],
    ["takes look-alikes for what they stand for", [1, 2, 3, 9], ["Шeвчeнкo", "шевчeн"]],
    ["takes look-alikes in the data for what they stand for", [17], ["Ігор Smith", "ігор s"]],
    ["comes before sound", [15], ["гудзь"]],
    ["of ґ in a beginning may be г", [14, 15], ["Гуд"]],
    ["comes before sound, the other way round", [14], ["ґудзь"]],
  ];
  for (const [rule, ids, searches] of cases) {
    for (const search of searches) {
      test(`${rule}: ${JSON.stringify(search)}`, async () => expect(await findIds({ search })).toEqual([...ids]));
    }
  }
});

describe("search by sound", () => {
  const cases: readonly (readonly [rule: string, ids: readonly number[], searches: readonly string[]])[] = [
    ["finds by Latin letters", [1, 2, 3, 9], ["shevch", "Shevchenko", "SCHEVCHENKO"]],
    ["finds by Latin letters, several terms", [1, 2], ["Taras Shevchenko", "shevchenko t hryhorovych"]],
    ["finds by both scripts", [1, 2], ["Тарас Shevchenko"]],
    ["finds what spelling keeps apart", [14, 15], ["gudz", "hudz", "худзь"]],
    ["is used where spelling finds no teacher", [16], ["гердан", "herdan"]],
    ["combines with a degree", [1], ["доцент Shevchenko", "shevchenko доц."]],
  ];
  for (const [rule, ids, searches] of cases) {
    for (const search of searches) {
      test(`${rule}: ${search}`, async () => expect(await findIds({ search })).toEqual([...ids]));
    }
  }

  test("is not used if a filter excludes all teachers found by spelling", async () => {
    expect(await findIds({ search: "гудзь", degree: "інженер" })).toEqual([]);
    expect(await findIds({ search: "hudz", degree: "інженер" })).toEqual([14]);
  });

  test("does not combine two readings: each applies to all terms", async () => {
    // By spelling, either term finds teachers, but both together find none.
    expect(await findIds({ search: "гудзь лук'ян" })).toEqual([14]);
  });
});

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

  test("by relevance needs a search", async () => {
    const response = await fetch(`${server.origin}/teachers/?ordering=relevance`);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { errors: { code: string; parameter: string }[] };
    expect(body.errors).toMatchObject([{ code: "conflict", parameter: "ordering" }]);
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
  async function match(names: readonly string[]): Promise<Result[]> {
    const query = new URLSearchParams(names.map((name) => ["name", name]));
    const response = await fetch(`${server.origin}/teachers/match/?${query}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { results: Result[] }).results;
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
    const results = await match(cases.map(([name]) => name));
    expect(
      results.map(({ name, verdict, reading, teacher, candidates }) => [
        name,
        verdict,
        reading,
        [...(teacher === null ? [] : [teacher]), ...candidates].map(({ id }) => id),
      ]),
    ).toEqual(cases.map(([name, verdict, reading, ids]) => [name, verdict, reading, [...ids]]));
  });

  test("never gives another teacher for a teacher's own name", async () => {
    const { results } = await getPage(`${server.origin}/teachers/?limit=1000`);
    let found = 0;
    for (const field of ["name", "short_name", "full_name", "short_name_with_degree"] as const) {
      for (let start = 0; start < results.length; start += 50) {
        const some = results.slice(start, start + 50);
        for (const [i, { teacher }] of (await match(some.map((one) => one[field] || "-"))).entries()) {
          if (teacher === null) continue;
          found++;
          expect(teacher.id).toBe(some[i]!.id);
        }
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  const refused: readonly (readonly [query: string, code: string])[] = [
    ["", "missing"],
    ["name=", "missing"],
    [`name=${"x".repeat(201)}`, "too_long"],
    ["name=a%00b", "control_character"],
    ["names=x&name=y", "unknown_parameter"],
    ["name=x&format=xlsx", "unknown_value"],
  ];
  for (const [query, code] of refused) {
    test(`refuses with ${code}: ${query.slice(0, 30)}`, async () => {
      const response = await fetch(`${server.origin}/teachers/match/?${query}`);
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: { code: string }[] };
      expect(errors.map((error) => error.code)).toEqual([code]);
    });
  }
});

describe("an empty search", () => {
  for (const search of ["", "  ", "\t\n"]) {
    test(`is no search: ${JSON.stringify(search)}`, async () => {
      expect(await findIds({ search })).toEqual(allIds);
      expect(await findIds({ search, degree: "професор" })).toEqual([2, 4]);
    });
  }
  for (const search of [".", " - ", ",.,", "‑", "–", "«»", "!", "'", "\u02bc", "\u200b", "😀", "! 😀"]) {
    test(`finds no teacher by a term without a letter or digit: ${JSON.stringify(search)}`, async () => {
      expect(await findIds({ search })).toEqual([]);
    });
  }

  const tooMuch: readonly (readonly [what: string, search: string, status: number])[] = [
    ["12 terms", "а б в г д е є ж з и і ї", 200],
    ["13 terms", "а б в г д е є ж з и і ї й", 400],
    ["200 characters", "щ".repeat(200), 200],
    ["201 characters", "щ".repeat(201), 400],
  ];
  for (const [what, search, status] of tooMuch) {
    test(`answers ${what} with ${status}`, async () => {
      const response = await fetch(`${server.origin}/teachers/?${new URLSearchParams({ search })}`);
      expect(response.status).toBe(status);
      const body = (await response.json()) as { errors?: { code: string }[] };
      expect(body.errors?.map(({ code }) => code)).toEqual(status === 400 ? ["too_long"] : undefined);
    });
  }
});

describe("search and filters", () => {
  const cases: readonly (readonly [query: Readonly<Record<string, string>>, ids: readonly number[]])[] = [
    [{ search: "шевченко", degree: "професор" }, [2]],
    [{ search: "шевченко", first_name: "Тарас" }, [1]],
    [{ search: "шевченко", last_name: "Шевченко" }, [1, 2]],
    [{ search: "шевченко", last_name: "Шевченко", middle_name: "Г.", degree: "професор" }, [2]],
    [{ search: "шевченко", last_name: "Левицький" }, []],
    [{ search: "доцент", degree: "професор" }, []],
    [{ search: "доцент", degree: "доцент", last_name: "Асистент" }, [13]],
    [{ search: "вяч", first_name: "В\u2019ячеслав" }, [11]],
    [{ search: "вяч", first_name: "В'ячеслав" }, []],
    [{ search: "shevchenko", degree: "старший викладач" }, [3]],
    [{ search: "Нема", degree: "доцент" }, []],
    [{ search: "шевченко", degree: "академік" }, []],
  ];
  for (const [query, ids] of cases) {
    test(`must all be met: ${JSON.stringify(query)}`, async () => expect(await findIds(query)).toEqual([...ids]));
  }
});

describe("pages of a search", () => {
  const queries: readonly (readonly [query: string, ids: readonly number[]])[] = [
    ["search=шевч", [1, 9, 3, 2]],
    ["search=shevch&ordering=-id", [9, 3, 2, 1]],
    ["search=ш&ordering=last_name", [2, 1, 9, 3]],
    ["search=ш&ordering=-last_name", [3, 9, 1, 2]],
    ["degree=абетка&ordering=last_name", alphabetical],
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

describe("ordering", () => {
  const abetka = { degree: "абетка" };

  test("by last_name is that of the Ukrainian alphabet, then by first and middle name, then by id", async () => {
    expect(await findIds({ ...abetka, ordering: "last_name" })).toEqual(alphabetical);
  });

  test("by -last_name is the reverse", async () => {
    expect(await findIds({ ...abetka, ordering: "-last_name" })).toEqual(alphabetical.toReversed());
  });

  test("by id, the default, and by -id", async () => {
    const ascending = alphabetical.toSorted((a, b) => a - b);
    expect(await findIds(abetka)).toEqual(ascending);
    expect(await findIds({ ...abetka, ordering: "id" })).toEqual(ascending);
    expect(await findIds({ ...abetka, ordering: "-id" })).toEqual(ascending.toReversed());
  });

  test("of all teachers has those of a filter and of a search in the same order", async () => {
    const all = await findIds({ ordering: "last_name" });
    expect(all.toSorted((a, b) => a - b)).toEqual(allIds);
    expect(all.filter((id) => alphabetical.includes(id))).toEqual(alphabetical);
    const found = await findIds({ search: "л", ordering: "last_name" });
    expect(found.length).toBeGreaterThan(5);
    expect(all.filter((id) => found.includes(id))).toEqual(found);
    expect(await findIds({ ordering: "-last_name" })).toEqual(all.toReversed());
  });
});

describe("each pair of names that must match", () => {
  for (const [stored, typed] of namePairs) {
    test(`${stored} is found by ${typed}, in every part of the name`, async () => {
      const first = 3 * storedNames.indexOf(stored) + 1;
      expect(await findIds({ search: typed }, pairsServer.origin)).toEqual(
        expect.arrayContaining([first, first + 1, first + 2]),
      );
    });
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
