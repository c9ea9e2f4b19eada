/** The version that a request is answered from, and the headers of its pages, which are built once for each variant. */
import { LRUCache } from "lru-cache";
import { Problem } from "../contract/problems.ts";
import { allowedMethodsOf } from "../contract/resources.ts";
import { cachingHeaders, commonHeaders } from "../contract/response-headers.ts";
import type { Directory } from "../directory/directory.ts";
import type { GetSignal } from "../directory/listing-cache.ts";
import type { Publication } from "../domain/publication.ts";
import { release } from "../domain/release.ts";
import type { Reading } from "../domain/results.ts";
import {
  type Answer,
  type Bytes,
  notModifiedAnswer,
  type PageHeaders,
  type Pieces,
  pageAnswer,
  type Variant,
  type WorkbookPieces,
  whenReady,
} from "./answer.ts";
import { htmlHeadersFor, pageContextOf } from "./page-for-request.ts";
import { gzip, gzipPieces } from "./render/gzip.ts";
import { type FindHeaders, type RequestContext, whyNotLoaded } from "./request-context.ts";

/**
 * The version for this request. A request must call this only once, so that the whole answer comes from one version.
 */
export function directoryOf({ options }: RequestContext): Directory {
  const { directory, poll } = options.state;
  if (directory !== null) return directory;
  const detail = `The directory is not ready: ${whyNotLoaded(poll)}.`;
  throw new Problem("notReady", { detail, headers: { "Retry-After": "1" } });
}

export function signalOf({ request }: RequestContext): GetSignal {
  return () => request.signal;
}

/** Answers in one variant of a version: 304 if the client has the page, otherwise with what `find` returns. */
export function answerUnlessKnown(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  find: (pageHeaders: PageHeaders) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const pageHeaders = context.shared.findHeaders(context, directory, variant);
  return notModifiedAnswer(context.headers, pageHeaders) ?? find(pageHeaders);
}

/**
 * 200 with the body, compressed if its variant is. Bytes that are promised or will be compressed must not be in the
 * buffer of a ByteWriter, because other requests write to it meanwhile.
 */
export function answerWith(
  context: RequestContext,
  directory: Directory,
  pageHeaders: PageHeaders,
  body: Bytes | Pieces | WorkbookPieces | Promise<Bytes>,
): Answer | Promise<Answer> {
  if (body instanceof Promise) return body.then((bytes) => answerWith(context, directory, pageHeaders, bytes));
  if (pageHeaders.coding === "identity" || Symbol.asyncIterator in body) return pageAnswer(pageHeaders, body);
  if (!(body instanceof Uint8Array)) return pageAnswer(pageHeaders, gzipPieces(body));
  const compressed = directory.runTask(gzip(body), signalOf(context));
  return whenReady(compressed, (bytes) => pageAnswer(pageHeaders, bytes));
}

/**
 * At most this many sets of headers are cached, because clients control the base URL. They differ by variant, base URL
 * and reading.
 */
const headersMax = 256;

/** Creates the function that finds the headers of a server's pages. */
export function createHeaderFinder(maxAgeSeconds: number): FindHeaders {
  const caching = cachingHeaders(maxAgeSeconds);
  /** The publication of the cached headers. */
  let owner: Publication | null = null;
  const cached = new LRUCache<string, PageHeaders>({ max: headersMax });
  /** The variant of the last request. Nearly all requests repeat it, and comparing it is faster than building a key. */
  let last: { readonly base: string; readonly variant: Variant; readonly headers: PageHeaders } | null = null;

  return (context, directory, variant, reading = null) => {
    const { base } = context;
    const { publication } = directory;
    if (publication !== owner) {
      owner = publication;
      cached.clear();
      last = null;
    }
    if (reading === null && last?.base === base && isSameVariant(last.variant, variant)) return last.headers;
    const { vary, takesBody = false } = variant;
    const key = JSON.stringify([etagInputsOf(context, variant), vary, takesBody, reading]);
    let headers = cached.get(key);
    if (headers === undefined) {
      headers = makeHeaders(context, directory, variant, reading, caching);
      cached.set(key, headers);
    }
    // HTML also depends on the languages of the client.
    if (reading === null && variant.representation.format !== "html") last = { base, variant, headers };
    return headers;
  };
}

/** Whether two variants are equal, and so have the same headers. */
function isSameVariant(a: Variant, b: Variant): boolean {
  const { representation, coding, vary, lang, takesBody } = a;
  return (
    representation === b.representation &&
    coding === b.coding &&
    vary === b.vary &&
    lang === b.lang &&
    takesBody === b.takesBody
  );
}

/** Everything that the bytes of a variant depend on, except data, release and URL. */
function etagInputsOf(context: RequestContext, { representation, coding, lang }: Variant): string {
  const { limitMax, indexable } = context.options;
  const { format } = representation;
  const pageInputs = format === "html" ? [pageContextOf(context, lang).lang, indexable] : null;
  const headings = format === "xlsx" ? lang : null;
  return JSON.stringify([format, coding, limitMax, context.base, pageInputs, headings]);
}

/** The ETag omits the reading, which the version and the URL determine. */
function makeHeaders(
  context: RequestContext,
  { publication, datasetVersion }: Directory,
  variant: Variant,
  reading: Reading | null,
  caching: Readonly<Record<string, string>>,
): PageHeaders {
  const { coding, takesBody } = variant;
  const { format, contentType, fileName } = variant.representation;
  const etag = etagOf(publication, etagInputsOf(context, variant));
  const publishedAtMs = Date.parse(publication.publishedAt);
  const isPage = format === "html";
  const vary = isPage ? `${variant.vary}, Accept-Language` : variant.vary;
  const full = new Headers({
    ...commonHeaders,
    "Content-Type": contentType,
    Vary: vary,
    ...caching,
    "Dataset-Version": datasetVersion,
    ...(isPage ? htmlHeadersFor(context.options) : {}),
    ETag: etag,
    "Last-Modified": new Date(publishedAtMs).toUTCString(),
    ...(takesBody ? { Allow: allowedMethodsOf(context.resource) } : {}),
  });
  const unchanged = new Headers(full);
  unchanged.delete("Content-Type");
  if (reading !== null) full.set("Search-Reading", reading);
  if (coding !== "identity") full.set("Content-Encoding", coding);
  if (fileName !== null) full.set("Content-Disposition", `attachment; filename="${fileName}"`);
  // Links depend on the host.
  const selectors = ["host", ...vary.toLowerCase().split(", ")];
  return { publication, coding, etag, selectors, publishedAtMs, full, unchanged };
}

/**
 * The ETag of a response from this version of the data. `etagInputs` is everything that the bytes depend on besides the
 * data, the release and the URL. Replicas with the same inputs give the same tag.
 */
export function etagOf({ digest }: Publication, etagInputs: string): string {
  const hash = Bun.hash.xxHash3(JSON.stringify([digest, release.version, etagInputs]));
  return `"${hash.toString(36)}"`;
}
