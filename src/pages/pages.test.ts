import { describe, expect, test } from "bun:test";
import {
  directoryOf,
  en,
  expectHarmless,
  hrefsOf,
  listPage,
  parsePage,
  person,
  sampleTeachers,
  uk,
  viewOf,
} from "../../test/support/page-views.ts";
import { problemStatuses } from "../../test/support/problem-statuses.ts";
import { composeTeacher, type Teacher } from "../domain/teacher.ts";
import { type SomeFields, storedTeacher } from "../domain/teacher-testing.ts";
import { Problem } from "../http/contract/problem.ts";
import { assets } from "./assets.ts";
import { renderDocsPage } from "./docs-page.tsx";
import { docsHref, hrefWithout, langHref, type PageContext, prefixOf } from "./hrefs.ts";
import { renderListPage } from "./list/list-page.tsx";
import { htmlHeaders } from "./page-layout.tsx";
import { renderProblemPage } from "./problem-page.tsx";
import { renderTeacherPage } from "./teacher-page.tsx";

/** The first visit to the list: the page, its style and its script as they are sent, compressed. */
const firstVisitMax = 13 * 1024;

const teacherOf = (fields: Partial<SomeFields>): Teacher => composeTeacher(storedTeacher({ id: 12, ...fields }));
const bondarenko = teacherOf(person("Бондаренко Олена Василівна, старший викладач"));

function teacherPage(context: PageContext, teacher: Teacher): string {
  const view = { previous: teacherOf({ id: 1, ...person("Шах Іван") }), next: null, listOffset: 950 };
  return renderTeacherPage(context, { teacher, sameLastNameCount: 3, ...view });
}

const hostileNames = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "</title></option></bdi><b>",
  'О\'Ніл & "Син" &amp; &lt;',
  "\u202eабв\u200f",
  "а\u2069\u2069\u202eб\u2066в",
  "<!-- --><!",
  "\u05d0\u05d1\u05d2",
  "😀👩‍🏫",
  "javascript:alert(1)",
];

describe("the pages", () => {
  test.each(hostileNames)("show %j as text", async (name) => {
    const fields = { last_name: name, first_name: name, middle_name: name, degree: name };
    const directory = directoryOf([fields, fields, person("Коваль Яна, доцент")]);
    const issues = [{ parameter: name, code: "not_an_integer", value: name, detail: name }] as const;
    for (const context of [uk, en]) {
      for (const page of [
        await listPage(directory, { degree: name, last_name: name }, context),
        await listPage(directory, { search: name, degree: "x", ordering: "last_name" }, context),
        parsePage(teacherPage(context, teacherOf(fields))),
        parsePage(renderProblemPage({ ...context, path: `/${name}` }, new Problem(400, { detail: name, issues }))),
      ]) {
        expectHarmless(page);
        expect(page.texts("bdi").some((text) => text.includes(name))).toBe(true);
        const [all, isolated] = [[page.text], page.texts("bdi, option")].map((texts) => texts.join(""));
        expect(all!.match(/\p{Bidi_Control}/gu)).toEqual(isolated!.match(/\p{Bidi_Control}/gu));
      }
    }
  });

  test("isolate right-to-left text where no element is possible", () => {
    const title = parsePage(teacherPage(uk, teacherOf({ last_name: "\u202eабв\u2069\u202eг" }))).texts("title")[0];
    expect(title).toStartWith("\u2068абвг\u2069 ");
  });

  test("have no text in another language, no id twice, and one heading of the first level", async () => {
    const directory = directoryOf(sampleTeachers(60));
    for (const context of [uk, en]) {
      for (const page of [
        await listPage(directory, "", context),
        await listPage(directory, "search=доц.+ковал&limit=2", context),
        await listPage(directory, "search=нетакого", context),
        parsePage(teacherPage(context, bondarenko)),
        parsePage(renderProblemPage(context, new Problem(404))),
      ]) {
        const ids = page.elements.flatMap(({ attributes }) => attributes.id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        expect(page.texts("h1")).toHaveLength(1);
        expect(page.elements[0]!.attributes.lang).toBe(context.lang);
        expectHarmless(page);
      }
    }
  });

  test("ask search engines not to index them, unless the operator allows it", () => {
    expect(teacherPage(uk, bondarenko)).toContain('content="noindex"');
    expect(teacherPage({ ...uk, allowIndexing: true }, bondarenko)).not.toContain("noindex");
  });

  test("have a policy that allows only files of this service", () => {
    const policy = htmlHeaders["Content-Security-Policy"]!;
    expect(policy).toStartWith("default-src 'none'; ");
    for (const directive of policy.split("; ")) expect(directive).toMatch(/^[a-z-]+ '(?:none|self)'$/);
  });

  test("of the list take at most 13 KB with style and script", async () => {
    const directory = directoryOf(sampleTeachers(1000));
    for (const query of ["", "letter=К", "search=доц.+ко", "lang=en&offset=500"]) {
      const page = renderListPage({ ...uk, query }, await viewOf(directory, query));
      const files = [page, assets["style.css"].body, assets["list.js"].body, assets["icon.svg"].body];
      const sizes = files.map((file) => Bun.gzipSync(Buffer.from(file)).length);
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        query,
      ).toBeLessThan(firstVisitMax);
    }
  });
});

