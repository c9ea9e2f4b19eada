/** An answer: what a handler returns, before it becomes a Response. */
import { LRUCache } from "lru-cache";
import type { Choice, Coding } from "../contract/negotiation.ts";
import type { Lang } from "../contract/parameters.ts";
import { Problem } from "../contract/problems.ts";
import { cacheControl, commonHeaders } from "../contract/response-headers.ts";
import type { Directory, GetSignal } from "../directory/directory.ts";
import { datasetVersionOf, type Publication } from "../domain/publication.ts";
import type { Reading } from "../domain/readings.ts";
import { release } from "../domain/release.ts";
import type { Body } from "./body.ts";
import { compress } from "./gzip.ts";
import { htmlHeadersFor, pageContextOf } from "./page-for-request.ts";
import type { RequestContext } from "./request-context.ts";

export interface Answer {
  readonly status: number;
  /** A record is merged with {@link commonHeaders}; a Headers object is complete. */
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: Body | Blob | null;
}

/** An answer from a version of the data. Its body is not written if the client already has it, see {@link writeAnswer}. */
export interface VersionAnswer {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly variant: Variant;
  /** The headers without a search. */
  readonly headers: VersionHeaders;
  getContent(): Content | Promise<Content>;
}

/** A finished body, with the headers that tell how it came about. */
export interface Written {
  readonly body: Body;
  readonly headers: VersionHeaders;
}

/** The content of a body: the body before compression, and how the search in the query was read. */
export interface Content {
  readonly body: Body;
  readonly reading: Reading | null;
}

export interface VersionHeaders {
  readonly etag: string;
  /** In milliseconds since 1970. */
  readonly publishedAtMs: number;
  /** The headers of a 200. A Headers object creates a Response in a third of the time that a record takes. */
  readonly full: Headers;
  /** The headers of a 304: without those that describe a body (RFC 9110, section 15.4.5). */
  readonly unchanged: Headers;
}

/** The variant of an answer: its representation, coding and language, and the headers that selected them. */
export interface Variant extends Choice {
  readonly coding: Coding;
  readonly vary: string;
  /** The language in the query; null if absent. */
  readonly lang: Lang | null;
}

/** The most cached variants. They differ by format, language, indent, coding and base URL; clients control the last. */
const variantsMax = 256;

/** The headers of one variant: they are the same for all pages of a version, and are built once for each reading. */
type HeadersByReading = Map<Reading | null, VersionHeaders>;

interface VersionVariants {
  readonly byKey: LRUCache<string, HeadersByReading>;
  /** The most recent non-HTML variant. Nearly all requests repeat it, and comparing it is faster than building a key. */
  last: (Pick<RequestContext, "base" | "options"> & { variant: Variant; headers: HeadersByReading }) | null;
}

const variantsOf = new WeakMap<Directory, VersionVariants>();

/** The version for this request. Read once per request, so the whole answer comes from one version. */
export function directoryOf({ options }: RequestContext): Directory {
  const { directory, waitingFor } = options.state;
  if (directory !== null) return directory;
  throw notReady(waitingFor);
}

/** The problem of a request that can't be answered before more is loaded. */
export function notReady(waitingFor: string): Problem {
  const detail = `The directory is not ready: ${waitingFor}.`;
  return new Problem("notReady", { detail, headers: { "Retry-After": "1" } });
}

export function signalOf({ request }: RequestContext): GetSignal {
  return () => request.signal;
}

/** The answer from a version in one variant. */
export function versionAnswer(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  getContent: VersionAnswer["getContent"],
): VersionAnswer {
  return { context, directory, variant, headers: headersOf(context, directory, variant, null), getContent };
}

/** Writes the body, compressed if the variant is. */
export function writeAnswer(answer: VersionAnswer): Written | Promise<Written> {
  const content = answer.getContent();
  return content instanceof Promise
    ? content.then((late) => writeContent(answer, late))
    : writeContent(answer, content);
}

function writeContent(
  { context, directory, variant, headers: plain }: VersionAnswer,
  { body, reading }: Content,
): Written | Promise<Written> {
  const headers = reading === null ? plain : headersOf(context, directory, variant, reading);
  if (variant.coding === "identity") return { body, headers };
  const compressed = compress(directory, body, signalOf(context));
  return compressed instanceof Promise
    ? compressed.then((late) => ({ body: late, headers }))
    : { body: compressed, headers };
}

function headersOf(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  reading: Reading | null,
): VersionHeaders {
  const known = headersOfVariant(context, directory, variant);
  let headers = known.get(reading);
  if (headers === undefined) {
    headers = makeHeaders(context, directory, variant, reading);
    known.set(reading, headers);
  }
  return headers;
}

