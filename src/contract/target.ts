/** The request target: the path and query of a request's URL, normalised from the several forms that Bun gives. */
export interface Target {
  /** Decoded. A path that is malformed or not UTF-8 is left encoded, so it matches no route. */
  readonly path: string;
  /** Percent-encoded, otherwise as sent; without the question mark. */
  readonly query: string;
  /** The length of the percent-encoded path and query. */
  readonly bytes: number;
}

/**
 * Usually Bun gives a parsed URL, with everything but ASCII percent-encoded. If Host is missing or malformed, it gives the
 * target as sent, alone or after that Host. Such a target is parsed here, so that it has the same form.
 */
export function parseTarget(url: string): Target {
  const { pathname, search } = URL.parse(url) ?? new URL(`http://localhost${url.replace(/^http:\/\/[^/]*/, "")}`);
  return { path: decodePath(pathname), query: search.slice(1), bytes: pathname.length + search.length };
}

/** Decodes a path, see {@link Target}. */
export function decodePath(path: string): string {
  // An encoded slash is part of a segment, not a separator (RFC 3986, section 2.2). No path of ours has one.
  if (!path.includes("%") || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
