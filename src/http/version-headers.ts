/** Answers from a version of the data. Their headers are the same for all pages of a variant, and are built once. */
import { LRUCache } from "lru-cache";
import { commonHeaders } from "../contract/response-headers.ts";
import type { Directory } from "../directory/directory.ts";
import type { Answer, Body } from "./answer.ts";

/** An answer from a version of the data. Its body is not written if the client already has it. */
export interface VersionAnswer {
  readonly directory: Directory;
  readonly headers: VersionHeaders;
  write(): Body | Promise<Body>;
}

export interface VersionHeaders {
  readonly etag: string;
  /** The Last-Modified that identifies the bytes too; null where it does not. */
  readonly dateValidator: string | null;
  /** In milliseconds since 1970. */
  readonly publishedAtMs: number;
  /** The headers of a 200. A Headers object creates a Response in a third of the time that a record takes. */
  readonly full: Headers;
  /** The headers of a 304: without those that describe a body (RFC 9110, section 15.4.5). */
  readonly unchanged: Headers;
}

/** The most cached variants. They differ by format, language, indent, coding and base URL; clients control the last. */
const variantsMax = 256;

const known = new WeakMap<Directory, LRUCache<string, VersionHeaders>>();

/** The headers of a variant. They are cached per version; `make` builds those that depend on the variant. */
export function versionHeadersOf(
  directory: Directory,
  variant: string,
  /** Since when all responses have been made with the present settings, in milliseconds since 1970. */
  settingsDateMs: number,
  make: () => { readonly etag: string; readonly headers: Readonly<Record<string, string>> },
): VersionHeaders {
  let variants = known.get(directory);
  if (variants === undefined) {
    variants = new LRUCache({ max: variantsMax });
    known.set(directory, variants);
  }
  let found = variants.get(variant);
  if (found === undefined) {
    const { etag, headers } = make();
    const publishedAtMs = Date.parse(directory.publication.publishedAt);
    const lastModified = new Date(publishedAtMs).toUTCString();
    const full = new Headers({ ...commonHeaders, ...headers, ETag: etag, "Last-Modified": lastModified });
    const unchanged = new Headers(full);
    for (const name of ["Content-Type", "Content-Encoding", "Content-Disposition"]) unchanged.delete(name);
    const dateValidator = publishedAtMs > settingsDateMs && publishedAtMs <= Date.now() ? lastModified : null;
    found = { etag, dateValidator, publishedAtMs, full, unchanged };
    variants.set(variant, found);
  }
  return found;
}

/** 200 with the body. */
export function okAnswer(version: VersionHeaders, body: Body): Answer {
  return { status: 200, headers: notFromTheFuture(version.full, version), body };
}

/** 304: the client already has this answer. */
export function notModifiedAnswer(version: VersionHeaders): Answer {
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
