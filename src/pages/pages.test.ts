import { describe, expect, test } from "bun:test";
import {
  degreesOf,
  en,
  expectHarmless,
  hrefsOf,
  parsePage,
  problemOf,
  queryOf,
  teacherOf,
  tenLongNames,
  uk,
  viewOf,
} from "../../test/support/page-views.ts";
import { badParameters, faultOf, type ParameterFault, Problem, problemNames, problems } from "../contract/problems.ts";
import type { Teacher } from "../domain/teacher.ts";
import { assets } from "./assets.ts";
import { renderDocsPage } from "./docs-page.tsx";
import type { PageContext } from "./hrefs.ts";
import { renderListPage } from "./list/list-page.tsx";
import { htmlHeaders } from "./page-layout.tsx";
import { renderProblemPage } from "./problem-page.tsx";
import { renderTeacherPage } from "./teacher-page.tsx";

/** The maximum size of a page and of the style sheet, in bytes before compression. */
const bytesMax = 30_000;
const styleBytesMax = 20_480;

const longDegree = (number: number): string => `доцент кафедри вищої математики ${number}`;

const longDegreeQueries: readonly [name: string, lang: PageContext, values: Readonly<Record<string, string>>][] = [
  ["plain", uk, {}],
  ["in English", en, { lang: "en" }],
  ["searched", uk, { search: "шевченко тарас" }],
  [
    "on a later page of a search with a filter",
    uk,
    { search: "шевченко тарас", degree: longDegree(36), offset: "5000" },
  ],
];

const teacherPage = (context: PageContext, teacher: Teacher): string =>
  renderTeacherPage({
    context,
    teacher,
    sameLastNameCount: 3,
    rank: 960,
    previous: teacherOf(1, "Шах", "Іван", "", ""),
    next: null,
    letters: [
      { letter: "Ч", offset: 900, count: 50 },
      { letter: "Ш", offset: 950, count: 50 },
    ],
  });

const hostileNames = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "</title></option></bdi><b>",
  'О\'Ніл & "Син" &amp; &lt;',
  "\u202eабв\u200f",
  "\u05d0\u05d1\u05d2",
  "😀👩‍🏫",
  '=HYPERLINK("http://evil.example")',
  "javascript:alert(1)",
];

describe("the pages", () => {
  test.each(hostileNames)("show %j as text", (name) => {
    const teacher = teacherOf(7, name, name, name, name);
    const view = viewOf({
      teachers: [teacher],
      degrees: [{ degree: name, count: 1 }],
      raw: queryOf({ search: name, last_name: name, degree: name }),
    });
    for (const context of [uk, en]) {
      for (const [page, marked] of [
        [renderListPage(context, view), "bdi"],
        [renderListPage(context, { ...view, teachers: [], count: 0 }), "bdi"],
        [teacherPage(context, teacher), "bdi"],
        [renderProblemPage({ ...context, path: `/${name}`, query: queryOf({ limit: name }) }, problemOf(name)), "bdi"],
      ] as const) {
        const shown = parsePage(page);
        expectHarmless(shown);
        expect(shown.texts(marked).some((text) => text.includes(name))).toBe(true);
      }
    }
  });

  test("isolate right-to-left text where no element is possible", () => {
    const name = "\u202eабв\u2069\u202eг";
    const title = parsePage(teacherPage(uk, teacherOf(1, name, "", "", ""))).texts("title")[0];
    expect(title).toStartWith("\u2068абвг\u2069 ");
  });

  const sizes: readonly [name: string, render: () => string][] = [
    [
      "list",
      () =>
        renderListPage(
          uk,
          viewOf({
            teachers: tenLongNames(),
            total: 1_000_000,
            count: 1_000_000,
            degrees: degreesOf(30),
            raw: "offset=5000&ordering=last_name",
          }),
        ),
    ],
    [
      "filtered list",
      () =>
        renderListPage(
          uk,
          viewOf({
            teachers: tenLongNames(),
            count: 100,
            degrees: degreesOf(30),
            raw: queryOf({ search: "шевченко тарас", degree: "посада 3", first_name: "Тарас", lang: "uk" }),
          }),
        ),
    ],
    ...longDegreeQueries.map(([name, lang, values]): [string, () => string] => [
      `list with forty long degrees, ${name},`,
      () => {
        const degrees = degreesOf(40).map(({ count }, index) => ({ degree: longDegree(index + 1), count }));
        const teachers = tenLongNames().map((teacher, index) => ({ ...teacher, degree: longDegree(index + 1) }));
        const options = { teachers, degrees, total: 1_000_000, count: 1_000_000 };
        return renderListPage(lang, viewOf({ ...options, raw: queryOf(values) }));
      },
    ]),
    [
      "list of twenty-five",
      () => {
        const teachers = Array.from({ length: 3 }, tenLongNames).flat().slice(0, 25);
        const letters = [..."АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ"].map((letter, i) => ({
          letter,
          offset: 30_000 * i,
          count: 30_000,
        }));
        const raw = queryOf({ search: "шевченко тарас", degree: "посада 3", first_name: "Тарас", lang: "uk" });
        return renderListPage(uk, viewOf({ teachers, letters, count: 1_000_000, degrees: degreesOf(40), raw }));
      },
    ],
    ["teacher", () => teacherPage(uk, tenLongNames()[0]!)],
    ["problem", () => renderProblemPage(uk, problemOf("десять"))],
  ];
  test.each(sizes)("%s is under 30 KB", (_, render) => {
    expect(Buffer.byteLength(render())).toBeLessThan(bytesMax);
  });

  test("have a style sheet under 20 KiB", () => {
    expect(Buffer.byteLength(assets["style.css"].body)).toBeLessThan(styleBytesMax);
  });

  test("ask search engines not to index them, unless the operator allows it", () => {
    const teacher = teacherOf(1, "А", "Б", "В", "");
    const robots = (context: PageContext): boolean => teacherPage(context, teacher).includes('content="noindex"');
    expect(robots(uk)).toBe(true);
    expect(robots({ ...uk, indexable: true })).toBe(false);
  });

  test("have a policy that allows only files of this service", () => {
    const policy = htmlHeaders["Content-Security-Policy"]!;
    expect(policy).toStartWith("default-src 'none'; ");
    for (const directive of policy.split("; ")) expect(directive).toMatch(/^[a-z-]+ '(?:none|self)'$/);
  });

  test("load only files of this service", () => {
    for (const page of [
      renderListPage(uk, viewOf({ teachers: tenLongNames() })),
      teacherPage(uk, tenLongNames()[0]!),
      renderDocsPage(uk),
      renderProblemPage(uk, new Problem("internal")),
    ]) {
      expectHarmless(parsePage(page));
    }
  });
});

