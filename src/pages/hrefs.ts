/** URLs in the pages: path-absolute, so they work under any host name. */

import { type FilterName, filterNames, type ListParameterName } from "../contract/parameters.ts";
import { defaultOrdering, type GivenValue, type ListQuery } from "../contract/query.ts";
import { encodeQueryValue } from "../contract/query-values.ts";
import type { Format } from "../contract/representations.ts";
import { type Lang, langs } from "../domain/lang.ts";
import type { Ordering } from "../domain/names/ordering.ts";

/** The facts about a request that every page uses. */
export interface PageContext {
  readonly lang: Lang;
  /** The absolute base URL, without a trailing slash. */
  readonly base: string;
  /** The requested path, decoded, without the prefix of the base URL. */
  readonly path: string;
  /** The raw query; the language switch keeps it. */
  readonly query: string;
  /** Whether search engines may index the page. */
  readonly indexable: boolean;
}

/** The value of `ordering` in a link to a page; null for the default order of the query. */
export function orderingFor(query: ListQuery, ordering: Ordering): Ordering | null {
  return ordering === defaultOrdering(query, true) ? null : ordering;
}

/** The path of the base URL, without a trailing slash. */
export function prefixOf(base: string): string {
  return pathOf(base).replace(/\/+$/, "");
}

/** An absolute URL without scheme and host. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?]*/i, "");
}

/** The first page of the same list with some parameters changed; null removes one. */
export function listHref(
  context: PageContext,
  query: ListQuery,
  changes: Readonly<Partial<Record<ListParameterName, string | null>>> = {},
): string {
  const values = new Map(givenWithLimit(query));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  if (!values.has("search")) {
    values.delete("reading");
    // Without a search, the order by relevance is refused.
    if (values.get("ordering") === "relevance") values.delete("ordering");
  }
  return `${prefixOf(context.base)}/teachers/${renderQuery([...values])}`;
}

/** The given parameters and, if a limit was given, the effective one, as in the links in JSON. */
export function givenWithLimit({ given, limit, limitGiven }: ListQuery): readonly GivenValue[] {
  return limitGiven === 0 ? given : [...given, ["limit", String(limit)]];
}

/** The page of the same list that starts at an offset. Offset 0 is explicit in links to the first page of a letter. */
export function offsetHref(context: PageContext, query: ListQuery, offset: number, isInLetter = false): string {
  return listHref(context, query, offset === 0 && !isInLetter ? {} : { offset: String(offset) });
}

/**
 * The whole list in another format. The order is explicit, since other formats have another default. A workbook has a path of its own,
 * and headings in the language of the page.
 */
export function downloadHref(context: PageContext, query: ListQuery, ordering: Ordering, format: Format): string {
  const selecting: readonly string[] = [...filterNames, "reading"];
  const given = query.given.filter(([name]) => selecting.includes(name));
  const pairs = [...given, ["ordering", ordering]] as const;
  const list = `${prefixOf(context.base)}/teachers`;
  if (format === "xlsx") return `${list}.xlsx${renderQuery([...pairs, ["lang", context.lang]])}`;
  return `${list}/${renderQuery([...pairs, ["format", format]])}`;
}

/** The unfiltered list, in the language of the `lang` parameter. */
export function unfilteredListHref(context: PageContext): string {
  return `${prefixOf(context.base)}/teachers/${renderQuery(langPairs(context))}`;
}

/** The API reference. It is in English only, but its links lead back in the language of the `lang` parameter. */
export function docsPageHref(context: PageContext): string {
  return `${prefixOf(context.base)}/docs/${renderQuery(langPairs(context))}`;
}

/** The alphabetical list of all teachers from an offset on. */
export function alphabetHref(context: PageContext, offset: number): string {
  const offsets: [name: string, value: string][] = [["offset", String(offset)]];
  return `${prefixOf(context.base)}/teachers/${renderQuery([...langPairs(context), ...offsets])}`;
}

/** The list filtered by one field, such as the last name. */
export function filteredListHref(context: PageContext, name: FilterName, value: string): string {
  return `${prefixOf(context.base)}/teachers/${renderQuery([...langPairs(context), [name, value]])}`;
}

export function teacherHref(context: PageContext, id: number): string {
  return `${prefixOf(context.base)}/teachers/${id}/${renderQuery(langPairs(context))}`;
}

/** The same page in another language. */
export function langHref({ base, path, query }: PageContext, lang: Lang): string {
  return `${hrefOfPath(base, path)}?${[...withoutNames(query, ["lang"]), `lang=${lang}`].join("&")}`;
}

/** The same page without some of its parameters. */
export function hrefWithout({ base, path, query }: PageContext, names: readonly string[]): string {
  const pairs = withoutNames(query, names);
  return `${hrefOfPath(base, path)}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/** The `lang` of this request, for links. Without one, Accept-Language decides on the linked page too. */
export function langPairs({ query }: PageContext): [name: string, value: string][] {
  const given = new URLSearchParams(query).get("lang")?.trim();
  return langs.filter((lang) => lang === given).map((lang) => ["lang", lang]);
}

/** With the question mark, sorted by name; empty without any pair. */
function renderQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  if (pairs.length === 0) return "";
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return `?${sorted.map(([name, value]) => `${name}=${encodeForPage(value)}`).join("&")}`;
}

/**
 * Leaves letters and digits of all scripts unencoded: browsers encode them themselves, and a Cyrillic letter takes two
 * bytes instead of six.
 */
function encodeForPage(text: string): string {
  return text.toWellFormed().replace(/[^\p{L}\p{N}]+/gu, encodeQueryValue);
}

/** With exactly one leading slash: two would make the next segment a host name. */
function hrefOfPath(base: string, path: string): string {
  const encoded = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `${prefixOf(base)}/${encoded.replace(/^\/+/, "")}`;
}

/** The pairs of a raw query, except the empty ones and those with these names. */
function withoutNames(query: string, names: readonly string[]): string[] {
  return query.split("&").filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return pair !== "" && !names.includes(name ?? "");
  });
}
