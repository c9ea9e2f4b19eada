/** URLs in the pages: path-absolute, so they work under any host name. */
import { filterNames, type ListParameterName } from "../contract/parameters.ts";
import { defaultOrdering, type GivenValue, type ListQuery } from "../contract/query.ts";
import { encodeQueryValue, renderQuery } from "../contract/query-values.ts";
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
  return base.replace(/^[a-z]+:\/\/[^/?]*|\/+$/gi, "");
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
    values.delete("exact");
    // A query without a search can't be ordered by relevance.
    if (values.get("ordering") === "relevance") values.delete("ordering");
  }
  return hrefOf(context, "/teachers/", [...values]);
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
 * The whole list in another format. The order is explicit, because other formats have another default. A workbook has a
 * path of its own, and headings in the language of the page.
 */
export function downloadHref(context: PageContext, query: ListQuery, ordering: Ordering, format: Format): string {
  const selecting: readonly string[] = [...filterNames, "exact"];
  const pairs: GivenValue[] = [...query.given.filter(([name]) => selecting.includes(name)), ["ordering", ordering]];
  if (format === "xlsx") return hrefOf(context, "/teachers.xlsx", [...pairs, ["lang", context.lang]]);
  return hrefOf(context, "/teachers/", [...pairs, ["format", format]]);
}

/** The list with these parameters alone, in the language of the `lang` parameter. */
export function newListHref(
  context: PageContext,
  given: Readonly<Partial<Record<ListParameterName, string>>> = {},
): string {
  return hrefOf(context, "/teachers/", [...langPairs(context), ...Object.entries(given)]);
}

/** The API reference. It is in English only, but its links lead back in the language of the `lang` parameter. */
export function docsPageHref(context: PageContext): string {
  return hrefOf(context, "/docs/", langPairs(context));
}

export function teacherHref(context: PageContext, id: number, given = langPairs(context)): string {
  return hrefOf(context, `/teachers/${id}/`, given);
}

/** The same page in another language. */
export function langHref(context: PageContext, lang: Lang): string {
  const href = hrefWithout(context, ["lang"]);
  return `${href}${href.includes("?") ? "&" : "?"}lang=${lang}`;
}

/** The same page without some of its parameters. */
export function hrefWithout({ base, path, query }: PageContext, names: readonly string[]): string {
  const pairs = query.split("&").filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return pair !== "" && !names.includes(name ?? "");
  });
  const encoded = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  // The path has exactly one leading slash, because two would make the next segment a host name.
  return `${prefixOf(base)}/${encoded.replace(/^\/+/, "")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/**
 * The `lang` parameter of this request, for links. Without it, Accept-Language also selects the language of the linked
 * page.
 */
export function langPairs({ query }: PageContext): GivenValue[] {
  const given = new URLSearchParams(query).get("lang")?.trim();
  return langs.filter((lang) => lang === given).map((lang) => ["lang", lang]);
}

/** A path of the service with a query, which is left out if it is empty. */
function hrefOf({ base }: PageContext, path: string, pairs: readonly GivenValue[]): string {
  const query = pairs.length === 0 ? "" : `?${renderQuery(pairs, encodeForPage)}`;
  return `${prefixOf(base)}${path}${query}`;
}

/**
 * Leaves letters and digits of all scripts unencoded. Browsers encode them, and a Cyrillic letter takes two bytes here
 * instead of six.
 */
function encodeForPage(text: string): string {
  return text.toWellFormed().replace(/[^\p{L}\p{N}]+/gu, encodeQueryValue);
}
