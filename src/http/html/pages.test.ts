import { describe, expect, test } from "bun:test";
import { composeTeacher, type Teacher } from "../../teacher.ts";
import { buildLinks } from "../links.ts";
import { badParameters, faultOf, Problem, type ProblemName, problems } from "../problem.ts";
import { parseListQuery } from "../query.ts";
import { assets } from "./assets.ts";
import type { PageContext } from "./context.ts";
import { renderDocsPage } from "./docs.tsx";
import { renderListPage } from "./list.tsx";
import type { DegreeCount, ListView } from "./list-view.ts";
import { renderPersonPage } from "./person.tsx";
import { renderProblemPage } from "./problem.tsx";

const uk: PageContext = { lang: "uk", base: "https://example.edu/v1", path: "/teachers/", query: "", indexable: false };
const en: PageContext = { ...uk, lang: "en", query: "lang=en" };

/** The most bytes of a page with its style sheet, before compression. */
const bytesMax = 30_000;

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

interface Shown {
  readonly elements: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
  /** What is shown, with white space as it is. */
  readonly text: string;
  /** The parts of the text by the element that they are in. */
  texts(selector: string): string[];
}

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
        [renderPersonPage(context, teacher), "bdi"],
        [renderProblemPage({ ...context, path: `/${name}`, query: queryOf({ limit: name }) }, problemOf(name)), "bdi"],
      ] as const) {
        const shown = readPage(page);
        expectHarmless(shown);
        expect(shown.texts(marked).some((text) => text.includes(name))).toBe(true);
      }
    }
  });

  test("isolate text that runs from right to left where there can be no element", () => {
    const name = "\u202eабв";
    const title = readPage(renderPersonPage(uk, teacherOf(1, name, "", "", ""))).texts("title")[0];
    expect(title).toStartWith(`\u2068${name}\u2069`);
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
    ["person", () => renderPersonPage(uk, tenLongNames()[0]!)],
    ["problem", () => renderProblemPage(uk, problemOf("десять"))],
  ];
  test.each(sizes)("%s and style sheet together are under 30 KB", (_, render) => {
    const bytes = Buffer.byteLength(render()) + Buffer.byteLength(assets["/style.css"]!.body);
    expect(bytes).toBeLessThan(bytesMax);
  });

  test("ask search engines to stay away unless they may come", () => {
    const teacher = teacherOf(1, "А", "Б", "В", "");
    const robots = (context: PageContext): boolean => renderPersonPage(context, teacher).includes('content="noindex"');
    expect(robots(uk)).toBe(true);
    expect(robots({ ...uk, indexable: true })).toBe(false);
  });

  test("load nothing but our own files", () => {
    for (const page of [
      renderListPage(uk, viewOf({ teachers: tenLongNames() })),
      renderPersonPage(uk, tenLongNames()[0]!),
      renderDocsPage(uk, { limitMax: 1000 }),
      renderDocsPage(en, { limitMax: 1000 }),
      renderProblemPage(uk, new Problem("internal")),
    ]) {
      expectHarmless(readPage(page));
    }
  });
});