describe("the list page", () => {
  const directory = directoryOf(
    ["Коваль Ада Іванівна, доцент", "Коваль", "Лис Ян, доцент", ", доцент", "Лисенко О. В."].map(person),
  );

  test("has whole rows as links: the full name, then the position", async () => {
    const page = await listPage(directory, "lang=en", en);
    expect(page.texts(".rows a")).toEqual([
      "No name, ID 4 доцент",
      "Коваль no first name",
      "Коваль Ада Іванівна доцент",
      "Лис Ян доцент",
      "Лисенко О. В.",
    ]);
    expect(page.texts(".rows b")).toEqual(["Лис", "Лисенко"]);
    expect(hrefsOf(page)).toContain("/v1/teachers/3/?lang=en");
  });

  test("highlights what a search has found, and those with initials only come last", async () => {
    const initials = directoryOf(["Лис Олена Іванівна", "Лис О. І.", "Лис Ольга"].map(person));
    const page = await listPage(initials, "search=лис+олена");
    expect(page.texts("mark")).toEqual(["Лис", "Олена", "Лис", "О"]);
    expect(page.texts(".part")).toEqual(["Збігаються лише ініціали"]);
    const others = await listPage(directory, "search=лисенко+олена");
    expect(others.texts(".part")).toEqual(["Такого повного імені в довіднику немає, збігаються лише ініціали"]);
  });

  test("says how a search was read, with the way to the literal one and back", async () => {
    const page = await listPage(directory, "search=лисенка+ауд");
    expect(page.texts(".wider")[0]).toContain("Показано результати за запитом «Лисенко». Не враховано: «ауд».");
    const [href] = hrefsOf(page, "Шукати саме «лисенка ауд»");
    expect(href).toEndWith("exact=true&search=%D0%BB%D0%B8%D1%81%D0%B5%D0%BD%D0%BA%D0%B0+%D0%B0%D1%83%D0%B4");
    expect(hrefsOf(await listPage(directory, "search=лис&exact=true"), "Показати й схожі")).toEqual([
      "/v1/teachers/?search=%D0%BB%D0%B8%D1%81",
    ]);
  });

  test("has a heading and a title that say what the list is of", async () => {
    const titles: readonly [query: string, heading: string, title: string][] = [
      ["", "5 викладачів", "Довідник викладачів"],
      ["search=лис", "«лис»: 2 викладачі", "лис: 2 викладачі · Довідник викладачів"],
      ["degree=доцент&last_name=Лис", "Лис, доцент: 1 викладач", "Лис, доцент: 1 викладач · Довідник викладачів"],
      ["id=1,2", "номери 1, 2: 2 викладачі", "номери 1, 2: 2 викладачі · Довідник викладачів"],
      ["limit=1&offset=2", "5 викладачів", "Сторінка 3 · Довідник викладачів"],
      ["limit=1&letter=Л", "5 викладачів", "Л · Довідник викладачів"],
    ];
    for (const [query, heading, title] of titles) {
      const page = await listPage(directory, query);
      expect([page.texts("h1")[0], page.texts("title")[0]].map((text) => text!.replaceAll("\u00a0", " "))).toEqual([
        heading,
        title,
      ]);
    }
  });

  test("offers the order by relevance in a search only, and marks the current one", async () => {
    const orders = async (query: string) => {
      const page = await listPage(directory, query);
      return [page.texts(".order a").join(" "), page.texts(".order [aria-current]").join(" ")];
    };
    expect(await orders("")).toEqual(["А–Я Я–А", "А–Я"]);
    expect(await orders("ordering=-last_name")).toEqual(["А–Я Я–А", "Я–А"]);
    expect(await orders("ordering=id")).toEqual(["А–Я Я–А", ""]);
    expect(await orders("search=лис")).toEqual(["за відповідністю А–Я", "за відповідністю"]);
  });

  test("leads from a filter to the whole list", async () => {
    expect(hrefsOf(await listPage(directory, "last_name=Лис"), "Увесь список (5)")).toEqual(["/v1/teachers/"]);
    expect((await listPage(directory, "degree=доцент")).texts(".wider")).toEqual([]);
  });
});

