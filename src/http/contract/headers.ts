/** Headers that answers have whatever they contain. */

/** Every answer has these, errors and redirects included; `Allow` is that of the resource. Pages have their own policy. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Dataset-Version, Search-Reading, Content-Disposition, Retry-After, Allow",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

export const noStore = { "Cache-Control": "no-store" } as const;

/** Caches must revalidate each time, unless the operator allows an age in seconds. */
export function cachingHeaders(maxAgeSeconds: number): Readonly<Record<"Cache-Control", string>> {
  return { "Cache-Control": `public, max-age=${maxAgeSeconds}, must-revalidate` };
}

/**
 * Whether the client has the answer with this tag (RFC 9110, section 13), by weak comparison. A date alone never
 * counts, because the bytes also depend on the release and the settings.
 */
export function isNotModified(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
