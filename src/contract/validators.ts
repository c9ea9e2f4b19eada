/** Validators: the ETag of a response, and whether the client already has that response (RFC 9110, section 13). */
import type { Publication } from "../domain/publication.ts";
import { release } from "../domain/release.ts";

/**
 * The ETag of a response from this version of the data. `etagInputs` is everything that the bytes depend on besides the
 * data, the release and the URL. Replicas with the same inputs give the same tag.
 */
export function etagOf({ digest }: Publication, etagInputs: string): string {
  const hash = Bun.hash.xxHash3(`${digest}\n${release.version}\n${etagInputs}`);
  return `"${hash.toString(36)}"`;
}

/**
 * Whether the client has this response: If-None-Match has the tag, by weak comparison, or it is absent and
 * If-Modified-Since is the very `date`. `date` is null where a date does not identify the bytes
 * (docs/decisions/0011-conditional-dates.md).
 */
export function isNotModified(headers: Headers, etag: string, date: string | null): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return date !== null && headers.get("if-modified-since") === date;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
