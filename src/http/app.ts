/** The service as a function from Request to Response: target, route, host, method, answer; first the rate limit. */

import { methodNotAllowed, Problem, targetBytesMax } from "../contract/problems.ts";
import type { Resource, ResourceName } from "../contract/resources.ts";
import { allowedMethods, commonHeaders } from "../contract/response-headers.ts";
import { createBaseFinder, createTargetParser, decodePath, findRoute, type Target } from "../contract/urls.ts";
import { type Answer, notModifiedAnswer, okAnswer, type VersionAnswer, type Written, writeAnswer } from "./answer.ts";
import { type Body, contentOf, sizeOf } from "./body.ts";
import { countRequestGarbage } from "./garbage.ts";
import { getLive, getReady } from "./health-handlers.ts";
import { getList } from "./list-handler.ts";
import { getMatch } from "./match-handler.ts";
import type { PageCache } from "./page-cache.ts";
import { answerProblem, problemOf } from "./problem-answer.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";
import { chooseRequestId } from "./request-id.ts";
import { describeResource, getAsset, getDocs, getIndex, getOpenapi, getRobots } from "./service-handlers.ts";
import { redirect } from "./simple-answers.ts";
import { openStream } from "./stream-writer.ts";
import { getTeacher } from "./teacher-handler.ts";

/** What answers GET of each resource. */
const handlers: Readonly<Record<ResourceName, (context: RequestContext) => Answer | VersionAnswer>> = {
  list: getList,
  match: getMatch,
  teacher: getTeacher,
  index: getIndex,
  openapi: getOpenapi,
  docs: getDocs,
  asset: getAsset,
  robots: getRobots,
  live: getLive,
  ready: getReady,
};

/** A request on its way through the pipeline. Its method, URL and headers are read once: each time is a call of the runtime. */
interface Exchange extends Pick<Request, "method" | "url" | "headers"> {
  readonly request: Request;
  /** Null unless requests have ids. */
  readonly id: string | null;
  /** When it arrived, in milliseconds; 0 if nobody watches. */
  readonly arrivedMs: number;
  target: Target;
  /** Null until it is found, and for an unknown path. */
  resource: Resource | null;
}

/** The target of a request before it is parsed. */
const noTarget: Target = { path: "", query: "", bytes: 0 };

/** The status that the client would see, had it not disconnected before; known from nginx. */
const clientLeft = 499;

