/** Helpers for the tests of the pages: directories, their pages, and a parser for them. */
import { expect } from "bun:test";
import { contentWith } from "../../src/directory/content-testing.ts";
import { createDirectory, type Directory } from "../../src/directory/directory.ts";
import { buildWords } from "../../src/directory/search/words.ts";
import type { SomeFields } from "../../src/domain/teacher-testing.ts";
import { parseListQuery } from "../../src/http/contract/query.ts";
import { viewList } from "../../src/http/render/html-list.ts";
import { assets } from "../../src/pages/assets.ts";
import type { PageContext } from "../../src/pages/hrefs.ts";
import { renderListPage } from "../../src/pages/list/list-page.tsx";
import type { ListView } from "../../src/pages/list/list-view.ts";

export const uk: PageContext = {
  lang: "uk",
  base: "https://example.edu/v1",
  path: "/teachers/",
  query: "",
  allowIndexing: false,
};
export const en: PageContext = { ...uk, lang: "en", query: "lang=en" };

/** A directory with these teachers, numbered from 1 unless they say otherwise. */
export function directoryOf(teachers: readonly Partial<SomeFields>[]): Directory {
  const content = contentWith(teachers.map((teacher, index) => ({ id: index + 1, ...teacher })));
  return createDirectory(content, buildWords(content));
}

const sample = (await Bun.file(new URL("../../sample/teachers.csv", import.meta.url)).text())
  .trim()
  .split("\n")
  .slice(1);

/** The first teachers of the sample. */
export function sampleTeachers(count: number): Partial<SomeFields>[] {
  return sample.slice(0, count).map((line) => {
    const [, last_name = "", first_name = "", middle_name = "", degree = ""] = line.split(",");
    return { last_name, first_name, middle_name, degree };
  });
}

/** `Коваль Олена Іванівна, доцент` as fields. */
export function person(text: string): Partial<SomeFields> {
  const [name = "", degree = ""] = text.split(", ");
  const [last_name = "", first_name = "", middle_name = ""] = name.split(" ");
  return { last_name, first_name, middle_name, degree };
}

/** What the list page shows for a raw query. */
export async function viewOf(directory: Directory, raw = ""): Promise<ListView> {
  const query = parseListQuery(raw, 1000, true);
  const found = query.search === "" ? null : await directory.search(query.search, query.isExact);
  return viewList({ directory, query, found, limitDefault: 25, signal: new AbortController().signal });
}

/** The list page for a query, given as values or as it stands in a link. */
export async function listPage(
  directory: Directory,
  query: string | Readonly<Record<string, string>> = "",
  context = uk,
): Promise<ParsedPage> {
  const raw = typeof query === "string" ? query : new URLSearchParams(query).toString();
  return parsePage(renderListPage({ ...context, query: raw }, await viewOf(directory, raw)));
}

export interface ParsedPage {
  readonly elements: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
  /** The text of the body, with its white space. */
  readonly text: string;
  /** The text of each element that matches the selector. */
  texts(selector: string): string[];
}

export function parsePage(html: string): ParsedPage {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  new HTMLRewriter()
    .on("*", {
      element({ tagName: name, attributes }) {
        const decoded = [...attributes].map(([name, value]) => [name!, decode(value!)] as const);
        elements.push({ name, attributes: Object.fromEntries(decoded) });
      },
    })
    .transform(html);
  const texts = (selector: string): string[] => {
    const found: string[] = [];
    new HTMLRewriter()
      .on(selector, { element: () => void found.push(""), text: ({ text }) => void found.push(found.pop()! + text) })
      .transform(html);
    return found.map(decode);
  };
  return { elements, text: texts("body")[0]!, texts };
}

function decode(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The URLs of all links, or of those with this text. */
export function hrefsOf({ elements, texts }: ParsedPage, text?: string): string[] {
  const hrefs = elements.filter(({ name }) => name === "a").map(({ attributes }) => attributes.href ?? "");
  const all = texts("a");
  return text === undefined ? hrefs : hrefs.filter((_, index) => all[index] === text);
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
    if (file !== undefined) expect(Object.keys(assets)).toContain(file.replace(/^\/(v1\/)?|\?.*/g, ""));
  }
}