describe("renderTeacherPage()", () => {
  test("has a copy button for every display form, and none twice", () => {
    const teacher = teacherOf(12, "Бондаренко", "Олена", "Василівна", "старший викладач");
    const { full_name, name, short_name_with_degree, short_name } = teacher;
    const page = parsePage(teacherPage(uk, teacher));
    expect(page.texts(".copyable")).toEqual([
      name,
      "Bondarenko Olena Vasylivna",
      full_name,
      short_name_with_degree,
      short_name,
      "Bondarenko O. V.",
    ]);
    const buttons = page.elements
      .flatMap(({ attributes }) => attributes["aria-label"] ?? [])
      .filter((label) => label.startsWith("Скопіювати"));
    expect(buttons).toEqual([
      "Скопіювати: Прізвище, ім’я, по батькові",
      "Скопіювати: Латиницею",
      "Скопіювати: Посада та повне ім’я",
      "Скопіювати: З посадою та ініціалами",
      "Скопіювати: З ініціалами",
      "Скопіювати: З ініціалами, латиницею",
    ]);
    expect(page.texts("[lang=uk-Latn]")).toHaveLength(2);
    expect(page.texts("h1")).toEqual([name]);
    expect(hrefsOf(page)).toContain("/v1/teachers/12/?format=json");
  });

  test("links to the teachers with the same last name, and says how many there are", () => {
    const page = parsePage(teacherPage(uk, teacherOf(12, "Сидоренко", "Олена", "", "")));
    expect(page.text).toContain("3\u00a0викладачі із прізвищем Сидоренко");
    expect(hrefsOf(page)).toContain("/v1/teachers/?last_name=Сидоренко");
  });

  test("has no form twice and none that is empty, and a heading for a teacher without a name", () => {
    const page = parsePage(teacherPage(en, teacherOf(5, "", "", "", "")));
    expect(page.texts("h1")).toEqual(["No name, ID 5"]);
    expect(page.texts("h2")).toEqual([]);
    expect(parsePage(teacherPage(en, teacherOf(5, "Smith", "", "", ""))).texts(".copyable")).toEqual(["Smith"]);
    expect(parsePage(teacherPage(en, teacherOf(5, "Шум", "", "", ""))).texts(".copyable")).toEqual(["Шум", "Shum"]);
  });

  test("links to the place in the alphabet, and to the neighbours there", () => {
    const page = parsePage(teacherPage(en, teacherOf(5, "Шум", "", "", "")));
    expect(page.texts(".alphabet [aria-current]")).toEqual(["Ш"]);
    expect(page.texts(".neighbours a")).toEqual(["Previous name Шах Іван"]);
    // The letter has 50 names, so it has pages of its own.
    for (const path of ["?lang=en&offset=950", "1/?lang=en"]) expect(hrefsOf(page)).toContain(`/v1/teachers/${path}`);
  });
});

describe("renderProblemPage()", () => {
  test.each(problemNames)("%s has status, title and detail of the API response", (name) => {
    const { status, title, detail } = problems[name];
    for (const context of [uk, en]) {
      const { text } = parsePage(renderProblemPage(context, new Problem(name)));
      for (const told of [String(status), title, detail]) expect(text).toContain(told);
    }
  });

  test("names every invalid parameter, and links to the page without them", () => {
    const faults = ["limit", "offset"].map((name) => faultOf(name, "not_an_integer", "x", "is not an integer"));
    const page = parsePage(renderProblemPage({ ...uk, query: "limit=x&offset=x&search=a" }, badParameters(faults)));
    for (const { detail, value } of faults) {
      for (const told of [detail, value]) expect(page.text).toContain(told);
    }
    expect(page.texts(".definitions dd")).toEqual(
      Array(2).fill("Потрібне ціле число від 0 до 999\u00a0999\u00a0999. Значення: x"),
    );
    expect(hrefsOf(page)).toContain("/v1/teachers/?search=a");
  });

  test("has no link without the invalid parameters if some are omitted", () => {
    const faults = Array<ParameterFault>(11).fill(faultOf("limit", "not_an_integer", "x", "is not an integer"));
    const context = { ...uk, query: "limit=x&offset=x&search=a" };
    const page = parsePage(renderProblemPage(context, badParameters(faults)));
    expect(page.text).toContain("І ще 1\u00a0помилка.");
    expect(hrefsOf(page)).not.toContain("/v1/teachers/?offset=x&search=a");
  });

  test("can be shown without a base URL", () => {
    expect(renderProblemPage({ ...uk, base: "", path: "", query: "" }, new Problem("badHost"))).toContain(
      'href="/teachers/"',
    );
  });
});
