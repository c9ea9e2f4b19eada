/** The resources that tell of the service itself: its index, its descriptions and the files of its pages. */

import type { AssetName } from "../contract/resources.ts";
import { cacheControl } from "../contract/response-headers.ts";
import { isNotModified } from "../contract/validators.ts";
import { assets } from "../pages/assets.ts";
import { type Answer, jsonAnswer, redirect } from "./answer.ts";
import { htmlHeadersFor, prefersPage } from "./page-for-request.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";

// What describes the service is loaded when somebody asks for it, at once: every start would pay for its schemas.
const openapi = (): typeof import("../contract/openapi.ts") => require("../contract/openapi.ts");
const docs = (): typeof import("../pages/docs-page.tsx") => require("../pages/docs-page.tsx");

/** The URLs of what exists, by name; a browser goes on to the list. */
export function getIndex({ request, base, options }: RequestContext): Answer {
  if (prefersPage(request.headers)) return redirect(303, `${base}/teachers/`, { Vary: "Accept" });
  const urls = { teachers: `${base}/teachers/`, openapi: `${base}/openapi.json`, docs: `${base}/docs/` };
  return jsonAnswer(200, urls, { Vary: "Accept", "Cache-Control": cacheControl(options.maxAgeSeconds) });
}

export function getOpenapi({ base, options }: RequestContext): Answer {
  let description = descriptions.get(options);
  if (description?.base !== base) {
    description = { base, json: JSON.stringify(openapi().describeService(base, options)) };
    descriptions.set(options, description);
  }
  const headers = { "Content-Type": "application/json", "Cache-Control": cacheControl(options.maxAgeSeconds) };
  return { status: 200, headers, body: description.json };
}

/** The description made last for a service: with a base URL it is always the same. */
const descriptions = new WeakMap<AppOptions, { readonly base: string; readonly json: string }>();

/** The API reference. */
export function getDocs({ base, options }: RequestContext): Answer {
  const { limitMax, maxAgeSeconds, indexable } = options;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": cacheControl(maxAgeSeconds),
    ...htmlHeadersFor(options),
  };
  return { status: 200, headers, body: docs().renderDocsPage({ base, limitMax, indexable }) };
}

/** A file that pages ask for. Its address changes with it, so that it may be kept for ever. */
export function getAsset({ request, params }: RequestContext): Answer {
  const { contentType, body, etag } = assets[params.file as AssetName];
  const headers = { ETag: etag, "Cache-Control": "public, max-age=31536000, immutable" };
  if (isNotModified(request.headers, etag, null)) return { status: 304, headers, body: null };
  return { status: 200, headers: { "Content-Type": contentType, ...headers }, body };
}
