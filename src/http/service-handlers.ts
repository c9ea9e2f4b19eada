/** The resources about the service itself: index, OpenAPI document, reference, the files that pages load, and OPTIONS. */

import { type AssetName, assetNames, type Resource } from "../contract/resources.ts";
import { cacheControl } from "../contract/response-headers.ts";
import { renderRobots } from "../contract/robots.ts";
import type { Directory } from "../directory/directory.ts";
import { datasetVersionOf } from "../domain/publication.ts";
import { type Teacher, textFieldNames } from "../domain/teacher.ts";
import { assets } from "../pages/assets.ts";
import { prefixOf } from "../pages/hrefs.ts";
import type { Answer } from "./answer.ts";
import { answerFixed, createFixedDocument, type FixedDocument } from "./fixed-document.ts";
import { htmlHeadersFor, prefersPage } from "./page-for-request.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";
import { jsonAnswer, redirect } from "./simple-answers.ts";

// Loaded on the first request for the description, because its schemas would slow down every start.
const openapi = (): typeof import("../contract/openapi.ts") => require("../contract/openapi.ts");
const docs = (): typeof import("../pages/docs-page.tsx") => require("../pages/docs-page.tsx");

/** Links to all resources; browsers are redirected to the list. */
export function getIndex({ request, base, options }: RequestContext): Answer {
  if (prefersPage(request.headers)) return redirect(303, `${base}/teachers/`, { Vary: "Accept" });
  const urls = {
    teachers: `${base}/teachers/`,
    match: `${base}/teachers/match/`,
    openapi: `${base}/openapi.json`,
    docs: `${base}/docs/`,
  };
  return jsonAnswer(200, urls, { Vary: "Accept", "Cache-Control": cacheControl(options.maxAgeSeconds) });
}

export function getOpenapi(context: RequestContext): Answer {
  const { request, base, options } = context;
  const document = findDocument(context, "openapi", () => JSON.stringify(openapi().describeService(base, options)));
  const headers = { "Cache-Control": cacheControl(options.maxAgeSeconds) };
  return answerFixed(request, { contentType: "application/json", document, headers });
}

/** The API reference. */
export function getDocs(context: RequestContext): Answer {
  const { request, base, options } = context;
  const { limitMax, maxAgeSeconds, indexable } = options;
  const { directory } = options.state;
  // The examples are from the data that is served.
  const version = directory === null ? "" : datasetVersionOf(directory.publication);
  const document = findDocument(context, `docs ${version}`, () => {
    const example = directory === null ? null : findExample(directory);
    const count = directory?.publication.count ?? 0;
    return docs().renderDocsPage({ base, limitMax, indexable, example, count });
  });
  const headers = { "Cache-Control": cacheControl(maxAgeSeconds), ...htmlHeadersFor(options) };
  return answerFixed(request, { contentType: "text/html; charset=utf-8", document, headers });
}

/** How many teachers are looked at for an example. */
const examplesMax = 100;

/** The first teacher with every part of a name and a degree, or the first of all; null if there is none. */
function findExample(directory: Directory): Teacher | null {
  const count = Math.min(examplesMax, directory.publication.count);
  const teachers = Array.from({ length: count }, (_, position) => directory.teacherAt(position));
  const whole = teachers.find((teacher) => textFieldNames.every((name) => teacher[name].length > 2));
  return whole ?? teachers[0] ?? null;
}

interface BaseDocument {
  readonly base: string;
  readonly document: FixedDocument;
}

/** The last documents of each service: with a base URL they are always the same. */
const documents = new WeakMap<AppOptions, Map<string, BaseDocument>>();

function findDocument({ base, options }: RequestContext, name: string, render: () => string): FixedDocument {
  const byName = documents.get(options) ?? new Map<string, BaseDocument>();
  documents.set(options, byName);
  const last = byName.get(name);
  if (last?.base === base) return last.document;
  // A document of an older version of the data is not asked for again.
  const [kind] = name.split(" ");
  for (const other of byName.keys()) if (other.startsWith(`${kind} `)) byName.delete(other);
  const document = createFixedDocument(render());
  byName.set(name, { base, document });
  return document;
}

/** What crawlers may fetch. */
export function getRobots({ base, options }: RequestContext): Answer {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cacheControl(options.maxAgeSeconds) };
  return { status: 200, headers, body: renderRobots(prefixOf(base), options.indexable) };
}

/** Browsers ask for some icons by a name of their own, without the hash of the content. */
const iconAgeSeconds = 86_400;

/** A file that pages load. Its URL changes with its content, so caches may keep it forever. */
export function getAsset({ request, params, target }: RequestContext): Answer {
  const name = params.file as AssetName;
  const { contentType, hash } = assets[name];
  const isNamed = ["favicon.ico", "apple-touch-icon.png"].includes(name) && target.query === "";
  const caching = isNamed ? `public, max-age=${iconAgeSeconds}` : "public, max-age=31536000, immutable";
  const headers = { "Cache-Control": caching };
  return answerFixed(request, { contentType, document: assetDocuments[name], headers, hash });
}

const assetDocuments = Object.fromEntries(
  assetNames.map((name) => [name, createFixedDocument(assets[name].body)]),
) as Readonly<Record<AssetName, FixedDocument>>;

/** The response to OPTIONS, in the format of the original service. `parses` is empty, since the service is read-only. */
export function describeResource({ name, description, representations }: Resource): Answer {
  const renders = [...new Set(representations.flatMap(({ mediaType }) => mediaType ?? []))];
  return jsonAnswer(200, { name, description, renders, parses: [] });
}
