import { describe, expect, test } from "bun:test";
import {
  degreesOf,
  en,
  hrefsOf,
  parsePage,
  queryOf,
  teacherOf,
  tenLongNames,
  uk,
  viewOf,
} from "../../../test/support/page-views.ts";
import type { Highlights, Range } from "../../domain/results.ts";

import { renderListPage } from "./list-page.tsx";

function highlightsOf(meant: string, name: readonly Range[] = [], degree: readonly Range[] = []): Highlights {
  return { name, degree, meant, isByInitials: false };
}

describe("renderListPage()", () => {
  test("links every teacher by the full name and keeps the language", () => {
    const teacher = teacherOf(12, "Бондаренко", "Олена", "Василівна", "старший викладач");
    const page = parsePage(renderListPage(en, viewOf({ teachers: [teacher], raw: "lang=en" })));
    expect(page.texts(".results a")).toEqual([`${teacher.name} ${teacher.degree}`]);
    expect(page.texts(".name b")).toEqual([teacher.last_name]);
    expect(page.text).not.toContain(teacher.short_name);
    expect(hrefsOf(page)).toContain("/v1/teachers/12/?lang=en");
  });

  test("groups the names by letter, ignoring apostrophes and case", () => {
    const names = ["😀", "Їжак", "їжаченко", "ʼЇзник", "Йовенко"];
    const teachers = names.map((name, index) => teacherOf(index + 1, name, "", "", ""));
    const page = parsePage(renderListPage(uk, viewOf({ teachers })));
    expect(page.texts(".letter")).toEqual(["Ї", "Й"]);
    expect(page.texts(".group")).toEqual(["😀", "ЇЇжакїжаченкоʼЇзник", "ЙЙовенко"]);
  });

  const letters = [
    { letter: "А", offset: 0, count: 7 },
    { letter: "Б", offset: 7, count: 9 },
  ];
  const strips: readonly [raw: string, current: readonly string[], hrefs: readonly string[]][] = [
    ["", ["А"], ["?offset=0", "?offset=7"]],
    ["degree=a&offset=50&lang=en", ["А"], ["?degree=a&lang=en&offset=0", "?degree=a&lang=en&offset=7"]],
    [
      "ordering=-last_name&limit=5",
      ["А"],
      ["?limit=5&offset=0&ordering=-last_name", "?limit=5&offset=7&ordering=-last_name"],
    ],
    ["ordering=id", [], ["?offset=0", "?offset=7"]],
  ];
  test.each(strips)("has a strip of letters that lead to their names, with %j", (raw, current, hrefs) => {
    const teachers = [teacherOf(1, "Авраменко", "", "", "")];
    const page = parsePage(renderListPage(uk, viewOf({ teachers, count: 100, letters, raw })));
    expect(page.texts(".alphabet a")).toEqual(["А", "Б"]);
    expect(page.texts(".alphabet [aria-current]")).toEqual([...current]);
    expect(hrefsOf(page)).toEqual(expect.arrayContaining(hrefs.map((query) => `/v1/teachers/${query}`)));
  });

  test("has no strip without letters, or with a single one", () => {
    for (const shown of [[], letters.slice(1)]) {
      expect(renderListPage(uk, viewOf({ teachers: tenLongNames(), letters: shown }))).not.toContain("alphabet");
    }
  });

  test("has a second strip for the beginnings of a letter, and one for the initials of a last name", () => {
    const teachers = [teacherOf(1, "Коваль", "Борис", "", ""), teacherOf(2, "Коваль", "Віра", "", "")];
    const beginnings = [
      { letter: "Ка", offset: 100, count: 7 },
      { letter: "Ко", offset: 107, count: 90 },
    ];
    const initials = [
      { letter: "А", offset: 110, count: 3 },
      { letter: "Б", offset: 113, count: 20 },
    ];
    const letter = { letter: "К", offset: 100, count: 200 };
    const options = { teachers, count: 1000, letters, letter, beginnings, initials, raw: "offset=125&degree=a" };
    const page = parsePage(renderListPage(uk, viewOf(options)));
    expect(page.texts(".inner a")).toEqual(["Ка", "Ко", "А.", "Б."]);
    expect(page.texts(".inner [aria-current]")).toEqual(["Ко", "Б."]);
    for (const offset of [100, 107, 110, 113]) {
      expect(hrefsOf(page)).toContain(`/v1/teachers/?degree=a&offset=${offset}`);
    }
    // If the list is ordered by relevance, the letters link to the alphabetical list.
    const found = parsePage(renderListPage(uk, viewOf({ teachers, count: 1000, initials, raw: "search=ко" })));
    expect(hrefsOf(found)).toContain("/v1/teachers/?offset=113&ordering=last_name&search=ко");
  });

  test("has the heading, title, range and pager of a letter that fills more than a page", () => {
    const teachers = [teacherOf(1, "Мазур", "Яна", "", ""), teacherOf(2, "Мазуренко", "Ада", "", "")];
    const letter = { letter: "М", offset: 110, count: 60 };
    const before = { letter: "Л", offset: 70, count: 40 };
    const view = viewOf({ teachers, count: 1000, letters: [before, letter], letter, raw: "offset=110" });
    const page = parsePage(renderListPage(uk, view));
    expect(page.texts("h1")).toEqual(["М · 60"]);
    expect(page.texts("title")).toEqual(["М: Мазур – Мазуренко · Довідник викладачів"]);
    expect(page.texts(".range")).toEqual(["1–2"]);
    expect(page.texts(".numbers li")).toEqual(["1", "2", "3"]);
    expect(page.texts(".numbers [aria-current]")).toEqual(["1"]);
    const hrefOf = (rel: string) =>
      page.elements.find(({ name, attributes }) => name === "a" && attributes.rel === rel)?.attributes.href;
    // The last page of the letter before has 15 names.
    expect(hrefOf("prev")).toBe("/v1/teachers/?offset=95");
    expect(hrefOf("next")).toBe("/v1/teachers/?offset=135");
    expect(hrefOf("last")).toBe("/v1/teachers/?offset=160");
    const last = viewOf({ teachers, count: 1000, letters: [before, letter], letter, raw: "offset=160" });
    expect(hrefsOf(parsePage(renderListPage(uk, last)))).toContain("/v1/teachers/?offset=170");
  });

  const spans: readonly [first: string, last: string, title: string][] = [
    ["Ада", "Яна", "М: Мазур Ада – Яна"],
    ["", "Яна", "М: Мазур"],
    ["Яна", "Яна", "М: Мазур"],
  ];
  test.each(spans)("names the first names %j and %j of a page with one last name", (first, last, title) => {
    const teachers = [teacherOf(1, "Мазур", first, "", ""), teacherOf(2, "Мазур", last, "", "")];
    const letter = { letter: "М", offset: 110, count: 60 };
    const page = parsePage(renderListPage(uk, viewOf({ teachers, count: 1000, letter, raw: "offset=110" })));
    expect(page.texts("title")).toEqual([`${title} · Довідник викладачів`]);
  });

  test("has a headword for a last name that adjacent teachers share, and full names in their links", () => {
    const teachers = [
      teacherOf(1, "Бас", "Ія", "", ""),
      teacherOf(2, "Коваль", "", "", "доцент"),
      teacherOf(3, "Коваль", "Ада", "Іванівна", "доцент"),
      teacherOf(4, "Ковальчук", "Ян", "", ""),
    ];
    const lastNameCounts = new Map([["Коваль", 1174]]);
    const page = parsePage(renderListPage(uk, viewOf({ teachers, lastNameCounts })));
    expect(page.texts(".headword")).toEqual(["Коваль 1\u00a0174"]);
    expect(page.texts(".results a")).toEqual([
      "Бас Ія",
      "Коваль без імені доцент",
      "Коваль Ада Іванівна доцент",
      "Ковальчук Ян",
    ]);
    expect(page.texts(".results a .visually-hidden")).toEqual(["Коваль", "Коваль"]);
    expect(page.texts(".results b")).toEqual(["Бас", "Ковальчук"]);
    // In the order of ids, equal names are adjacent only by chance.
    expect(parsePage(renderListPage(uk, viewOf({ teachers, raw: "ordering=id" }))).texts(".headword")).toEqual([]);
  });

  test("has matches by initials under a heading, with headwords one level below it", () => {
    const stored = [
      ["Тарас", "Григорович"],
      ["Т.", "Г."],
      ["Т.", "П."],
    ] as const;
    const teachers = stored.map(([first, middle], i) => teacherOf(i + 1, "Шевченко", first, middle, ""));
    const initials = { ...highlightsOf("Шевченко Т."), isByInitials: true };
    const highlights = new Map([
      [1, highlightsOf("Шевченко Тарас")],
      [2, initials],
      [3, initials],
    ]);
    const page = parsePage(renderListPage(uk, viewOf({ teachers, raw: "search=шевченко+тарас", highlights })));
    expect(page.texts("h2.by-initials")).toEqual(["Збігаються лише ініціали"]);
    expect(page.texts("section > h3.headword").map((text) => text.trim())).toEqual(["Шевченко"]);
    expect(page.texts(".group")[0]).toBe("Шевченко Тарас Григорович");
  });

  test.each([
    [uk, "Такого повного імені в довіднику немає, збігаються лише ініціали"],
    [en, "Nobody in the directory has this full name; only initials match"],
  ])("says that nobody has the full name if all match by initials only", (context, heading) => {
    const teachers = [teacherOf(1, "Шевченко", "Т.", "Г.", "")];
    const highlights = new Map([[1, { ...highlightsOf("Шевченко Т."), isByInitials: true }]]);
    const raw = "search=шевченко+терентій";
    const page = parsePage(renderListPage(context, viewOf({ teachers, raw, highlights, hasInitialsOnly: true })));
    expect(page.texts(".by-initials")).toEqual([heading]);
    const byName = viewOf({ teachers, raw: `${raw}&ordering=last_name`, highlights, hasInitialsOnly: true });
    expect(parsePage(renderListPage(context, byName)).texts(".by-initials")).toEqual([]);
  });

  test("highlights the last name on the headword alone", () => {
    const teachers = [teacherOf(1, "Коваль", "Ада", "", ""), teacherOf(2, "Коваль", "Алла", "", "")];
    const ranges: readonly Range[] = [
      [0, 3],
      [7, 8],
    ];
    const highlights = new Map(teachers.map(({ id }) => [id, highlightsOf("Ков А.", ranges)]));
    const page = parsePage(renderListPage(uk, viewOf({ teachers, raw: "search=ков+а", highlights })));
    expect(page.texts("mark")).toEqual(["Ков", "А", "А"]);
    expect(page.texts(".headword mark")).toEqual(["Ков"]);
  });

  test("shows ids instead if the order is by id", () => {
    const teachers = [teacherOf(3, "А", "", "", ""), teacherOf(7, "Б", "", "", "")];
    expect(parsePage(renderListPage(uk, viewOf({ teachers, raw: "ordering=id" }))).texts(".number")).toEqual([
      "3",
      "7",
    ]);
  });

  test("links to the list in other formats, with an explicit order", () => {
    const hrefs = hrefsOf(
      parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), raw: "search=a&offset=10&limit=10&lang=uk" }))),
    );
    for (const format of ["json", "csv", "ndjson"]) {
      expect(hrefs).toContain(`/v1/teachers/?format=${format}&ordering=relevance&search=a`);
    }
  });

  test("says how many teachers a download has, if several", () => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), count: 1000 })));
    expect(page.texts(".downloads h2")).toEqual(["Завантажити список (усі 1\u00a0000)"]);
    const single = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames().slice(0, 1) })));
    expect(single.texts(".downloads h2")).toEqual(["Завантажити список"]);
    expect(page.texts(".downloads li")).toEqual(["Excel", "CSV", "NDJSON"]);
  });

  const orders: readonly [raw: string, current: readonly string[]][] = [
    ["", ["А–Я"]],
    ["ordering=-last_name", ["Я–А"]],
    ["ordering=id", ["за номером"]],
    ["ordering=-id", []],
  ];
  test.each(orders)("highlights the current order of %j", (raw, current) => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), raw })));
    expect(page.texts(".order a")).toEqual(["А–Я", "Я–А", "за номером"]);
    expect(page.texts(".order [aria-current]")).toEqual([...current]);
  });

  test("has hidden fields for the given parameters, except the offset", () => {
    const raw = queryOf({ first_name: "Т", ordering: "-id", limit: "20", offset: "40", lang: "uk", search: "ш" });
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(2), raw })));
    const fields = page.elements.filter(({ name, attributes }) => name === "input" && attributes.type === "hidden");
    expect(fields.map(({ attributes }) => attributes.name).sort()).toEqual(["first_name", "lang", "limit", "ordering"]);
  });

  test("has the results before the degrees, and a link that skips to them", () => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(2) })));
    expect(hrefsOf(page).slice(0, 2)).toEqual(["#content", "#results"]);
    const order = page.elements.flatMap(({ attributes: { id, class: name } }) =>
      id === "results" || name === "degrees" ? [id ?? name] : [],
    );
    expect(order).toEqual(["results", "degrees"]);
  });

  const titles: readonly [raw: string, count: number, title: string, description: string][] = [
    ["", 1, "Teachers Directory", "Find teachers by last name, first name, initials or position. 1 teacher."],
    ["search=a&degree=b", 7, "a · b · 7 · Teachers Directory", "7 teachers: Шум О.…"],
    ["search=a", 1, "a · 1 · Teachers Directory", "1 teacher: Шум О."],
    ["search=a&offset=25", 30, "a · 30 · Page 2 · Teachers Directory", "30 teachers: Шум О.…"],
  ];
  test.each(titles)("describes %j in title and description", (raw, count, title, description) => {
    const page = parsePage(
      renderListPage(en, viewOf({ teachers: [teacherOf(1, "Шум", "Олена", "", "")], count, raw })),
    );
    const metas = page.elements.filter(({ name }) => name === "meta");
    const contentOf = (key: string): string =>
      metas.find(({ attributes }) => [attributes.name, attributes.property].includes(key))!.attributes.content!;
    expect(page.texts("title")[0]!.replaceAll("\u00a0", " ")).toBe(title);
    expect(contentOf("description").replaceAll("\u00a0", " ")).toBe(description);
    expect(page.texts("title")[0]).toStartWith(contentOf("og:title"));
    expect(contentOf("og:description")).toBe(contentOf("description"));
  });

  test("has the corrected text in the title of a corrected search", () => {
    const teachers = [teacherOf(1, "Шевченко", "", "", ""), teacherOf(2, "Шевченко", "Яна", "", "")];
    const highlights = new Map(teachers.map(({ id }) => [id, highlightsOf("Шевченко")]));
    const page = renderListPage(
      uk,
      viewOf({ teachers, count: 246, raw: "search=шевчнеко", reading: "typo", highlights }),
    );
    expect(parsePage(page).texts("title")).toEqual(["Шевченко · 246 · Довідник викладачів"]);
  });

  test("has a link that clears the search", () => {
    const page = parsePage(renderListPage(en, viewOf({ teachers: tenLongNames(), raw: "search=a&degree=b&offset=2" })));
    expect(page.texts(".clear")).toEqual(["Clear search"]);
    expect(hrefsOf(page)).toContain("/v1/teachers/?degree=b");
    expect(renderListPage(en, viewOf({ teachers: tenLongNames() }))).not.toContain("Clear search");
  });

  test("has a chip for the ids, clipped, that removes them", () => {
    const ids = Array.from({ length: 100 }, (_, i) => i + 1).join();
    const raw = `id=${ids}&first_name=a&limit=5`;
    const page = parsePage(renderListPage(en, viewOf({ teachers: tenLongNames(), raw })));
    expect(page.texts(".chip").map((text) => text.trim())).toEqual([
      `ID: ${ids.slice(0, 59)}…, remove filter`,
      "First name: a, remove filter",
    ]);
    expect(hrefsOf(page)).toContain("/v1/teachers/?first_name=a&limit=5");
    expect(hrefsOf(page)).toContain(
      `/v1/teachers/?first_name=a&format=csv&id=${ids.replaceAll(",", "%2C")}&ordering=last_name`,
    );
  });

  test("has a heading and examples of searches at full size on the start page alone", () => {
    const isCompact = (raw: string): [boolean, boolean] => {
      const html = renderListPage(uk, viewOf({ teachers: tenLongNames(), count: 100, raw }));
      return [html.includes('"hero compact"'), !html.includes("search-hint")];
    };
    for (const raw of ["", "lang=uk"]) expect(isCompact(raw)).toEqual([false, false]);
    for (const raw of ["search=a", "degree=b", "offset=25"]) expect(isCompact(raw)).toEqual([true, true]);
  });

  test("shows the most frequent degrees first and folds the rest", () => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(13) })));
    const shown = page.texts(".degrees bdi");
    expect(shown).toHaveLength(13);
    expect(shown[0]).toBe("посада 1");
    expect(page.texts(".degrees details bdi")).toHaveLength(5);
    expect(page.texts("summary")).toEqual(["Ще 5\u00a0посад"]);
  });

  test("lists at most fifteen degrees, the chosen one among them, and says how many others there are", () => {
    const raw = queryOf({ degree: "посада 150" });
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(200), raw })));
    expect(page.texts(".degrees bdi")).toHaveLength(16);
    expect(page.texts(".degrees .hint")).toEqual(["Ще 184\u00a0посади: знайдіть їх через пошук"]);
    // Phones show only the select.
    expect(page.texts("select option")).toHaveLength(18);
    expect(page.texts("option[disabled]")).toEqual(["Ще 184\u00a0посади: знайдіть їх через пошук"]);
    expect(page.texts("select option").at(-1)).toBe("Ще 184\u00a0посади: знайдіть їх через пошук");
    const chosen = page.elements.find(({ name, attributes }) => name === "option" && attributes.selected !== undefined);
    expect(chosen?.attributes.value).toBe("посада 150");
  });

  test("does not count teachers without a degree among those that search finds", () => {
    const degrees = [...degreesOf(20), { degree: "", count: 1 }];
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees })));
    expect(page.texts("option[disabled]")).toEqual(["Ще 5\u00a0посад: знайдіть їх через пошук"]);
  });

  test("links to teachers without a degree, and from there to another degree", () => {
    const degrees = [
      { degree: "доцент", count: 5 },
      { degree: "", count: 3 },
    ];
    for (const [raw, chosen] of [
      ["", "Усі посади 8"],
      [queryOf({ degree: "доцент" }), "доцент 5"],
      ["without=degree", "без посади 3"],
    ] as const) {
      const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees, raw })));
      expect(page.texts(".degrees [aria-current]")).toEqual([chosen]);
      const hrefs = ["/v1/teachers/", "/v1/teachers/?degree=доцент", "/v1/teachers/?without=degree"];
      expect(hrefsOf(page)).toEqual(expect.arrayContaining(hrefs));
    }
  });

  test("has a chip for no degree instead of the select, which can't show it", () => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), raw: "without=degree" })));
    expect(page.texts(".chip")).toEqual(["Посада: без посади, зняти фільтр"]);
    expect(page.texts("select")).toEqual([]);
    expect(page.elements.some(({ attributes }) => attributes.name === "without")).toBe(true);
  });

  const pagers: readonly [name: string, raw: string, count: number, hrefs: readonly (string | null)[]][] = [
    ["first page", "", 55, [null, null, "?offset=25", "?offset=50"]],
    ["middle page", "offset=25", 55, ["", "", "?offset=50", "?offset=50"]],
    ["last page", "offset=20&limit=10", 25, ["?limit=10", "?limit=10&offset=10", null, null]],
    ["page between pages", "offset=5", 55, ["", "", "?offset=30", "?offset=30"]],
  ];
  test.each(pagers)("has the links of a %s", (_, raw, count, hrefs) => {
    const page = parsePage(renderListPage(uk, viewOf({ teachers: tenLongNames(), count, raw })));
    const found = ["first", "prev", "next", "last"].map(
      (rel) =>
        page.elements.find(({ name, attributes }) => name === "a" && attributes.rel === rel)?.attributes.href ?? null,
    );
    expect(found).toEqual(hrefs.map((query) => (query === null ? null : `/v1/teachers/${query}`)));
  });

  test("highlights what the search has matched, in last name, other names and degree", () => {
    const teachers = [teacherOf(1, "Шевченко", "Тарас", "", "доцент"), teacherOf(2, "", "Шота", "", "")];
    const highlights = new Map([
      [
        1,
        highlightsOf(
          "доц Шев Т.",
          [
            [0, 3],
            [9, 10],
          ],
          [[0, 3]],
        ),
      ],
      [2, highlightsOf("Шо", [[0, 2]])],
    ]);
    const html = renderListPage(en, viewOf({ teachers, raw: "search=ш", highlights }));
    expect(parsePage(html).texts("mark")).toEqual(["Шев", "Т", "доц", "Шо"]);
    expect(parsePage(html).texts(".results a")).toEqual(["Шевченко Тарас доцент", "Шота"]);
    expect(html).toContain("<b><mark>Шев</mark>ченко</b> <mark>Т</mark>арас");
  });

  const meant: readonly [texts: readonly string[], note: string][] = [
    [["Шевченко", "шевченко"], "Showing results for Шевченко. Search instead for Shev"],
    [["Шевчук", "Шевченко", "Шевченко"], "Showing results for Шевченко and similar names. Search instead for Shev"],
  ];
  test.each(meant)("says that %j were meant, with a link to the literal search", (texts, note) => {
    const teachers = texts.map((text, i) => teacherOf(i + 1, text, "", "", ""));
    const highlights = new Map(texts.map((text, i) => [i + 1, highlightsOf(text)]));
    const raw = "degree=a&offset=2&search=Shev";
    const page = parsePage(renderListPage(en, viewOf({ teachers, raw, reading: "sound", highlights })));
    expect(page.texts(".reading")).toEqual([note]);
    expect(hrefsOf(page)).toContain("/v1/teachers/?degree=a&exact=true&search=Shev");
  });

  test("says that only the literal search is shown, with a link to the other readings", () => {
    const page = parsePage(
      renderListPage(en, viewOf({ teachers: tenLongNames(), raw: "search=a&exact=true&degree=b" })),
    );
    expect(page.texts(".reading")).toEqual(["Exact matches only. Show similar names too"]);
    expect(hrefsOf(page)).toContain("/v1/teachers/?degree=b&search=a");
    expect(hrefsOf(page)).toContain("/v1/teachers/?degree=b&exact=true&format=csv&ordering=relevance&search=a");
    const literally = parsePage(renderListPage(en, viewOf({ teachers: tenLongNames(), raw: "search=a" })));
    expect(literally.texts(".reading")).toEqual([]);
  });

  test("links back from past the end", () => {
    const page = parsePage(renderListPage(en, viewOf({ teachers: [], count: 30, raw: "offset=40" })));
    expect(page.texts("h2")).toContain("This page doesn't exist");
    expect(hrefsOf(page)).toEqual(expect.arrayContaining(["/v1/teachers/", "/v1/teachers/?offset=25"]));
  });

  test("without a match, links to alternatives and gives two lines of advice", () => {
    const raw = "search=xyz+abc&first_name=a&limit=5";
    const alternatives = [
      { dropped: "filter", name: "first_name", count: 12 },
      { dropped: "word", word: "xyz", search: "abc", count: 1 },
    ] as const;
    const page = parsePage(renderListPage(en, viewOf({ teachers: [], count: 0, raw, alternatives })));
    expect(page.texts("h2")).toContain("No teachers found");
    expect(page.texts(".alternatives a")).toEqual(["Without the filter a 12\u00a0teachers", "Only abc 1\u00a0teacher"]);
    expect(page.texts(".advice li")).toHaveLength(2);
    for (const query of ["limit=5&search=xyz+abc", "first_name=a&limit=5&search=abc", "limit=5"]) {
      expect(hrefsOf(page)).toContain(`/v1/teachers/?${query}`);
    }
  });

  test("says that the directory is empty", () => {
    const page = parsePage(renderListPage(en, viewOf({ teachers: [], count: 0, total: 0 })));
    expect(page.texts("h2")).toContain("The directory is empty");
  });
});
