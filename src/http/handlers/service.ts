/**
 * The resources about the service itself: index, OpenAPI document, reference, the files that pages load, and OPTIONS.
 */

import { filterNames } from "../../contract/parameters.ts";
import type { AssetName, Resource } from "../../contract/resources.ts";
import { cachingHeaders } from "../../contract/response-headers.ts";
import { langs } from "../../domain/lang.ts";
import { assets } from "../../pages/assets.ts";
import { prefixOf } from "../../pages/hrefs.ts";
import { jsonAnswer, type PlainAnswer, plainAnswer, redirect } from "../answer.ts";
import { documentAnswer } from "../documents.ts";
import { htmlHeadersFor, prefersPage } from "../page-for-request.ts";
import type { RequestContext } from "../request-context.ts";

// Loaded on the first request, because they would slow down every start.
const openapi = (): typeof import("../../contract/openapi/openapi.ts") => require("../../contract/openapi/openapi.ts");
const docs = (): typeof import("../../pages/docs-page.tsx") => require("../../pages/docs-page.tsx");

/** Links to all resources; browsers are redirected to the list. */
export function getIndex({ headers, base, options }: RequestContext): PlainAnswer {
  if (prefersPage(headers)) return redirect(303, `${base}/teachers/`, { Vary: "Accept" });
  const urls = {
    teachers: `${base}/teachers/`,
    match: `${base}/teachers/match/`,
    degrees: `${base}/teachers/degrees/`,
    openapi: `${base}/openapi.json`,
    docs: `${base}/docs/`,
  };
  return jsonAnswer(200, urls, { Vary: "Accept", ...cachingHeaders(options.maxAgeSeconds) });
}

export function getOpenapi(context: RequestContext): PlainAnswer {
  const { base, options } = context;
  return documentAnswer(context, {
    name: "openapi",
    key: base,
    render: () => JSON.stringify(openapi().describeService(base, options)),
    contentType: "application/json",
    headers: cachingHeaders(options.maxAgeSeconds),
  });
}

export function getDocs(context: RequestContext): PlainAnswer {
  const { base, options, target } = context;
  const given = new URLSearchParams(target.query).get("lang");
  const query = langs.some((lang) => lang === given) ? `lang=${given}` : "";
  return documentAnswer(context, {
    name: JSON.stringify(["docs", query]),
    key: base,
    render: () => docs().renderDocsPage({ base, query, indexable: options.indexable }),
    contentType: "text/html; charset=utf-8",
    headers: { ...cachingHeaders(options.maxAgeSeconds), ...htmlHeadersFor(options) },
  });
}

export function getRobots({ base, options }: RequestContext): PlainAnswer {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...cachingHeaders(options.maxAgeSeconds) };
  return plainAnswer(200, headers, renderRobots(prefixOf(base), options.indexable));
}

/** Browsers request some icons by a fixed name, without the hash of the content. */
const iconAgeSeconds = 86_400;

/** A file that pages load. Its URL changes with its content, so caches may keep it forever. */
export function getAsset(context: RequestContext): PlainAnswer {
  const { params, target } = context;
  const name = params.file as AssetName;
  const { contentType, hash, body } = assets[name];
  const hasFixedName = ["favicon.ico", "apple-touch-icon.png"].includes(name) && target.query === "";
  const caching = hasFixedName ? `public, max-age=${iconAgeSeconds}` : "public, max-age=31536000, immutable";
  const headers = { "Cache-Control": caching };
  return documentAnswer(context, { name, key: hash, render: () => body, contentType, headers, hash });
}

/** The response to OPTIONS, in the format of the original service. `parses` lists the media types of request bodies. */
export function describeResource({ name, description, representations, bodyTypes }: Resource): PlainAnswer {
  const renders = [...new Set(representations.flatMap(({ mediaType }) => mediaType ?? []))];
  return jsonAnswer(200, { name, description, renders, parses: bodyTypes });
}

/**
 * robots.txt (RFC 9309). If indexing is off, everything is disallowed. If it is on, only filtered, searched and sorted
 * lists are disallowed, because there are too many of them, and they repeat the same teachers. `prefix` is the path of
 * the base URL without a trailing slash.
 */
function renderRobots(prefix: string, indexable: boolean): string {
  const disallowed = indexable ? [...filterNames, "ordering"].flatMap((name) => pathsWith(prefix, name)) : ["/"];
  return ["User-agent: *", ...disallowed.map((path) => `Disallow: ${path}`), ""].join("\n");
}

/** Patterns of the list with the parameter, at the start of the query or later. */
function pathsWith(prefix: string, name: string): string[] {
  return [`${prefix}/teachers*?${name}=`, `${prefix}/teachers*&${name}=`];
}