describe("renderListPage()", () => {
  test("links every teacher by the full name and keeps the language", () => {
    const teacher = teacherOf(12, "Бондаренко", "Олена", "Василівна", "старший викладач");
    const page = readPage(renderListPage(en, viewOf({ teachers: [teacher], raw: "lang=en" })));
    expect(page.texts(".results a")).toEqual([teacher.full_name]);
    expect(page.texts(".short")).toEqual([teacher.short_name]);
    expect(hrefsOf(page)).toContain("/v1/teachers/12/?lang=en");
  });

  test("marks where the next letter of the alphabet starts, apostrophes and case aside", () => {
    const names = ["Їжак", "їжаченко", "ʼЇзник", "Йовенко", "😀", ""];
    const teachers = names.map((name, index) => teacherOf(index + 1, name, "", "", ""));
    const page = readPage(renderListPage(uk, viewOf({ teachers })));
    expect(page.texts(".letter")).toEqual(["Ї", "", "", "Й", "", ""]);
  });

  test("shows ids instead where the order is by id", () => {
    const teachers = [teacherOf(3, "А", "", "", ""), teacherOf(7, "Б", "", "", "")];
    expect(readPage(renderListPage(uk, viewOf({ teachers, raw: "ordering=id" }))).texts(".number")).toEqual(["3", "7"]);
  });

  test("links the list in other formats with the order said outright", () => {
    const hrefs = hrefsOf(
      readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), raw: "search=a&offset=10&limit=10&lang=uk" }))),
    );
    for (const format of ["json", "csv", "excel", "ndjson"]) {
      expect(hrefs).toContain(`/v1/teachers/?format=${format}&ordering=last_name&search=a`);
    }
  });

  test("has hidden fields for what was asked for, but for the offset", () => {
    const raw = queryOf({ first_name: "Т", ordering: "-id", limit: "20", offset: "40", lang: "uk", search: "ш" });
    const page = readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(2), raw })));
    const fields = page.elements.filter(({ name, attributes }) => name === "input" && attributes.type === "hidden");
    expect(fields.map(({ attributes }) => attributes.name).sort()).toEqual(["first_name", "lang", "limit", "ordering"]);
  });

  test("has the cursor in the search box, except on later pages", () => {
    const hasFocus = (raw: string): boolean =>
      readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), count: 100, raw }))).elements.some(
        ({ attributes }) => attributes.autofocus !== undefined,
      );
    expect(hasFocus("search=a")).toBe(true);
    expect(hasFocus("search=a&offset=10")).toBe(false);
  });

  test("shows the most frequent degrees first and unfolds the rest", () => {
    const page = readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(30).reverse() })));
    const shown = page.texts(".degrees bdi");
    expect(shown).toHaveLength(30);
    expect(shown[0]).toBe("посада 1");
    expect(page.texts(".degrees details bdi")).toHaveLength(22);
    expect(page.texts("summary")).toEqual(["Ще 22 посади"].map((text) => text.replace("22 ", "22\u00a0")));
  });

  test("lists at most a hundred degrees, the chosen one among them", () => {
    const raw = queryOf({ degree: "посада 150" });
    const page = readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: degreesOf(200), raw })));
    expect(page.texts(".degrees bdi")).toHaveLength(101);
    expect(page.text).toContain("І ще 99");
    const chosen = page.elements.find(({ name, attributes }) => name === "option" && attributes.selected !== undefined);
    expect(chosen?.attributes.value).toBe("посада 150");
  });

  test("offers no link for those without a degree", () => {
    const page = readPage(
      renderListPage(uk, viewOf({ teachers: tenLongNames(), degrees: [{ degree: "", count: 3 }] })),
    );
    expect(page.texts(".degrees li > span")[0]).toContain("без посади");
    expect(hrefsOf(page).some((href) => href.includes("degree="))).toBe(false);
  });

  const pagers: readonly [name: string, raw: string, count: number, hrefs: readonly (string | null)[]][] = [
    ["first page", "", 25, [null, null, "?limit=10&offset=10", "?offset=20"]],
    ["middle page", "offset=10", 25, ["", "?limit=10", "?limit=10&offset=20", "?offset=20"]],
    ["last page", "offset=20&limit=10", 25, ["?limit=10", "?limit=10&offset=10", null, null]],
    ["page between pages", "offset=5", 25, ["", "?limit=10", "?limit=10&offset=15", "?offset=20"]],
  ];
  test.each(pagers)("has the links of a %s", (_, raw, count, hrefs) => {
    const page = readPage(renderListPage(uk, viewOf({ teachers: tenLongNames(), count, raw })));
    const found = ["first", "prev", "next", "last"].map(
      (rel) =>
        page.elements.find(({ name, attributes }) => name === "a" && attributes.rel === rel)?.attributes.href ?? null,
    );
    expect(found).toEqual(hrefs.map((query) => (query === null ? null : `/v1/teachers/${query}`)));
  });

  test("leads back from past the end", () => {
    const page = readPage(renderListPage(en, viewOf({ teachers: [], count: 25, raw: "offset=30" })));
    expect(page.texts("h2")).toContain("The list ends before this");
    expect(hrefsOf(page)).toEqual(expect.arrayContaining(["/v1/teachers/", "/v1/teachers/?offset=20"]));
  });

  test("says what to try where nobody is found, and drops each condition by a link", () => {
    const raw = "search=xyz&first_name=a&limit=5";
    const page = readPage(renderListPage(en, viewOf({ teachers: [], count: 0, raw })));
    expect(page.texts("h2")).toContain("Nobody found");
    for (const query of ["limit=5&search=xyz", "first_name=a&limit=5", "limit=5"]) {
      expect(hrefsOf(page)).toContain(`/v1/teachers/?${query}`);
    }
  });

  test("says that the directory is empty where it is", () => {
    const page = readPage(renderListPage(en, viewOf({ teachers: [], count: 0, total: 0 })));
    expect(page.texts("h2")).toContain("The directory is empty so far");
  });
});

describe("renderPersonPage()", () => {
  test("has every display form to copy", () => {
    const teacher = teacherOf(12, "Бондаренко", "Олена", "Василівна", "старший викладач");
    const { full_name, name, short_name_with_degree, short_name } = teacher;
    const page = readPage(renderPersonPage(uk, teacher));
    expect(page.texts(".copyable")).toEqual([full_name, name, short_name_with_degree, short_name]);
    expect(page.texts("h1")).toEqual([name]);
    expect(hrefsOf(page)).toContain("/v1/teachers/12/?format=json");
  });

  test("says so where a part is missing, and has a heading for someone without a name", () => {
    const page = readPage(renderPersonPage(en, teacherOf(5, "", "", "", "")));
    expect(page.texts("h1")).toEqual(["No name, id 5"]);
    expect(page.texts("dd i")).toEqual(Array(8).fill("not given"));
  });
});

