/** robots.txt: what crawlers may fetch (RFC 9309). */
import { filterNames } from "./parameters.ts";

/**
 * Without indexing everything is disallowed. With it the pages are allowed, and filtered, searched and sorted lists are
 * not: there are too many of them, and they repeat the same teachers. `prefix` is the path of the base URL without a
 * trailing slash.
 */
export function renderRobots(prefix: string, indexable: boolean): string {
  const disallowed = indexable ? [...filterNames, "ordering"].flatMap((name) => pathsWith(prefix, name)) : ["/"];
  return ["User-agent: *", ...disallowed.map((path) => `Disallow: ${path}`), ""].join("\n");
}

/** The list with the parameter, as the first one of the query or a later one. */
function pathsWith(prefix: string, name: string): string[] {
  return [`${prefix}/teachers*?${name}=`, `${prefix}/teachers*&${name}=`];
}
