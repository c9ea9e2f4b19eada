/** Answers from a version of the data: their headers, ETags and 304. */
import { gzipSync } from "node:zlib";
import { type Coding, chooseRepresentation } from "../contract/negotiation.ts";
import { Problem } from "../contract/problems.ts";
import { type Representation, representations } from "../contract/representations.ts";
import { cachingHeaders } from "../contract/response-headers.ts";
import { pathFormatOf } from "../contract/urls.ts";
import type { Directory } from "../directory/directory.ts";
import type { Lang } from "../domain/lang.ts";
import { release } from "../domain/release.ts";
import { type Answer, isNotModified } from "./answer.ts";
import { type Bytes, gzipLevel, gzipPieces, type Pieces } from "./downloads.ts";
import { htmlHeadersFor } from "./page-for-request.ts";
import { type RequestContext, whyNotLoaded } from "./request-context.ts";

/**
 * The version for this request. A request must call this only once, so that the whole answer comes from one version.
 */
export function directoryOf({ options }: RequestContext): Directory {
  const { directory, poll } = options.state;
  if (directory !== null) return directory;
  const detail = `The directory is not ready: ${whyNotLoaded(poll)}.`;
  throw new Problem("notReady", { detail, headers: { "Retry-After": "1" } });
}

/** The variant of an answer, and the headers that selected it. */
export interface Variant {
  readonly representation: Representation;
  readonly coding: Coding;
  readonly vary: string;
  /** The language in the query; null if absent. */
  readonly lang: Lang | null;
}

/** The variant of a resource that has only JSON. Throws `notAcceptable`. */
export function jsonVariantOf(context: RequestContext): Variant {
  const accept = context.headers.get("accept");
  const representation = chooseRepresentation([representations.json], pathFormatOf(context), accept);
  return { representation, coding: "identity", vary: "Accept", lang: null };
}

const encoder = new TextEncoder();

/**
 * A page: 304 if the client has it. The ETag is a hash of the body, so that a page that depends on something else never
 * shares a tag. `found` are headers about what was found.
 */
export function pageAnswer(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  body: string,
  found: Readonly<Record<string, string>> = {},
): Answer {
  const bytes = encoder.encode(body);
  const hash = Bun.hash.xxHash3(bytes).toString(36);
  const isGzip = variant.coding === "gzip";
  const etag = `"${hash}${isGzip ? "-gzip" : ""}"`;
  const headers = headersOf(context, directory, variant, etag);
  if (isNotModified(context.headers, etag)) return { status: 304, headers, body: null };
  const content = { "Content-Type": variant.representation.contentType, ...found };
  if (!isGzip) return { status: 200, headers: { ...headers, ...content }, body: bytes };
  const compressed = gzipSync(bytes, { level: gzipLevel }) as Bytes;
  return { status: 200, headers: { ...headers, ...content, "Content-Encoding": "gzip" }, body: compressed };
}

/** 304 if the client has the download, otherwise null. */
export function findKnownDownload(context: RequestContext, directory: Directory, variant: Variant): Answer | null {
  const etag = downloadTag(context, directory, variant);
  if (!isNotModified(context.headers, etag)) return null;
  return { status: 304, headers: headersOf(context, directory, variant, etag), body: null };
}

/** A download, compressed if its variant is. */
export function downloadAnswer(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  pieces: Pieces,
  found: Readonly<Record<string, string>>,
): Answer {
  const { contentType, fileName, format } = variant.representation;
  const isGzip = variant.coding === "gzip";
  const headers = {
    ...headersOf(context, directory, variant, downloadTag(context, directory, variant)),
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    ...(isGzip && { "Content-Encoding": "gzip" }),
    ...found,
  };
  const body = { pieces: isGzip ? gzipPieces(pieces) : pieces, isWorkbook: format === "xlsx" };
  return { status: 200, headers, body };
}

/** Made of everything that the bytes depend on besides the URL, so that nothing must be rendered for a 304. */
function downloadTag(
  { options }: RequestContext,
  { publication }: Directory,
  { representation, coding, lang }: Variant,
) {
  const variant = [representation.format, coding, lang, options.limitMax];
  const hash = Bun.hash.xxHash3(JSON.stringify([publication.digest, release.version, ...variant]));
  return `"${hash.toString(36)}"`;
}

/** The headers of a 304 too, which has none about a body (RFC 9110, section 15.4.5). */
function headersOf(
  { options }: RequestContext,
  { publication, datasetVersion }: Directory,
  { representation, vary }: Variant,
  etag: string,
): Readonly<Record<string, string>> {
  const isHtml = representation.format === "html";
  return {
    Vary: isHtml ? `${vary}, Accept-Language` : vary,
    ...cachingHeaders(options.maxAgeSeconds),
    "Dataset-Version": datasetVersion,
    ...(isHtml ? htmlHeadersFor(options) : {}),
    ETag: etag,
    "Last-Modified": lastModified(publication.publishedAt),
  };
}

/** Bun's Date header is up to two seconds behind the clock. */
const dateLagMs = 2000;

/**
 * If the clock of the publisher was ahead of ours, this is the earliest time that Date can have, because Last-Modified
 * must not be later than Date (RFC 9110, section 8.8.2.1).
 */
function lastModified(publishedAt: string): string {
  const published = Date.parse(publishedAt);
  const now = Date.now();
  return new Date(published <= now ? published : now - dateLagMs).toUTCString();
}
