/** Validators: the ETag of an answer, and whether a client holds that answer already (RFC 9110, section 13). */
import type { Publication } from "../domain/publication.ts";
import { release } from "../domain/release.ts";

/**
 * The ETag of an answer about this version of the data. `facts` is what its bytes depend on besides the data, the release
 * and the URL; replicas that agree on all of it give the same tag.
 */
export function etagOf({ digest }: Publication, facts: string): string {
  const hash = Bun.hash.xxHash3(`${digest}\n${release.version}\n${facts}`);
  return `"${hash.toString(36)}"`;
}

/**
 * Whether If-None-Match names the tag, by weak comparison. If-Modified-Since is ignored: a date doesn't say which bytes the
 * client holds (docs/decisions/0011-no-304-by-date.md).
 */
export function isNotModified(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
