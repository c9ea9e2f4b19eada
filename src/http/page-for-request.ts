/** The context of HTML pages, and whether a request prefers HTML. */
import { type Lang, langs } from "../domain/lang.ts";
import type { PageContext } from "../pages/hrefs.ts";
import { htmlHeaders } from "../pages/page-layout.tsx";
import { chooseFormat, chooseLanguage } from "./contract/negotiation.ts";
import { Problem } from "./contract/problem.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";

/** The language comes from the query, otherwise from Accept-Language, otherwise it is the default. */
export function pageContextOf(
  { headers, route, target, base, options }: RequestContext,
  lang: Lang | null,
): PageContext {
  return {
    lang: lang ?? chooseLanguage(headers.get("accept-language"), langs),
    base,
    path: route?.path ?? target.path,
    query: target.query,
    allowIndexing: options.allowIndexing,
  };
}

/** The headers of an HTML page: its security policy, and `noindex` unless the operator allows indexing. */
export function htmlHeadersFor({ allowIndexing }: Pick<AppOptions, "allowIndexing">): Record<string, string> {
  return allowIndexing ? { ...htmlHeaders } : { ...htmlHeaders, "X-Robots-Tag": "noindex" };
}

/** Whether the client prefers HTML to JSON, as browsers do. */
export function prefersPage(headers: Headers): boolean {
  try {
    return chooseFormat(["json", "html"], headers.get("accept")) === "html";
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
