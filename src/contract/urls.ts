/** URLs: the target of a request, its route, the base URL of links, and the links of a list. */
import { isIPv4 } from "node:net";
import { clip, Problem } from "./problems.ts";
import type { ListQuery } from "./query.ts";
import { encodeQueryValue } from "./query-values.ts";
import type { Format } from "./representations.ts";
import { patternOf, type Resource, type ResourceName, resources, slashlessPatternOf } from "./resources.ts";

export interface RequestTarget {
  /** The decoded path. A path that is malformed or not UTF-8 stays encoded, so it matches no route. */
  readonly path: string;
  /** The percent-encoded query without the question mark, otherwise as sent. */
  readonly query: string;
  /** The length of the percent-encoded path and query. */
  readonly bytes: number;
}

/**
 * Parses the URL of a request. Bun has usually parsed it already, and has percent-encoded everything but ASCII. If Host
 * is missing or malformed, Bun gives the target as sent, alone or after the malformed Host. Then it is parsed here, so
 * that it has the same form. The target of CONNECT is no path, such as `10.0.0.1:80`, and stays as it is. Never throws.
 */
export function parseTarget(url: string): RequestTarget {
  const parsed = URL.parse(url) ?? URL.parse(`http://localhost${url.replace(/^http:\/\/[^/]*/, "")}`);
  if (parsed === null) return { path: url, query: "", bytes: url.length };
  const { pathname, search } = parsed;
  return { path: decodePath(pathname), query: search.slice(1), bytes: pathname.length + search.length };
}

/** Decodes a path, see {@link RequestTarget}. */
export function decodePath(path: string): string {
  // An encoded slash is part of a segment, not a separator (RFC 3986, section 2.2). No path of ours has one.
  if (!path.includes("%") || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The route that a path has. */
export interface Route {
  readonly name: ResourceName;
  readonly resource: Resource;
  /** The parameters in the path, by name. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Whether the path lacks its trailing slash. */
  readonly isSlashless: boolean;
}

const routes = (Object.entries(resources) as [ResourceName, Resource][]).map(([name, resource]) => {
  return { name, resource, pattern: patternOf(resource), slashless: slashlessPatternOf(resource) };
});

/** The routes of paths without parameters: most requests need no pattern matching. */
const plainRoutes: ReadonlyMap<string, Route> = new Map(
  routes
    .filter(({ resource }) => !resource.path.includes("{"))
    .map(({ name, resource }) => [resource.path, { name, resource, params: {}, isSlashless: false }]),
);

/** The route of a path, or null. */
export function findRoute(path: string): Route | null {
  const plain = plainRoutes.get(path);
  if (plain !== undefined) return plain;
  for (const { name, resource, pattern, slashless } of routes) {
    const match = pattern.exec(path);
    if (match !== null) return { name, resource, params: match.groups ?? {}, isSlashless: false };
    if (slashless?.test(path)) return { name, resource, params: {}, isSlashless: true };
  }
  return null;
}

/** The fixed format of a path such as `/teachers.csv`; null for other paths. */
export function pathFormatOf({ params }: Pick<Route, "params">): Format | null {
  // The pattern of the route has checked it.
  return (params.format ?? null) as Format | null;
}

/** Creates the function that parses URLs. It removes the path of the base URL from the paths. */
export function createPrefixedParser(baseUrl: string | null): (url: string) => RequestTarget {
  const prefix = baseUrl === null ? "" : decodePath(new URL(baseUrl).pathname.replace(/\/$/, ""));
  return prefix === "" ? parseTarget : (url) => withoutPrefix(parseTarget(url), prefix);
}

/**
 * Removes the prefix of the base URL from the path. Many proxies remove it already, so paths work with and without it.
 * The prefix may itself be a route, such as `/teachers`. A path can then start with it even after a proxy has removed
 * the prefix. So the prefix is kept if only the path with the prefix has a route, or if that path is a health probe.
 */
function withoutPrefix(target: RequestTarget, prefix: string): RequestTarget {
  if (!`${target.path}/`.startsWith(`${prefix}/`)) return target;
  const path = target.path.slice(prefix.length) || "/";
  const whole = path === "/" || findRoute(path) === null ? findRoute(target.path) : null;
  return whole !== null && (path !== "/" || whole.resource.anyHost) ? target : { ...target, path };
}

/**
 * The URL that links start with. This is the base URL if there is one, otherwise `http://` and the Host of the request,
 * which must then be a loopback name. Throws `badHost`. Two Host headers arrive joined by a comma, so they are
 * malformed (RFC 9112, section 3.2).
 */
export function findBase(host: string | null, baseUrl: string | null): string {
  const name = host === null ? null : parseHost(host);
  if (host !== null && name === null) {
    throw badHost(`Host: "${clip(host)}" is malformed; send one host name or address with an optional port.`);
  }
  if (baseUrl !== null) return baseUrl;
  if (name === null) throw badHost("The Host header is missing; send one host name or address.");
  if (!isLoopback(name)) throw badHost(`Host: "${clip(host!)}" is unknown; use localhost or a loopback address.`);
  return `http://${host}`;
}

function badHost(detail: string): Problem {
  return new Problem("badHost", { detail });
}

/** Whether a host name or address, in lower case, is a loopback one. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** The host name or address without brackets and port, in lower case; null if malformed (RFC 3986, section 3.2.2). */
function parseHost(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._~-]{1,255}))(?::(\d{0,5}))?$/.exec(host.toLowerCase());
  if (match === null || Number(match[3] ?? 0) > 65535) return null;
  return match[1] ?? match[2] ?? null;
}

/** The links to the next and the previous page of a query. They differ only in the offset. */
export interface PageLinks {
  /** The text before and after the offset. */
  readonly before: string;
  readonly after: string;
  /** The offsets of the pages, of at most nine digits; null at the ends. An offset of 0 is left out of the link. */
  readonly next: number | null;
  readonly previous: number | null;
}

/**
 * The links carry the given parameters and the effective limit. `count` is the number of all matches, at most a
 * billion.
 */
export function pageLinks(url: string, { limit, offset, given }: ListQuery, count: number): PageLinks {
  // Links have their parameters sorted by name, and `given` is sorted.
  let [beforeLimit, beforeOffset, last] = ["", "", ""];
  for (const [name, value] of given) {
    const pair = `${name}=${encodeQueryValue(value)}`;
    if (name < "limit") beforeLimit += `${pair}&`;
    else if (name < "offset") beforeOffset += `&${pair}`;
    else last += `&${pair}`;
  }
  return {
    before: `${url}?${beforeLimit}limit=${limit}${beforeOffset}`,
    after: last,
    next: offset + limit < count ? offset + limit : null,
    previous: offset === 0 ? null : Math.max(0, offset - limit),
  };
}

/** A link of {@link PageLinks}; null for an offset of null. */
export function renderLink({ before, after }: PageLinks, offset: number | null): string | null {
  return offset === null ? null : before + (offset > 0 ? `&offset=${offset}` : "") + after;
}
