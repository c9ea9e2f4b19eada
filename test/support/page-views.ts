/** Helpers for the tests of the pages: teachers and views to render, and a parser for the result. */
import { expect } from "bun:test";
import { badParameters, faultOf, notAnInteger, type Problem } from "../../src/contract/problems.ts";
import { defaultOrdering, parseListQuery, withHtmlLimit } from "../../src/contract/query.ts";
import type { LetterOffset } from "../../src/domain/names/alphabet.ts";
import type { Highlights, Reading } from "../../src/domain/results.ts";
import { type DegreeCount, frequentDegreesMax } from "../../src/domain/results.ts";
import { composeTeacher, type Teacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import { assets } from "../../src/pages/assets.ts";
import type { PageContext } from "../../src/pages/hrefs.ts";
import type { Alternative, ListView } from "../../src/pages/list/list-view.ts";

export const uk: PageContext = {
  lang: "uk",
  base: "https://example.edu/v1",
  path: "/teachers/",
  query: "",
  indexable: false,
};
export const en: PageContext = { ...uk, lang: "en", query: "lang=en" };

export interface ParsedPage {
  readonly elements: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
  /** The text of the body, with its white space. */
  readonly text: string;
  /** The text of each element that matches the selector. */
  texts(selector: string): string[];
}

export function teacherOf(
  id: number,
  last_name: string,
  first_name: string,
  middle_name: string,
  degree: string,
): Teacher {
  return composeTeacher(storedTeacher({ id, last_name, first_name, middle_name, degree }));
}

export function tenLongNames(): Teacher[] {
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

export function degreesOf(count: number): DegreeCount[] {
  return Array.from({ length: count }, (_, index) => ({ degree: `посада ${index + 1}`, count: 100_000 - index }));
}

interface ViewOptions {
  readonly teachers: readonly Teacher[];
  readonly count?: number;
  readonly total?: number;
  readonly degrees?: readonly DegreeCount[];
  readonly raw?: string;
  readonly reading?: Reading | null;
  readonly highlights?: ReadonlyMap<number, Highlights>;
  readonly letters?: readonly LetterOffset[];
  readonly letter?: LetterOffset | null;
  readonly beginnings?: readonly LetterOffset[];
  readonly initials?: readonly LetterOffset[];
  readonly lastNameCounts?: ReadonlyMap<string, number>;
  readonly alternatives?: readonly Alternative[];
  readonly hasInitialsOnly?: boolean;
}

export function viewOf({
  teachers,
  count = teachers.length,
  total = 1000,
  degrees = [],
  raw = "",
  reading = /\bsearch=/.test(raw) ? "spelling" : null,
  highlights = new Map(),
  letters = [],
  letter = null,
  beginnings = [],
  initials = [],
  lastNameCounts = new Map(),
  alternatives = [],
  hasInitialsOnly = false,
}: ViewOptions): ListView {
  const query = withHtmlLimit(parseListQuery(raw, { limitMax: 1000 }), 1000);
  const others = degrees.slice(frequentDegreesMax).filter(({ degree }) => degree !== "").length;
  return {
    query,
    ordering: query.ordering ?? defaultOrdering(query, true),
    reading,
    setAside: [],
    hasInitialsOnly,
    count,
    total,
    teachers,
    highlights,
    degrees: { frequent: degrees.slice(0, frequentDegreesMax), others },
    anyDegreeCount: degrees.reduce((sum, { count: degreeCount }) => sum + degreeCount, 0),
    letters,
    letter,
    beginnings,
    initials,
    lastNameCounts,
    alternatives,
  };
}

export function queryOf(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString();
}

export function problemOf(value: string): Problem {
  return badParameters([faultOf("limit", "not_an_integer", value, notAnInteger)]);
}

export function parsePage(html: string): ParsedPage {
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

export function hrefsOf({ elements }: ParsedPage): string[] {
  return elements.filter(({ name }) => name === "a").map(({ attributes }) => attributes.href ?? "");
}

/** Expects no inline script or style, no event handler, and nothing loaded from another origin. */
export function expectHarmless({ elements, texts }: ParsedPage): void {
  expect(texts("script").join("")).toBe("");
  for (const { name, attributes } of elements) {
    expect(["style", "iframe", "object", "embed", "base", "svg"]).not.toContain(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      expect(attribute).not.toMatch(/^on|^style$/);
      if (["src", "href", "action"].includes(attribute)) expect(value).toMatch(/^(?:\/(?!\/)|#)/);
    }
    const file = name === "script" || name === "img" ? attributes.src : undefined;
    if (file !== undefined) expect(Object.keys(assets).map((name) => `/v1/${name}`)).toContain(file.split("?")[0]!);
  }
}
