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
  if (ifNoneMatch !== null) {
    return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  const ifModifiedSince = headers.get("if-modified-since");
  return ifModifiedSince !== null && Date.parse(ifModifiedSince) >= Date.parse(lastModified);
}
