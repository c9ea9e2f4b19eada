/** Answers made from a version of the data; their headers are the same for every page of a form and made once. */
import { LRUCache } from "lru-cache";
import { commonHeaders } from "../contract/response-headers.ts";
import type { Directory } from "../directory/directory.ts";
import type { Answer, Body } from "./answer.ts";

/** An answer made from a version of the data, of which the body is not written where the client has it already. */
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
  /** Those of a 200. A Headers object makes a Response in a third of the time that a record takes. */
  readonly full: Headers;
  /** Those of a 304: without what tells of a body (RFC 9110, section 15.4.5). */
  readonly unchanged: Headers;
}

/** Forms differ by format, language, indent, coding and the address asked for; clients decide about the last. */
const formsMax = 256;

const known = new WeakMap<Directory, LRUCache<string, VersionHeaders>>();

/** The headers of a form of a version; `make` gives those that differ by form, where they are not known yet. */
export function versionHeadersOf(
  directory: Directory,
  form: string,
  /** Since when all responses have been made with the present settings, in milliseconds since 1970. */
  settingsDateMs: number,
  make: () => { readonly etag: string; readonly headers: Readonly<Record<string, string>> },
): VersionHeaders {
  let forms = known.get(directory);
  if (forms === undefined) {
    forms = new LRUCache({ max: formsMax });
    known.set(directory, forms);
  }
  let found = forms.get(form);
  if (found === undefined) {
    const { etag, headers } = make();
    const publishedAtMs = Date.parse(directory.publication.publishedAt);
    const lastModified = new Date(publishedAtMs).toUTCString();
    const full = new Headers({ ...commonHeaders, ...headers, ETag: etag, "Last-Modified": lastModified });
    const unchanged = new Headers(full);
    for (const name of ["Content-Type", "Content-Encoding", "Content-Disposition"]) unchanged.delete(name);
    const dateValidator = publishedAtMs > settingsDateMs && publishedAtMs <= Date.now() ? lastModified : null;
    found = { etag, dateValidator, publishedAtMs, full, unchanged };
    forms.set(form, found);
  }
  return found;
}

/** 200 with the body. */
export function okAnswer(version: VersionHeaders, body: Body): Answer {
  return { status: 200, headers: notFromTheFuture(version.full, version), body };
}

/** 304: the client holds this very answer. */
export function notModifiedAnswer(version: VersionHeaders): Answer {
  return { status: 304, headers: notFromTheFuture(version.unchanged, version), body: null };
}

/** Bun's Date header is up to two seconds behind the clock. */
const dateLagMs = 2000;

/**
 * The headers as they are, or with the time of the answer as Last-Modified where the version was published by a clock that
 * is ahead of ours: no answer may have been modified after its Date (RFC 9110, section 8.8.2.1).
 */
function notFromTheFuture(headers: Headers, { publishedAtMs }: VersionHeaders): Headers {
  const now = Date.now();
  if (publishedAtMs <= now) return headers;
  const dated = new Headers(headers);
  dated.set("Last-Modified", new Date(now - dateLagMs).toUTCString());
  return dated;
}
