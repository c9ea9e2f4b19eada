import { describe, expect, test } from "bun:test";
import {
  directoryOf,
  en,
  hrefsOf,
  listPage,
  type ParsedPage,
  person,
  sampleTeachers,
  viewOf,
} from "../../../test/support/page-views.ts";
import { isListedUnder } from "../../domain/names/alphabet.ts";

/** Names under every kind of letter, with every apostrophe, some shared, and one missing. */
const directory = directoryOf([
  ...sampleTeachers(100),
  ...["Аврам’юк Орест, доцент", "Аврам'юк Ольга", "Аврамʼюк Ада, доцент", "Авраменко Яна"].map(person),
  ...["Ærøskøbing Ole", "אברהם משה", "", "Ніл Джон"].map(person),
]);
const { count } = directory.version;

const idsOf = (page: ParsedPage): string[] =>
  hrefsOf(page).flatMap((href) => /\/teachers\/(\d+)\/(?:\?|$)/.exec(href)?.[1] ?? []);
const queryOf = (href: string): string => href.split("?")[1] ?? "";

/** Follows the links with a text from a page on, and lists the ids on each page. */
async function walk(query: string, text: string): Promise<{ pages: string[][]; last: string }> {
  const pages: string[][] = [];
  for (let next: string | undefined = query; next !== undefined; ) {
    query = next;
    const page = await listPage(directory, query);
    pages.push(idsOf(page));
    const [href] = hrefsOf(page, text);
    next = href === undefined ? undefined : queryOf(href);
  }
  return { pages, last: query };
}

describe("a walk over the pages", () => {
  const sizes = [1, 3, 7, 10, 25, 99, 100];
  const lists = ["", "ordering=-last_name", "ordering=id", "ordering=-id", "without=degree", "search=ко"];
  test.each(lists.flatMap((list) => sizes.map((size) => [list, size] as const)))(
    "of %j by %d shows everybody once, forward and back",
    async (list, size) => {
      const query = `${list}&limit=${size}`;
      const total = (await viewOf(directory, query)).count;
      expect(total).toBeGreaterThan(3);
      const forward = await walk(query, "Наступна →");
      expect(new Set(forward.pages.flat()).size).toBe(total);
      expect(forward.pages.flat()).toHaveLength(total);
      const back = await walk(forward.last, "← Попередня");
      expect(back.pages.toReversed()).toEqual(forward.pages);
    },
  );

  test("back from where any letter begins leaves out nobody", async () => {
    const { letters } = await viewOf(directory, "limit=7");
    for (const { letter, offset } of letters) {
      const { pages } = await walk(`limit=7&letter=${letter}`, "← Попередня");
      expect(new Set(pages.slice(1).flat()).size).toBeGreaterThanOrEqual(offset);
    }
  });
});

describe("letters", () => {
  test.each(["", "ordering=-last_name", "degree=доцент"])("of %j lead to where they begin", async (list) => {
    const page = await listPage(directory, `${list}&limit=10`);
    const view = await viewOf(directory, `${list}&limit=10`);
    const hrefs = page.elements.filter(({ name, attributes }) => name === "a" && attributes.href?.includes("letter="));
    expect(view.letters.reduce((sum, { count: size }) => sum + size, 0)).toBe(view.count);
    expect(hrefs).toHaveLength(view.letters.length);
    for (const { attributes } of hrefs) {
      const query = queryOf(attributes.href!);
      const letter = new URLSearchParams(query).get("letter")!;
      const { rows, letter: current } = await viewOf(directory, query);
      expect(current).toBe(letter);
      if (letter !== "…") expect(isListedUnder(rows[0]!.teacher.last_name, letter)).toBe(true);
    }
  });

  test("end with those of no letter, in one strip, and the first one is everybody", async () => {
    const page = await listPage(directory);
    const letters = page.texts(".letters a");
    expect(letters[0]).toBe("Усі");
    expect(letters.at(-1)).toBe("…Інші літери");
    expect(page.texts("nav[aria-label=Алфавіт]")).toHaveLength(1);
    expect(page.texts(".letters [aria-current]")).toEqual(["Усі"]);
  });

  test("are marked on every page that begins under them", async () => {
    const page = await listPage(directory, "letter=К&limit=10");
    expect(page.texts(".letters [aria-current]")).toEqual(["К"]);
    const next = await listPage(directory, queryOf(hrefsOf(page, "Наступна →")[0]!));
    expect(next.texts(".letters [aria-current]")).toEqual(["К"]);
    expect((await listPage(directory, "offset=25&ordering=id")).texts(".letters [aria-current]")).toEqual([]);
  });

  test("are absent in a search and where one page shows everybody", async () => {
    expect((await listPage(directory, "search=ко&limit=2")).texts(".letters")).toEqual([]);
    expect((await listPage(directoryOf([person("Коваль Яна"), person("Лис Ян")]))).texts(".letters")).toEqual([]);
  });

  test("that nobody has any more lead to the next one", async () => {
    const few = directoryOf(["Абрамчук", "Білик", "Жук"].map(person));
    const firstOf = async (query: string) => (await viewOf(few, query)).rows[0]!.teacher.last_name;
    expect(await firstOf("letter=В&limit=1")).toBe("Жук");
    expect(await firstOf("letter=В&limit=1&ordering=-last_name")).toBe("Білик");
    expect(await firstOf("letter=Я&limit=1")).toBe("Абрамчук");
    expect(await firstOf("letter=%3Cb%3E&limit=1")).toBe("Абрамчук");
  });
});

