/** URLs in the pages: path-absolute, so they work under any host name. */
import { type Lang, langs } from "../domain/lang.ts";
import { type GivenValue, renderQuery } from "../domain/list-query.ts";

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
  readonly allowIndexing: boolean;
}

/** The path of the base URL, without a trailing slash. */
export function prefixOf(base: string): string {
  return base.replace(/^[a-z]+:\/\/[^/?]*|\/+$/gi, "");
}

/** A path of the service with a query, which is left out if it is empty. */
export function hrefOf({ base }: Pick<PageContext, "base">, path: string, pairs: readonly GivenValue[]): string {
  return `${prefixOf(base)}${path}${pairs.length === 0 ? "" : `?${renderQuery(pairs)}`}`;
}

/** The list with these parameters alone, in the language that the request names. */
export function listHref(context: PageContext, pairs: readonly GivenValue[] = []): string {
  return hrefOf(context, "/teachers/", [...langPairs(context), ...pairs]);
}

export function teacherHref(context: PageContext, id: number): string {
  return hrefOf(context, `/teachers/${id}/`, langPairs(context));
}

/** The reference of the API. It is in English only, but its links lead back in the language that the request names. */
export function docsHref(context: PageContext): string {
  return hrefOf(context, "/docs/", langPairs(context));
}

/** The same page in another language. */
export function langHref(context: PageContext, lang: Lang): string {
  const href = hrefWithout(context, ["lang"]);
  return `${href}${href.includes("?") ? "&" : "?"}lang=${lang}`;
}

/** The same page without some of its parameters. */
export function hrefWithout({ base, path, query }: PageContext, names: readonly string[]): string {
  const pairs = query.split("&").filter((pair) => {
    const [name = ""] = new URLSearchParams(pair).keys();
    return pair !== "" && !names.includes(withoutBrackets(name));
  });
  const encoded = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  // The path has exactly one leading slash, because two would make the next segment a host name.
  return `${prefixOf(base)}/${encoded.replace(/^\/+/, "")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/** Clients append brackets: `lang[]`. */
const withoutBrackets = (name: string): string => name.replace(/\[\d*\]$/, "");

/**
 * The `lang` parameter of this request, for links. Without it, Accept-Language also selects the language of the linked
 * page.
 */
export function langPairs({ query }: PageContext): GivenValue[] {
  const [, given] = [...new URLSearchParams(query)].find(([name]) => withoutBrackets(name) === "lang") ?? [];
  return langs.filter((lang) => lang === given?.trim()).map((lang) => ["lang", lang]);
}