/** The known headers of a variant. */
function headersOfVariant(context: RequestContext, directory: Directory, variant: Variant): HeadersByReading {
  let variants = variantsOf.get(directory);
  if (variants === undefined) {
    variants = { byKey: new LRUCache({ max: variantsMax }), last: null };
    variantsOf.set(directory, variants);
  }
  const { last } = variants;
  const { base, options } = context;
  if (last?.base === base && last.options === options && isSameVariant(last.variant, variant)) return last.headers;
  const key = `${etagInputsOf(context, variant)} ${variant.vary} ${options.maxAgeSeconds}`;
  const headers = variants.byKey.get(key) ?? new Map();
  variants.byKey.set(key, headers);
  if (variant.representation.format !== "html") variants.last = { base, options, variant, headers };
  return headers;
}

/** Whether two variants have the same headers; those of HTML also depend on the language. */
function isSameVariant(a: Variant, b: Variant): boolean {
  return a.representation === b.representation && a.indent === b.indent && a.coding === b.coding && a.vary === b.vary;
}

/** Everything that the bytes of a variant depend on, except version, release and URL. */
function etagInputsOf(context: RequestContext, { representation, indent, coding, lang }: Variant): string {
  const { limitMax, indexable } = context.options;
  const isPage = representation.format === "html";
  const pageInputs = isPage ? `${pageContextOf(context, lang).lang} ${indexable}` : "";
  return `${representation.format} ${indent ?? 0} ${coding} ${limitMax} ${context.base} ${pageInputs}`;
}

/** The ETag does not depend on the reading, because that follows from the version and the URL. */
function makeHeaders(
  context: RequestContext,
  { publication }: Directory,
  variant: Variant,
  reading: Reading | null,
): VersionHeaders {
  const { options } = context;
  const { coding, vary } = variant;
  const { format, contentType, fileName } = variant.representation;
  const etag = etagOf(publication, etagInputsOf(context, variant));
  const publishedAtMs = Date.parse(publication.publishedAt);
  const isPage = format === "html";
  const full = new Headers({
    ...commonHeaders,
    "Content-Type": contentType,
    Vary: isPage ? `${vary}, Accept-Language` : vary,
    "Cache-Control": cacheControl(options.maxAgeSeconds),
    "Dataset-Version": datasetVersionOf(publication),
    ...(isPage ? htmlHeadersFor(options) : {}),
    ETag: etag,
    "Last-Modified": new Date(publishedAtMs).toUTCString(),
  });
  const unchanged = new Headers(full);
  unchanged.delete("Content-Type");
  if (reading !== null) full.set("Search-Reading", reading);
  if (coding !== "identity") full.set("Content-Encoding", coding);
  if (fileName !== null) full.set("Content-Disposition", `attachment; filename="${fileName}"`);
  return { etag, publishedAtMs, full, unchanged };
}

/**
 * The ETag of a response from this version of the data. `etagInputs` is everything that the bytes depend on besides the
 * data, the release and the URL. Replicas with the same inputs give the same tag.
 */
export function etagOf({ digest }: Publication, etagInputs: string): string {
  const hash = Bun.hash.xxHash3(`${digest}\n${release.version}\n${etagInputs}`);
  return `"${hash.toString(36)}"`;
}

/**
 * Whether the client has this response (RFC 9110, section 13): If-None-Match has the tag, by weak comparison. A date alone does
 * not identify the bytes: they also depend on the release and the settings, and clocks differ.
 */
export function isNotModified(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** 200 with the body. */
export function okAnswer(version: VersionHeaders, body: Body | Blob): Answer {
  return { status: 200, headers: notFromTheFuture(version.full, version), body };
}

/** 304 if the client already has this answer, otherwise null. */
export function notModifiedAnswer({ headers }: Pick<Request, "headers">, version: VersionHeaders): Answer | null {
  if (!isNotModified(headers, version.etag)) return null;
  return { status: 304, headers: notFromTheFuture(version.unchanged, version), body: null };
}

/** Bun's Date header is up to two seconds behind the clock. */
const dateLagMs = 2000;

/**
 * The headers, with Last-Modified set to the current time if the version was published by a clock ahead of ours:
 * Last-Modified must not be later than Date (RFC 9110, section 8.8.2.1).
 */
function notFromTheFuture(headers: Headers, { publishedAtMs }: VersionHeaders): Headers {
  const now = Date.now();
  if (publishedAtMs <= now) return headers;
  const dated = new Headers(headers);
  dated.set("Last-Modified", new Date(now - dateLagMs).toUTCString());
  return dated;
}
