/** Addresses on the pages: path-absolute, so that they hold under whatever host name a page was reached. */

import { encodeQueryValue } from "../contract/links.ts";
import { type Format, type Lang, type ListParameterName, langs } from "../contract/parameters.ts";
import type { ListQuery } from "../contract/query.ts";
import type { Ordering } from "../domain/ordering.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { PageContext } from "./page-context.ts";

/** What narrows the list: the filters and the search. */
export const narrowingNames = ["search", ...textFieldNames] as const;

/** The order of the page for people where none is asked for. */
export const pageOrdering: Ordering = "last_name";

/** The path that everything is under: that of the base URL, without a slash behind. */
export function prefixOf(base: string): string {
  return pathOf(base).replace(/\/+$/, "");
}

/** What is left of an absolute URL of ours without scheme and host. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?]*/i, "");
}

/** The list as it was asked for, from its start, with these parameters instead; null leaves one out. */
export function listHref(
  context: PageContext,
  query: ListQuery,
  changes: Readonly<Partial<Record<ListParameterName, string | null>>> = {},
): string {
  const values = new Map(query.given);
  values.delete("offset");
  // A limit above the maximum goes on as what it was cut to, as it does in the links of the JSON.
  if (values.has("limit")) values.set("limit", String(query.limit));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  return `${prefixOf(context.base)}/teachers/${renderQuery([...values])}`;
}

/** All of the list in another format, with the order said outright: other formats have another default. */
export function downloadHref(context: PageContext, query: ListQuery, ordering: Ordering, format: Format): string {
  const narrowing = query.given.filter(([name]) => (narrowingNames as readonly string[]).includes(name));
  const pairs = [...narrowing, ["format", format], ["ordering", ordering]] as const;
  return `${prefixOf(context.base)}/teachers/${renderQuery(pairs)}`;
}

/** The whole list, in the language that was asked for. */
export function wholeListHref(context: PageContext): string {
  return `${prefixOf(context.base)}/teachers/${renderQuery(langPairs(context))}`;
}

/** Everyone with a value, such as a last name. */
export function narrowedListHref(context: PageContext, name: TextFieldName, value: string): string {
  return `${prefixOf(context.base)}/teachers/${renderQuery([...langPairs(context), [name, value]])}`;
}

export function teacherHref(context: PageContext, id: number): string {
  return `${prefixOf(context.base)}/teachers/${id}/${renderQuery(langPairs(context))}`;
}

export function docsHref(context: PageContext): string {
  return `${prefixOf(context.base)}/docs/${renderQuery(langPairs(context))}`;
}

/** This very page in a language. */
export function langHref({ base, path, query }: PageContext, lang: Lang): string {
  return `${hrefOfPath(base, path)}?${[...withoutNames(query, ["lang"]), `lang=${lang}`].join("&")}`;
}

/** This very page without some of its parameters. */
export function hrefWithout({ base, path, query }: PageContext, names: readonly string[]): string {
  const kept = withoutNames(query, names);
  return `${hrefOfPath(base, path)}${kept.length === 0 ? "" : `?${kept.join("&")}`}`;
}

/** The `lang` of this request where it has one: links keep it, and where there is none the browser's wish goes on. */
export function langPairs({ query }: PageContext): [name: string, value: string][] {
  const asked = new URLSearchParams(query).get("lang")?.trim();
  return langs.filter((lang) => lang === asked).map((lang) => ["lang", lang]);
}

/** With its question mark, names sorted; empty where there is nothing. */
function renderQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  if (pairs.length === 0) return "";
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return `?${sorted.map(([name, value]) => `${name}=${encodeForPage(value)}`).join("&")}`;
}

/**
 * Letters and digits of all scripts stay as they are, since browsers encode them as UTF-8 by themselves: a page has many
 * links, and a Cyrillic letter takes two bytes instead of six.
 */
function encodeForPage(text: string): string {
  return text.toWellFormed().replace(/[^\p{L}\p{N}]+/gu, encodeQueryValue);
}

/** One slash at the start, however many were asked for: two would make a host name of what follows. */
function hrefOfPath(base: string, path: string): string {
  const encoded = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `${prefixOf(base)}/${encoded.replace(/^\/+/, "")}`;
}

/** The pairs of a raw query but for those of some names, and the empty ones. */
function withoutNames(query: string, names: readonly string[]): string[] {
  return query.split("&").filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return pair !== "" && !names.includes(name ?? "");
  });
}