describe("renderProblemPage()", () => {
  test.each(Object.keys(problems) as ProblemName[])("tells of %s what a program is told", (name) => {
    const { status, title, detail } = problems[name];
    for (const context of [uk, en]) {
      const { text } = readPage(renderProblemPage(context, new Problem(name)));
      for (const told of [String(status), title, detail]) expect(text).toContain(told);
    }
  });

  test("names every faulty parameter and leads on without them", () => {
    const faults = ["limit", "offset"].map((name) => faultOf(name, "not_an_integer", "x", "is not an integer"));
    const page = readPage(renderProblemPage({ ...uk, query: "limit=x&offset=x&search=a" }, badParameters(faults)));
    for (const { code, detail, value } of faults) {
      for (const told of [code, detail, value]) expect(page.text).toContain(told);
    }
    expect(hrefsOf(page)).toContain("/v1/teachers/?search=a");
  });

  test("can be shown where there is no base URL", () => {
    expect(renderProblemPage({ ...uk, base: "", path: "", query: "" }, new Problem("badHost"))).toContain(
      'href="/teachers/"',
    );
  });
});

describe("renderDocsPage()", () => {
  test("has the bounds that are set here", () => {
    expect(readPage(renderDocsPage(en, { limitMax: 7 })).text).toContain("7 by default. At most 7.");
  });

  test("has no id twice", () => {
    const ids = readPage(renderDocsPage(uk, { limitMax: 1000 })).elements.flatMap(
      ({ attributes }) => attributes.id ?? [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function teacherOf(id: number, last_name: string, first_name: string, middle_name: string, degree: string): Teacher {
  return composeTeacher({ id, last_name, first_name, middle_name, degree });
}

function tenLongNames(): Teacher[] {
  return Array.from({ length: 10 }, (_, index) =>
    teacherOf(
      9_000_000 + index,
      `${"АБВГҐДЕЄЖЗ"[index]}еликоостровська-Нечуй`,
      "Вікторія",
      "Ярополківна",
      "завідувач кафедри",
    ),
  );
}

function degreesOf(count: number): DegreeCount[] {
  return Array.from({ length: count }, (_, index) => ({ degree: `посада ${index + 1}`, count: 100_000 - index }));
}

interface ViewFacts {
  readonly teachers: readonly Teacher[];
  readonly count?: number;
  readonly total?: number;
  readonly degrees?: readonly DegreeCount[];
  readonly raw?: string;
}

function viewOf({ teachers, count = teachers.length, total = 1000, degrees = [], raw = "" }: ViewFacts): ListView {
  const query = parseListQuery(raw, { limitMax: 1000 });
  const links = buildLinks(`${uk.base}/teachers/`, query, count);
  return { query, ordering: query.ordering ?? "last_name", count, total, teachers, degrees, links };
}

function queryOf(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString();
}

function problemOf(value: string): Problem {
  return badParameters([faultOf("limit", "not_an_integer", value, "is not an integer; send 1 to 9 digits")]);
}

/** What a browser makes of a page. */
function readPage(html: string): Shown {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const textsOf = (selector: string): string[] => {
    const texts: string[] = [];
    new HTMLRewriter()
      .on(selector, {
        element(element) {
          const index = texts.push("") - 1;
          element.onEndTag?.(() => {
            texts[index] = decode(texts[index]!);
          });
        },
        text(chunk) {
          texts[texts.length - 1] += chunk.text;
        },
      })
      .transform(html);
    return texts;
  };
  new HTMLRewriter()
    .on("*", {
      element(element) {
        elements.push({
          name: element.tagName,
          attributes: Object.fromEntries([...element.attributes].map(([name, value]) => [name!, decode(value!)])),
        });
      },
    })
    .transform(html);
  return { elements, text: textsOf("body")[0]!, texts: textsOf };
}

function decode(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

function hrefsOf({ elements }: Shown): string[] {
  return elements.filter(({ name }) => name === "a").map(({ attributes }) => attributes.href ?? "");
}

/** No script or style of the page's own, no event handler, and nothing loaded from elsewhere. */
function expectHarmless({ elements, texts }: Shown): void {
  expect(texts("script").join("")).toBe("");
  for (const { name, attributes } of elements) {
    expect(["style", "iframe", "object", "embed", "base", "svg"]).not.toContain(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      expect(attribute).not.toMatch(/^on|^style$/);
      if (["src", "href", "action"].includes(attribute)) expect(value).toMatch(/^(?:\/(?!\/)|#)/);
    }
    const file = name === "script" || name === "img" ? attributes.src : undefined;
    if (file !== undefined) expect(Object.keys(assets).map((path) => `/v1${path}`)).toContain(file.split("?")[0]!);
  }
}
