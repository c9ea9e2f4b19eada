/** Answers from a version of the data: their format, headers, ETags and 304. */
import { gzipSync } from "node:zlib";
import type { Directory } from "../directory/directory.ts";
import type { Lang } from "../domain/lang.ts";
import type { Format } from "../domain/list-query.ts";
import { release } from "../domain/release.ts";
import type { Asset } from "../pages/assets.ts";
import type { Answer } from "./answer.ts";
import { acceptsGzip, chooseFormat, isNotModified, representations } from "./contract/negotiation.ts";
import { unavailable } from "./contract/problem.ts";
import { formatOf } from "./contract/query.ts";
import { type Bytes, gzipLevel, gzipPieces, type Pieces } from "./downloads.ts";
import { htmlHeadersFor } from "./page-for-request.ts";
import { type AppOptions, type RequestContext, whyNotLoaded } from "./request-context.ts";

/**
 * The version for this request. A request must call this only once, so that the whole answer comes from one version.
 */
export function directoryOf({ options }: RequestContext): Directory {
  const { directory, poll } = options.state;
  if (directory !== null) return directory;
  throw unavailable(`The directory is not ready: ${whyNotLoaded(poll)}.`);
}

/** The format that the path, `format` or Accept selects, in this order. Throws a 406. */
export function negotiateFormat({ route, target, headers }: RequestContext, formats: readonly Format[]): Format {
  if (route?.isJson) return "json";
  return formatOf(target.query, formats) ?? chooseFormat(formats, headers.get("accept"));
}

/**
 * Bun's Date header is up to two seconds behind the clock. If the clock of the publisher was ahead of ours, we send the
 * earliest time that Date may show, because Last-Modified must not be later (RFC 9110, section 8.8.2.1).
 */
const dateLagMs = 2000;

/** JSON is never compressed, so that its Vary is always the same (specification, section 4.1); nginx may do it. */
const varyOf: Readonly<Record<Format, string>> = {
  json: "Accept",
  html: "Accept, Accept-Encoding, Accept-Language",
  csv: "Accept, Accept-Encoding",
  ndjson: "Accept, Accept-Encoding",
  xlsx: "Accept",
};

/**
 * A page. The ETag is a hash of the body, so that a page that depends on something else never shares a tag. `found` are
 * headers about what was found.
 */
export function pageAnswer(
  context: RequestContext,
  directory: Directory,
  format: Format,
  body: string,
  found: Answer["headers"] = {},
): Answer {
  const headers = Object.assign(headersOf(context, directory, format), found);
  // Only pages for people are compressed.
  if (format !== "html") headers.Vary = "Accept";
  const page = { contentType: representations[format].contentType, body, hash: Bun.hash.xxHash3(body).toString(36) };
  return taggedAnswer(context.headers, page, headers, format === "html");
}

/** A whole body, compressed if the client accepts that: 304 if the client has it. Adds to the headers. */
export function taggedAnswer(
  given: Headers,
  { contentType, body, hash }: Asset,
  headers: Record<string, string>,
  canGzip = true,
): Answer {
  const isGzip = canGzip && acceptsGzip(given.get("accept-encoding"));
  headers.ETag = `"${hash}${isGzip ? "-gzip" : ""}"`;
  if (isNotModified(given, headers.ETag)) return { status: 304, headers, body: null };
  headers["Content-Type"] = contentType;
  if (!isGzip) return { status: 200, headers, body };
  headers["Content-Encoding"] = "gzip";
  return { status: 200, headers, body: gzipSync(body, { level: gzipLevel }) as Bytes };
}

/**
 * A download: 304 if the client has it, before anything is rendered. Its ETag is made of everything that the bytes
 * depend on besides the URL.
 */
export function downloadAnswer(
  context: RequestContext,
  directory: Directory,
  format: Format,
  lang: Lang | null,
  render: () => Pieces,
  found: Answer["headers"],
): Answer {
  const isWorkbook = format === "xlsx";
  const isGzip = !isWorkbook && acceptsGzip(context.headers.get("accept-encoding"));
  const inputs = [directory.version.digest, release.version, format, isGzip, lang, context.options.maxLimit];
  const etag = `"${Bun.hash.xxHash3(JSON.stringify(inputs)).toString(36)}"`;
  const headers = { ...headersOf(context, directory, format), ...found, ETag: etag };
  if (isNotModified(context.headers, etag)) return { status: 304, headers, body: null };
  const { contentType, fileName } = representations[format];
  const full = {
    ...headers,
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    ...(isGzip && { "Content-Encoding": "gzip" }),
  };
  const pieces = render();
  return { status: 200, headers: full, body: { pieces: isGzip ? gzipPieces(pieces) : pieces, isWorkbook } };
}

function headersOf(
  { options }: RequestContext,
  { datasetVersion, publishedMs, lastModified }: Directory,
  format: Format,
): Record<string, string> {
  const headers = {
    Vary: varyOf[format],
    "Cache-Control": cacheControl(options),
    "Dataset-Version": datasetVersion,
    "Last-Modified": publishedMs <= Date.now() ? lastModified : new Date(Date.now() - dateLagMs).toUTCString(),
  };
  return format === "html" ? { ...headers, ...htmlHeadersFor(options) } : headers;
}

/** Caches must revalidate each time, unless the operator allows an age. */
export function cacheControl({ maxAge }: Pick<AppOptions, "maxAge">): string {
  return `public, max-age=${maxAge}, must-revalidate`;
}
