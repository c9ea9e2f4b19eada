/** The request target: path and query of a request's URL, in one form whatever form Bun gives the URL in. */
export interface Target {
  /** Decoded; a path that is malformed or not UTF-8 is left as it is and so matches no route. */
  readonly path: string;
  /** Percent-encoded, otherwise as it was sent; without the question mark. */
  readonly query: string;
  /** Of both together, percent-encoded. */
  readonly bytes: number;
}

/** The most bytes of a path with its query. */
export const targetBytesMax = 8000;

/**
 * Bun gives a parsed URL, so that all but ASCII is percent-encoded in it. Where Host is missing or malformed, it gives the
 * target as it was sent, alone or after that Host: such a target is parsed here, so that there is one form of it.
 */
export function parseTarget(url: string): Target {
  const { pathname, search } = URL.parse(url) ?? new URL(`http://localhost${url.replace(/^http:\/\/[^/]*/, "")}`);
  return { path: decodePath(pathname), query: search.slice(1), bytes: pathname.length + search.length };
}

/** A path with its percent-encoding undone, see {@link Target}. */
export function decodePath(path: string): string {
  // An encoded slash is a character of a segment, not the end of one (RFC 3986, section 2.2): no path of ours has one.
  if (!path.includes("%") || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