describe("the page of a teacher", () => {
  test("has a copy button for every form of the name, and none twice", () => {
    const page = parsePage(teacherPage(uk, bondarenko));
    const { name, full_name, short_name, short_name_with_degree } = bondarenko;
    const forms = [
      name,
      full_name,
      short_name,
      short_name_with_degree,
      "Bondarenko Olena Vasylivna",
      "Bondarenko O. V.",
    ];
    expect(page.texts(".forms dd bdi")).toEqual(forms);
    const labels = page.elements.flatMap(({ name, attributes }) => (name === "button" ? attributes["aria-label"] : []));
    expect(labels).toEqual(forms.map((form) => `Копіювати: ${form}`));
    expect(page.texts("[lang=uk-Latn]")).toEqual(forms.slice(4));
    expect(page.texts("h1")).toEqual([name]);
  });

  test.each([
    ["Шум", ["Шум", "Shum"]],
    ["Smith", ["Smith"]],
    ["Шум О. В.", ["Шум О. В.", "Shum O. V."]],
    ["", []],
  ])("of %j has these forms: %j", (name, forms) => {
    expect(parsePage(teacherPage(uk, teacherOf(person(name)))).texts(".forms dd bdi")).toEqual([...forms]);
  });

  test("links to the list, the neighbours and all of the last name, and the number stands in the footer", () => {
    const page = parsePage(teacherPage(uk, bondarenko));
    expect(hrefsOf(page, "← До списку")).toEqual(["/v1/teachers/?offset=950"]);
    expect(hrefsOf(page, "←\u00a0Попередній за алфавітом Шах Іван")).toEqual(["/v1/teachers/1/"]);
    expect(page.texts(".near a")).toHaveLength(2);
    expect(hrefsOf(page, "Усі з прізвищем Бондаренко (3)")[0]).toContain("last_name=%D0%91");
    expect(page.texts(".foot")[0]).toEndWith("Номер у довіднику: 12");
    expect(hrefsOf(page, "Дані у форматі JSON")).toEqual(["/v1/teachers/12/?format=json"]);
  });

  test("without a name has a heading", () => {
    expect(parsePage(teacherPage(en, teacherOf({ id: 5 }))).texts("h1")).toEqual(["No name, ID 5"]);
  });
});

