/** Validators: the ETag and Last-Modified of an answer, and whether a client has it already (RFC 9110, section 13). */

import type { Publication } from "../publication.ts";
import { release } from "../release.ts";

export interface Validators {
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string;
}

/**
 * The validators of an answer about this version of the data. `facts` is what its bytes depend on besides the data, the
 * release and the URL; replicas that agree on all of it give the same tag.
 */
export function validatorsOf({ digest, publishedAt }: Publication, facts: string): Validators {
  const hash = Bun.hash.xxHash3(`${digest}\n${release.version}\n${facts}`);
  return { etag: `"${hash.toString(36)}"`, lastModified: new Date(publishedAt).toUTCString() };
}

/** Whether the request's conditions say that the client holds this very answer; If-None-Match decides where it is there. */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return namesTag(ifNoneMatch, etag);
  const ifModifiedSince = headers.get("if-modified-since");
  return ifModifiedSince !== null && parseHttpDate(ifModifiedSince) >= Date.parse(lastModified);
}

/** Whether If-None-Match names the tag, by weak comparison. */
export function namesTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** The three forms of RFC 9110, section 5.6.7, the last of which leaves out that it is in GMT. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

/** In milliseconds since 1970; NaN for what is no HTTP date, which is to be passed over. */
function parseHttpDate(text: string): number {
  if (!httpDates.some((form) => form.test(text))) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