/** Creates the request handler. It never throws, and returns a promise only if the work takes longer. */
export function createApp(options: AppOptions, cache: PageCache): (request: Request) => Response | Promise<Response> {
  const prefix = options.baseUrl === null ? "" : decodePath(new URL(options.baseUrl).pathname.replace(/\/$/, ""));

  const { checkRate, observer } = options;
  const findBase = createBaseFinder(options.baseUrl);
  const parseTarget = createTargetParser();

  function find(exchange: Exchange): Answer | VersionAnswer {
    const { request, method, headers, target } = exchange;
    if (method === "OPTIONS" && isPreflight(headers)) return preflight;
    if (target.bytes > targetBytesMax) throw new Problem("uriTooLong");
    const route = findRoute(target.path);
    exchange.resource = route?.resource ?? null;
    const base = route?.resource.anyHost ? "" : findBase(headers.get("host"));
    if (route === null) throw new Problem("notFound");
    if (method === "OPTIONS") return describeResource(route.resource);
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method);
    if (route.isSlashless) {
      return redirect(301, `${base}${target.path}/${target.query === "" ? "" : `?${target.query}`}`);
    }
    return handlers[route.name]({ request, target, params: route.params, base, options });
  }

  /** Writes the body, and caches it unless it is a stream. */
  function complete(answer: VersionAnswer, exchange: Exchange): Answer | Promise<Answer> {
    const notModified = notModifiedAnswer(exchange, answer.headers);
    if (notModified !== null) return notModified;
    const written = writeAnswer(answer);
    return written instanceof Promise
      ? written.then((late) => cacheBody(answer, late, exchange))
      : cacheBody(answer, written, exchange);
  }

  function cacheBody({ directory }: VersionAnswer, { body, headers }: Written, exchange: Exchange): Answer {
    // A late answer from an older version must not evict the pages of the current one.
    if (typeof body !== "function" && directory === options.state.directory) {
      cache.set(directory, exchange, { headers, body, resource: exchange.resource });
    }
    return okAnswer(headers, body);
  }

  function findCached(exchange: Exchange): Answer | null {
    const { method } = exchange;
    const { directory } = options.state;
    if (directory === null || (method !== "GET" && method !== "HEAD")) return null;
    const cached = cache.find(directory, exchange);
    if (cached === undefined) return null;
    exchange.resource = cached.resource;
    return notModifiedAnswer(exchange, cached.headers) ?? okAnswer(cached.headers, cached.body);
  }

  function answerFailure(error: unknown, { request, target, id }: Exchange): Answer {
    const problem = problemOf(error);
    if (problem.problem === "internal") options.onError(error, id);
    return answerProblem(problem, { request, target, params: {}, base: options.baseUrl ?? "", options });
  }

  /** Throws `OverloadError` if the body is a stream and too many streams are open. */
  function finish({ status, headers, body }: Answer, exchange: Exchange): Response {
    const { request, method, id } = exchange;
    let complete = headers instanceof Headers ? headers : new Headers({ ...commonHeaders, ...headers });
    // After CONNECT, Bun treats the connection as a tunnel and discards every later request on it.
    const closeConnection = options.state.draining || method === "CONNECT";
    if (closeConnection || id !== null) {
      complete = new Headers(complete);
      if (closeConnection) complete.set("Connection", "close");
      if (id !== null) complete.set("X-Request-Id", id);
    }
    if (method === "HEAD") {
      tell(exchange, status, 0, false);
      return headResponse(status, complete, body);
    }
    if (typeof body !== "function") {
      const content = body === null ? null : contentOf(body);
      if (observer !== null) tell(exchange, status, content === null ? 0 : sizeOf(content), false);
      // Copies shared bytes: the next rendering overwrites them.
      return new Response(content, { status, headers: complete });
    }
    options.onStream(request);
    const stream = openStream(body(), (bytes, isAborted) => tell(exchange, status, bytes, isAborted));
    return new Response(stream, { status, headers: complete });
  }

  /** Finishes an answer that others did not wait for; its client may have disconnected. */
  function finishLate(answer: Answer, exchange: Exchange): Response {
    if (observer === null || !exchange.request.signal.aborted) return finish(answer, exchange);
    tell(exchange, clientLeft, 0, true);
    return new Response(null, { status: 204 });
  }

  function tell({ request, id, arrivedMs, resource }: Exchange, status: number, bytes: number, isAborted: boolean) {
    if (observer === null) return;
    observer.onAnswered({ request, id, resource, status, bytes, ms: performance.now() - arrivedMs, isAborted });
  }

  return (request) => {
    countRequestGarbage();
    const { method, url, headers } = request;
    const exchange: Exchange = {
      request,
      method,
      url,
      headers,
      id: options.hasRequestIds ? chooseRequestId(headers.get("x-request-id")) : null,
      arrivedMs: observer === null ? 0 : performance.now(),
      target: noTarget,
      resource: null,
    };
    try {
      if (checkRate !== undefined) {
        exchange.target = withoutPrefix(parseTarget(url), prefix);
        // A refused request counts for its route too.
        exchange.resource = findRoute(exchange.target.path)?.resource ?? null;
        if (exchange.resource?.anyHost !== true) checkRate(request);
      }
      const cached = findCached(exchange);
      if (cached !== null) return finish(cached, exchange);
      if (checkRate === undefined) exchange.target = withoutPrefix(parseTarget(url), prefix);
      const found = find(exchange);
      const answered = "getContent" in found ? complete(found, exchange) : negotiated(found, exchange.target);
      if (!(answered instanceof Promise)) return finish(answered, exchange);
      return answered
        .then((late) => finishLate(late, exchange))
        .catch((error: unknown) => finishLate(answerFailure(error, exchange), exchange));
    } catch (error) {
      return finish(answerFailure(error, exchange), exchange);
    }
  };
}

/** The headers of GET without the body (RFC 9110, section 9.3.2), with the Date header, which Bun omits for HEAD. */
function headResponse(status: number, headers: Headers, body: Body | Blob | null): Response {
  const own = new Headers(headers);
  own.set("Date", new Date().toUTCString());
  if (typeof body === "function") own.set("Transfer-Encoding", "chunked");
  else if (body !== null) own.set("Content-Length", String(sizeOf(contentOf(body))));
  return new Response(null, { status, headers: own });
}

/** Adds `Vary: Accept` to every answer under `/teachers` (specification, section 4.1). */
function negotiated(answer: Answer, { path }: Target): Answer {
  const { headers } = answer;
  if (headers instanceof Headers || headers.Vary !== undefined || !/^\/teachers(?:[/.]|$)/.test(path)) return answer;
  return { ...answer, headers: { ...headers, Vary: "Accept" } };
}

function isPreflight(headers: Headers): boolean {
  return headers.has("origin") && headers.has("access-control-request-method");
}

/** The answer to a CORS preflight request, on every path (Fetch standard). */
const preflight: Answer = {
  status: 204,
  headers: {
    "Access-Control-Allow-Methods": allowedMethods,
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  },
  body: null,
};

/**
 * Removes the prefix of the base URL. Many proxies strip it already, so routes work with and without it. If the prefix is
 * also the name of a route, such as `/teachers`, a stripped path can look like an unstripped one.
 */
function withoutPrefix(target: Target, prefix: string): Target {
  if (prefix === "" || !`${target.path}/`.startsWith(`${prefix}/`)) return target;
  const path = target.path.slice(prefix.length) || "/";
  const whole = path === "/" || findRoute(path) === null ? findRoute(target.path) : null;
  return whole !== null && (path !== "/" || whole.resource.anyHost) ? target : { ...target, path };
}