describe("headwords", () => {
  test("are one for a last name, whatever apostrophe it is written with", async () => {
    const page = await listPage(directory, "letter=А&limit=10");
    expect(page.texts(".headword").filter((text) => /юк/.test(text))).toEqual(["Аврамʼюк 3"]);
    expect(page.texts(".rows a").filter((text) => /Аврам.юк/.test(text))).toHaveLength(3);
  });

  test("count all pages, and those who meet a filter", async () => {
    expect((await listPage(directory, "letter=А&limit=3&degree=доцент")).text).toMatch(/Аврам.юк 2/);
  });

  test("count once where full names come before initials", async () => {
    const names = directoryOf(["Лисак Ян", "Лисак Яна", "Лисюк Ян", "Лисак А.", "Лисак Б."].map(person));
    expect((await listPage(names, "search=лис")).texts(".headword")).toEqual(["Лисак 4", "Лисак "]);
  });
});

describe("a search that names a position", () => {
  const kovals = directoryOf(
    ["Коваль Ада, доцент", "Коваль Яна, асистент", "Коваль Ян, доцент", "Лис Ян, доцент", "Лис Яна"].map(person),
  );

  test("lists those who have it, with a link to all of the name", async () => {
    const page = await listPage(kovals, { search: "доц. Коваль" });
    expect(page.texts("h1")).toEqual(["«доц. Коваль»: 2\u00a0викладачі"]);
    expect(page.texts(".rows li")).toHaveLength(2);
    const [href] = hrefsOf(page, "Усі за запитом «Коваль» (3)");
    expect(new URLSearchParams(queryOf(href!)).get("search")).toBe("Коваль");
    expect(page.texts(".filter a")).toEqual(["Усі посади 3", "доцент 2", "асистент 1"]);
    expect(page.texts(".filter [aria-current]")).toEqual(["доцент 2"]);
  });

  test("has positions that lead to the others of the name", async () => {
    const page = await listPage(kovals, { search: "лекція доц. Коваль" });
    expect(hrefsOf(page, "Усі за запитом «Коваль» (3)")).toHaveLength(1);
    const lecturer = await listPage(kovals, queryOf(hrefsOf(page, "асистент 1")[0]!));
    expect(lecturer.texts(".rows li")).toEqual(["Коваль Яна асистент"]);
    const all = await listPage(kovals, queryOf(hrefsOf(page, "Усі посади 3")[0]!));
    expect(all.texts(".rows li")).toHaveLength(3);
  });

  test("and nothing else has no such link", async () => {
    expect((await viewOf(kovals, "search=доцент")).withoutDegree).toBeNull();
    expect((await viewOf(kovals, "search=Коваль")).withoutDegree).toBeNull();
  });
});

describe("positions", () => {
  const filtered = directoryOf(["А Б, доцент", "В Г", "Д Е, доцент", "Ж З, асистент"].map(person));

  test.each([
    ["", ["Усі посади 4"]],
    ["degree=доцент", ["доцент 2"]],
    ["without=degree", ["без посади 1"]],
  ] as const)("of %j have counts, and the chosen one is marked", async (query, chosen) => {
    const page = await listPage(filtered, query);
    expect(page.texts(".filter a")).toEqual(["Усі посади 4", "доцент 2", "без посади 1", "асистент 1"]);
    expect(page.texts(".filter [aria-current]")).toEqual([...chosen]);
    for (const text of page.texts(".filter a")) {
      const [href] = hrefsOf(page, text);
      expect((await viewOf(filtered, queryOf(href!))).count).toBe(Number(text.split(" ").at(-1)));
    }
  });

  test("of a directory without any are not offered", async () => {
    expect((await listPage(directoryOf(["А Б", "В Г"].map(person)))).texts(".filter")).toEqual([]);
  });
});

