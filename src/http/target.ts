/** The request target: path and query taken from a request's URL by hand, since Bun gives it in more than one shape. */
export interface Target {
  /** Decoded; a path that is malformed or not UTF-8 is left as it is and so matches no route. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  /** Of both together, percent-encoded. */
  readonly bytes: number;
}

/** The most bytes of a path with its query. */
export const targetBytesMax = 8000;

/**
 * Bun gives `http://host/path?query`, and the path alone where Host is malformed or missing. The rest is as it was sent,
 * but for `\`, dot segments and invalid UTF-8.
 */
export function parseTarget(url: string): Target {
  const pathStart = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
  const fragment = url.indexOf("#", pathStart);
  const end = fragment === -1 ? url.length : fragment;
  const bytes = end - pathStart;
  const question = url.indexOf("?", pathStart);
  if (question === -1 || question >= end) return { path: decodePath(url.slice(pathStart, end)), query: "", bytes };
  return { path: decodePath(url.slice(pathStart, question)), query: url.slice(question + 1, end), bytes };
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