describe("the page of a problem", () => {
  test.each(problemStatuses)("%d has heading, advice and the detail of the API", (status) => {
    const problem = new Problem(status);
    for (const context of [uk, en]) {
      const page = parsePage(renderProblemPage(context, problem));
      expect(page.texts("h1")[0]).not.toBe("");
      expect(page.text).toContain(`${status}: ${problem.message}`);
    }
  });

  test("names every invalid parameter, and links to the page without them", () => {
    const issues = ["limit", "offset"].map(
      (parameter) => ({ parameter, code: "not_an_integer", value: "x", detail: "" }) as const,
    );
    for (const query of ["limit=x&offset=x&search=a", "limit[]=x&search=a&offset%5B0%5D=x"]) {
      const page = parsePage(renderProblemPage({ ...uk, query }, new Problem(400, { issues })));
      expect(page.texts("dt")).toEqual(["limit", "offset"]);
      expect(page.texts("dd")).toEqual(Array(2).fill("Потрібне ціле число. Значення: «x»"));
      expect(hrefsOf(page, "Відкрити без цих параметрів")).toEqual(["/v1/teachers/?search=a"]);
    }
  });

  test.each(["search", "q"])("lets a %s that is too long be shortened", (parameter) => {
    const issues = [{ parameter, code: "too_long", value: "а…", detail: "" }] as const;
    const page = renderProblemPage({ ...uk, query: `${parameter}=а+б` }, new Problem(400, { issues }));
    expect(page).toContain('name="search" value="а б"');
    expect(page).not.toContain("Відкрити без цих параметрів");
  });

  test("has a search on 404, and its own text for a teacher", () => {
    const missing = parsePage(renderProblemPage({ ...uk, path: "/teachers/99/" }, new Problem(404)));
    expect(missing.texts("h1")).toEqual(["Викладача не знайдено"]);
    expect(missing.texts("form.search")).toHaveLength(1);
    expect(parsePage(renderProblemPage({ ...uk, path: "/nothing" }, new Problem(404))).texts("h1")).toEqual([
      "Сторінку не знайдено",
    ]);
  });

  test("can be shown without a base URL", () => {
    expect(renderProblemPage({ ...uk, base: "", path: "", query: "" }, new Problem(400))).toContain(
      'href="/teachers/"',
    );
  });
});

test("the reference is in English, with the server's own URL, and examples that are links", () => {
  const page = parsePage(renderDocsPage({ base: uk.base, query: "lang=uk", allowIndexing: false }));
  expect(page.elements[0]!.attributes.lang).toBe("en");
  expect(page.text).not.toContain("127.0.0.1:8000");
  expect(hrefsOf(page)).toContain("/v1/openapi.json");
  expect(hrefsOf(page).some((href) => href.startsWith("/v1/teachers/?"))).toBe(true);
  expect(page.elements.filter(({ attributes }) => attributes.hreflang !== undefined)).toEqual([]);
});

describe("URLs", () => {
  test.each([
    ["http://127.0.0.1:8000", ""],
    ["https://api.example.edu/directory/v1", "/directory/v1"],
    ["HTTPS://API.example.edu:443/a/", "/a"],
    ["", ""],
  ])("below %j begin with %j", (base, prefix) => {
    expect(prefixOf(base)).toBe(prefix);
  });

  test("stay on this host, whatever the path", () => {
    const context = { ...uk, base: "", path: "//evil.example/<b>", query: "" };
    expect(hrefWithout(context, [])).toBe("/evil.example/%3Cb%3E");
    expect(langHref(context, "en")).toBe("/evil.example/%3Cb%3E?lang=en");
  });

  test("keep the language of the request, with brackets too", () => {
    for (const query of ["lang=en&x", "lang[]=+en"]) expect(docsHref({ ...uk, query })).toBe("/v1/docs/?lang=en");
    expect(docsHref({ ...uk, query: "lang=de" })).toBe("/v1/docs/");
  });

  test("of the other language keep the rest of the query", () => {
    for (const query of ["search=%D1%88&lang=uk&x", "lang[]=uk&search=%D1%88&x"])
      expect(langHref({ ...uk, query }, "en")).toBe("/v1/teachers/?search=%D1%88&x&lang=en");
  });
});