describe("nobody found", () => {
  const names = directoryOf(
    ["Шевченко Ада, доцент", "Шевченко Ян", "Шевчук Яна", "Коваль Олександр, доцент", "Лис Олена"].map(person),
  );

  test("names what was not found, the nearest names with two slips too, and one way back", async () => {
    const page = await listPage(names, { search: "Шевчкно" });
    expect(page.texts("h1")).toEqual(["Нікого не знайдено за запитом «Шевчкно»"]);
    expect(page.texts(".rows li")).toEqual(["Шевченко 2\u00a0викладачі"]);
    const found = await listPage(names, queryOf(hrefsOf(page, "Шевченко 2\u00a0викладачі")[0]!));
    expect(found.texts(".rows li")).toHaveLength(2);
    expect(page.texts(".wider")).toEqual(["Увесь список (5)"]);
    expect(page.texts("nav.letters, nav.pager, .filter")).toEqual([]);
  });

  const nearest: readonly [search: string, names: readonly string[]][] = [
    ["Квль Олкесанрд", ["Коваль 1\u00a0викладач"]],
    ["Шевчкно Невідомченко", ["Шевченко 2\u00a0викладачі"]],
    ["Шевчкно Олксандр", ["Шевченко 2\u00a0викладачі"]],
    ["Гжегожевський", []],
    ["-", []],
  ];
  test.each(nearest)("of %j are near: %j", async (search, expected) => {
    const page = await listPage(names, { search });
    expect(page.texts(".rows li")).toEqual([...expected]);
    expect(page.texts(".wider")).toEqual(["Увесь список (5)"]);
  });

  test("under a filter leads to the search without it", async () => {
    const page = await listPage(names, { search: "Коваль", degree: "ректор", first_name: "Олександр" });
    expect(page.texts("h1")).toEqual(["Нікого не знайдено за запитом «Коваль», Олександр, ректор"]);
    expect(page.texts(".rows li")).toEqual([]);
    const [href] = hrefsOf(page, "Усі за запитом «Коваль»: 1\u00a0викладач");
    expect((await viewOf(names, queryOf(href!))).count).toBe(1);
  });

  test("exactly leads to the search with similar names", async () => {
    const page = await listPage(names, { search: "Шевченка", exact: "true" });
    const [href] = hrefsOf(page, "Показати й схожі «Шевченка»: 2\u00a0викладачі");
    expect((await viewOf(names, queryOf(href!))).count).toBe(2);
  });

  test("of a filter alone names its value", async () => {
    expect((await listPage(names, { last_name: "Немає" })).texts("h1")).toEqual(["Нікого не знайдено: Немає"]);
    expect((await listPage(names, { id: "77,78" })).texts("h1")).toEqual(["Нікого не знайдено: номери 77, 78"]);
  });

  test("past the end offers the pages that there are", async () => {
    const page = await listPage(directory, "offset=100000");
    expect(page.texts("h1")).toEqual(["Такої сторінки немає"]);
    expect(idsOf(await listPage(directory, queryOf(hrefsOf(page, "Остання")[0]!))).length).toBeGreaterThan(0);
  });

  test("in an empty directory says so, without a search", async () => {
    const page = await listPage(directoryOf([]), "search=Коваль");
    expect(page.texts("h1")).toEqual(["Довідник поки порожній"]);
    expect(page.texts("form, .wider")).toEqual([]);
  });
});

describe("examples", () => {
  test("each find somebody", async () => {
    for (const size of [1, 2, 30, 1000]) {
      const own = directoryOf(sampleTeachers(size));
      const { examples } = await viewOf(own);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect((await viewOf(own, new URLSearchParams({ search: example }).toString())).count, example).toBeGreaterThan(
          0,
        );
      }
    }
  });

  test("are of all four kinds, and absent where nobody has a plain name", async () => {
    expect((await viewOf(directory)).examples).toHaveLength(4);
    expect((await viewOf(directoryOf([person("Ван-Дейк Ян"), person("אברהם משה")]))).examples).toEqual([]);
  });
});

test("links keep what was given: language, size, order and filters, and leave out defaults", async () => {
  const page = await listPage(directory, "lang=en&limit=10&ordering=-last_name&degree=доцент", en);
  const next = new URLSearchParams(queryOf(hrefsOf(page, "Next →")[0]!));
  expect(Object.fromEntries(next)).toEqual({
    degree: "доцент",
    lang: "en",
    limit: "10",
    offset: "10",
    ordering: "-last_name",
  });
  expect(queryOf(hrefsOf(await listPage(directory, "limit=25"), "Наступна →")[0]!)).toBe("offset=25");
});

test("downloads have everybody of the list in its order, with headings in the language of the page", async () => {
  const page = await listPage(directory, "limit=10&offset=10&degree=доцент");
  expect(Object.fromEntries(new URLSearchParams(queryOf(hrefsOf(page, "Excel")[0]!)))).toEqual({
    degree: "доцент",
    format: "xlsx",
    lang: "uk",
    ordering: "last_name",
  });
});

test("the count of everybody is that of the directory", async () => {
  expect((await viewOf(directory, "degree=доцент")).total).toBe(count);
});
