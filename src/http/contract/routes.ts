/** The resources, and which of them a path names. */
import { isIPv4 } from "node:net";
import { clip, Problem } from "./problem.ts";

/** Each resource with its path; the health probes answer at the root whatever the base URL, and without a Host check. */
const paths = {
  list: "/teachers/",
  match: "/teachers/match/",
  degrees: "/teachers/degrees/",
  index: "/",
  openapi: "/openapi.json",
  docs: "/docs/",
  robots: "/robots.txt",
  live: "/livez",
  ready: "/readyz",
} as const;

export type RouteName = keyof typeof paths | "teacher" | "asset";

/** The path of each resource as metrics and logs name it. */
export const routeLabels: Readonly<Record<RouteName, string>> = {
  ...paths,
  teacher: "/teachers/{id}/",
  asset: "/{file}",
};

export interface Route {
  readonly name: RouteName;
  /** The path in its proper form, from which links and locations are built. */
  readonly path: string;
  /** The digits of a teacher's id, or the name of a static file. */
  readonly argument: string;
  /** Whether the path says `json`, as clients of the original service do. */
  readonly isJson: boolean;
  /** Whether the path lacks the slash at its end. */
  readonly isSlashless: boolean;
}

const plainRoutes = new Map(
  (Object.entries(paths) as [RouteName, string][]).flatMap(([name, path]) => {
    const route = { name, path, argument: "", isJson: false, isSlashless: false };
    const slashless = path.slice(0, -1);
    const others: [string, Route][] =
      path.endsWith("/") && path !== "/" ? [[slashless, { ...route, isSlashless: true }]] : [];
    return [[path, route] as [string, Route], ...others];
  }),
);

const teacherPath = /^\/teachers\/([0-9]+)(\/|\.json\/?)?$/;
const listAsJson = /^\/teachers\.json\/?$/;

/** The route of a decoded path; null if there is nothing at it. `assets` are the names of the static files. */
function findRoute(path: string, assets: ReadonlySet<string>): Route | null {
  const plain = plainRoutes.get(path);
  if (plain !== undefined) return plain;
  if (listAsJson.test(path)) return { name: "list", path, argument: "", isJson: true, isSlashless: false };
  const [, id, end = ""] = teacherPath.exec(path) ?? [];
  if (id !== undefined) {
    const isJson = end.startsWith(".json");
    const proper = isJson ? path : `/teachers/${id}/`;
    return { name: "teacher", path: proper, argument: id, isJson, isSlashless: end === "" };
  }
  const asset = path.slice(1);
  return assets.has(asset) ? { name: "asset", path, argument: asset, isJson: false, isSlashless: false } : null;
}

/** Whether the resource answers at the root, whatever the base URL and the Host. */
export const isProbe = (route: Route | null): boolean => route?.name === "live" || route?.name === "ready";

/** The methods of a resource. */
export const methodsOf = (route: Route | null): string =>
  route?.name === "match" ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";

export interface RequestTarget {
  /** The decoded path with single slashes. A path that is malformed or not UTF-8 stays encoded, so it has no route. */
  readonly path: string;
  /** The percent-encoded query without the question mark. */
  readonly query: string;
  /** The length of the percent-encoded path and query. */
  readonly bytes: number;
}

/**
 * Parses the URL of a request. Bun has usually done so already; if Host is missing or malformed, it gives the target as
 * sent, alone or after the malformed Host. The target of CONNECT is no path and stays as it is. Never throws.
 */
export function parseTarget(url: string): RequestTarget {
  const parsed = URL.parse(url) ?? URL.parse(`http://localhost${url.replace(/^http:\/\/[^/]*/, "")}`);
  if (parsed === null) return { path: url, query: "", bytes: url.length };
  const { pathname, search } = parsed;
  return { path: decodePath(pathname), query: search.slice(1), bytes: pathname.length + search.length };
}

/** An encoded slash is part of a segment (RFC 3986, section 2.2), and no path of ours has one. */
function decodePath(path: string): string {
  const single = path.replace(/\/{2,}/g, "/");
  if (!single.includes("%") || /%2f/i.test(single)) return single;
  try {
    return decodeURIComponent(single);
  } catch {
    return single;
  }
}

/**
 * Finds routes with and without the path of the base URL, since many proxies strip it. A path is first read without
 * it, then with it, since it may itself be a route, such as `/teachers`. A probe is always itself.
 */
export function createRouter(baseUrl: string | null, assets: ReadonlySet<string>) {
  const prefix = baseUrl === null ? "" : decodePath(new URL(baseUrl).pathname.replace(/\/$/, ""));
  return (path: string): Route | null => {
    const whole = findRoute(path, assets);
    if (prefix === "" || !`${path}/`.startsWith(`${prefix}/`)) return whole;
    const rest = path.slice(prefix.length) || "/";
    const inner = findRoute(rest, assets);
    return isProbe(whole) ? whole : (inner ?? whole);
  };
}

/**
 * The URL that links start with, without a slash at the end: the base URL, or else the Host of the request, which must
 * be a loopback name. Throws a problem for a Host that is malformed or foreign.
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
  return new Problem(400, { detail });
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
