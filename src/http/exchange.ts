/** A request in the pipeline: its parts, its id, and the objects that handlers use. */
import type { Resource } from "../contract/resources.ts";
import { createTargetParser, decodePath, findRoute, type RequestTarget, type Route } from "../contract/urls.ts";
import type { AppOptions, RequestContext, SharedObjects } from "./request-context.ts";

/** This is a class, because target and route are found on first use. Most answers from the page cache need neither. */
export class Exchange implements RequestContext {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Null unless requests have ids. */
  readonly id: string | null;
  /** The time of arrival by `performance.now()`; 0 without metrics and access log. */
  readonly arrivedMs: number;
  readonly options: AppOptions;
  readonly shared: SharedObjects;
  /** The base URL of links. Until the Host header has been checked, it is the configured one. */
  base: string;
  #target: RequestTarget | undefined;
  #route: Route | null | undefined;

  constructor(request: Request, options: AppOptions, shared: SharedObjects) {
    this.request = request;
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.id = options.hasRequestIds ? chooseRequestId(this.headers.get("x-request-id")) : null;
    this.arrivedMs = options.onAnswered === null ? 0 : performance.now();
    this.options = options;
    this.shared = shared;
    this.base = options.baseUrl ?? "";
  }

  get target(): RequestTarget {
    this.#target ??= this.shared.parseTarget(this.url);
    return this.#target;
  }

  /** Null for an unknown path. */
  get route(): Route | null {
    if (this.#route === undefined) this.#route = findRoute(this.target.path);
    return this.#route;
  }

  get resource(): Resource | null {
    return this.route?.resource ?? null;
  }

  get params(): Route["params"] {
    return this.route?.params ?? {};
  }
}

/** Allows the common formats: UUIDs, hexadecimal numbers, base64, and ids with a prefix. */
const wellFormedId = /^[\w.:@/+=-]{1,128}$/;

/** The id that came with the request if it is well-formed, otherwise a new one. */
export function chooseRequestId(sent: string | null): string {
  return sent !== null && wellFormedId.test(sent) ? sent : crypto.randomUUID();
}

/** Creates the function that parses URLs. It removes the path of the base URL from the paths. */
export function createPrefixedParser(baseUrl: string | null): (url: string) => RequestTarget {
  const prefix = baseUrl === null ? "" : decodePath(new URL(baseUrl).pathname.replace(/\/$/, ""));
  const parseTarget = createTargetParser();
  return prefix === "" ? parseTarget : (url) => withoutPrefix(parseTarget(url), prefix);
}

/**
 * Removes the prefix of the base URL from the path. Many proxies remove it already, so paths work with and without it.
 * If the prefix is also a route, such as `/teachers`, a path from which a proxy has removed it can still begin with it.
 * So the path stays whole if only the whole path has a route, or if its route is a health probe.
 */
function withoutPrefix(target: RequestTarget, prefix: string): RequestTarget {
  if (!`${target.path}/`.startsWith(`${prefix}/`)) return target;
  const path = target.path.slice(prefix.length) || "/";
  const whole = path === "/" || findRoute(path) === null ? findRoute(target.path) : null;
  return whole !== null && (path !== "/" || whole.resource.anyHost) ? target : { ...target, path };
}
