/** The context of HTML pages, and whether a request prefers HTML. */

import { chooseMediaType, negotiateLanguage } from "../contract/negotiation.ts";
import { type Lang, langs } from "../domain/lang.ts";
import type { PageContext } from "../pages/hrefs.ts";
import { htmlHeaders } from "../pages/page-layout.tsx";
import type { RequestContext, ResponseOptions } from "./request-context.ts";

/** The language comes from the query, otherwise from Accept-Language, otherwise it is the default. */
export function pageContextOf({ headers, target, base, options }: RequestContext, lang: Lang | null): PageContext {
  return {
    lang: lang ?? negotiateLanguage(headers.get("accept-language"), langs, langs[0]),
    base,
    path: target.path,
    query: target.query,
    indexable: options.indexable,
  };
}

/** The headers of an HTML page: its security policy, and `noindex` unless the operator allows indexing. */
export function htmlHeadersFor({ indexable }: Pick<ResponseOptions, "indexable">): Record<string, string> {
  return indexable ? { ...htmlHeaders } : { ...htmlHeaders, "X-Robots-Tag": "noindex" };
}

/** Whether the client prefers HTML to JSON, as browsers do. */
export function prefersPage(headers: Headers): boolean {
  const types = ["application/problem+json", "application/json", "text/html"];
  return chooseMediaType(headers.get("accept"), types) === "text/html";
}
