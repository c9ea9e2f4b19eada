/** The resources about the service itself: index, OpenAPI document, reference, the files that pages load, and OPTIONS. */
import type { Format } from "../../domain/list-query.ts";
import { type Asset, type AssetName, assetOf, assets } from "../../pages/assets.ts";
import { prefixOf } from "../../pages/hrefs.ts";
import { type Answer, jsonAnswer, redirect } from "../answer.ts";
import { representations } from "../contract/negotiation.ts";
import { parameterSets } from "../contract/parameters.ts";
import { langOf, refuseParameters } from "../contract/query.ts";
import type { Route, RouteName } from "../contract/routes.ts";
import { describeService } from "../openapi.ts";
import { htmlHeadersFor, prefersPage } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";
import { cacheControl, taggedAnswer } from "../version-answer.ts";

// Loaded on the first request, because it would slow down every start.
const docs = (): typeof import("../../pages/docs-page.tsx") => require("../../pages/docs-page.tsx");

/** Links to all resources; browsers are redirected to the list. */
export function getIndex({ headers, base, options, target }: RequestContext): Answer {
  if (prefersPage(headers)) return redirect(303, `${base}/teachers/`, { Vary: "Accept" });
  refuseParameters(target.query);
  const urls = {
    teachers: `${base}/teachers/`,
    match: `${base}/teachers/match/`,
    degrees: `${base}/teachers/degrees/`,
    openapi: `${base}/openapi.json`,
    docs: `${base}/docs/`,
  };
  return jsonAnswer(200, urls, { Vary: "Accept", "Cache-Control": cacheControl(options) });
}

/** The OpenAPI document with the URL of this server. */
export function getOpenapi(context: RequestContext): Answer {
  const { base, options, target } = context;
  refuseParameters(target.query);
  const document = JSON.stringify(describeService(base, options.maxLimit));
  return documentAnswer(context, assetOf("application/json", document), { "Cache-Control": cacheControl(options) });
}

export function getDocs(context: RequestContext): Answer {
  const { base, options, target } = context;
  const lang = langOf(target.query);
  const query = lang === null ? "" : `lang=${lang}`;
  const page = docs().renderDocsPage({ base, query, allowIndexing: options.allowIndexing });
  const headers = { "Cache-Control": cacheControl(options), ...htmlHeadersFor(options) };
  return documentAnswer(context, assetOf("text/html; charset=utf-8", page), headers);
}

export function getRobots({ base, options }: RequestContext): Answer {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cacheControl(options) };
  return { status: 200, headers, body: renderRobots(prefixOf(base), options.allowIndexing) };
}

/** A file that pages load. Their URLs change with its content, so caches may keep it forever. */
export function getAsset(context: RequestContext): Answer {
  const { route, target, options } = context;
  const asset = assets[route!.argument as AssetName];
  // Browsers request some icons by their names alone.
  const caching = target.query === "" ? cacheControl(options) : "public, max-age=31536000, immutable";
  return documentAnswer(context, asset, { "Cache-Control": caching });
}

/** A document that is the same for every client. */
function documentAnswer({ headers }: RequestContext, document: Asset, others: Answer["headers"]): Answer {
  return taggedAnswer(headers, document, { ...others, Vary: "Accept-Encoding" });
}

/** What OPTIONS says of each resource, with the media type of a document that is not JSON. */
const descriptions: Readonly<Record<RouteName, readonly [name: string, description: string, type?: string]>> = {
  list: ["List teachers", "A page of the teachers who satisfy all filters and the search."],
  teacher: ["Teacher", "One teacher."],
  match: ["Match names", "Finds out who is meant by written names."],
  degrees: ["Degrees", "The degrees of the teachers who satisfy all filters, with their number."],
  index: ["Index", "The URLs of the resources."],
  openapi: ["OpenAPI document", "Describes this API."],
  docs: ["Reference", "Explains this API.", "text/html"],
  robots: ["robots.txt", "What crawlers may read.", "text/plain"],
  asset: ["File", "A file that the pages load."],
  live: ["Liveness", "Whether the process answers."],
  ready: ["Readiness", "Whether a version is served."],
};

/** The answer to OPTIONS, in the form of the original service. `parses` lists the media types of bodies. */
export function describeRoute({ name: route, argument, isJson }: Route): Answer {
  const [name, description, type = assets[argument as AssetName]?.contentType] = descriptions[route];
  const sets: Readonly<Partial<Record<RouteName, { readonly formats: readonly Format[] }>>> = parameterSets;
  const formats = isJson ? (["json"] as const) : (sets[route]?.formats ?? (["json"] as const));
  const renders = type?.split(";", 1) ?? formats.map((format) => representations[format].mediaType);
  const parses = route === "match" ? ["application/json", "text/plain"] : [];
  return jsonAnswer(200, { name, description, renders, parses });
}

/**
 * robots.txt (RFC 9309). If indexing is off, everything is disallowed. If it is on, only filtered, searched and sorted
 * lists are disallowed, because there are too many of them, and they repeat the same teachers. `prefix` is the path of
 * the base URL without a trailing slash.
 */
function renderRobots(prefix: string, allowIndexing: boolean): string {
  const names = parameterSets.list.names.filter(
    (name) => !["limit", "offset", "page", "page_size", "format", "lang"].includes(name),
  );
  const disallowed = allowIndexing ? names.map((name) => `${prefix}/teachers*${name}=`) : ["/"];
  return ["User-agent: *", ...disallowed.map((path) => `Disallow: ${path}`), ""].join("\n");
}
