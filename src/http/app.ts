/** The service as a function from Request to Response: target, route, page cache, host, method, answer. */

import { methodNotAllowed, Problem, renderProblem, targetBytesMax } from "../contract/problems.ts";
import { allowedMethodsOf, type Resource, type ResourceName } from "../contract/resources.ts";
import { commonHeaders } from "../contract/response-headers.ts";
import { createBaseFinder, createPrefixedParser } from "../contract/urls.ts";
import { createServerGarbage } from "../domain/garbage.ts";
import { type Answer, type Body, notModifiedAnswer, pageAnswer, plainAnswer, redirect } from "./answer.ts";
import { getDegrees } from "./handlers/degrees.ts";
import { getLive, getReady } from "./handlers/health.ts";
import { getList } from "./handlers/list.ts";
import { getMatch, matchBody } from "./handlers/match.ts";
import { describeResource, getAsset, getDocs, getIndex, getOpenapi, getRobots } from "./handlers/service.ts";
import { getSuggestions } from "./handlers/suggestions.ts";
import { getTeacher } from "./handlers/teacher.ts";
import type { PageCache } from "./page-cache.ts";
import { createHeaderFinder } from "./page-headers.ts";
import { answerProblem, problemOf } from "./problem-answer.ts";
import { createStreams } from "./render/stream.ts";
import { ByteWriter } from "./render/writer.ts";
import { type AppOptions, clientClosedStatus, RequestContext, type SharedObjects } from "./request-context.ts";

/** The GET handler of each resource. */
const handlers: Readonly<Record<ResourceName, (context: RequestContext) => Answer | Promise<Answer>>> = {
  list: getList,
  match: getMatch,
  degrees: getDegrees,
  teacher: getTeacher,
  index: getIndex,
  openapi: getOpenapi,
  docs: getDocs,
  suggestions: getSuggestions,
  asset: getAsset,
  robots: getRobots,
  live: getLive,
  ready: getReady,
};

/** The POST handlers of resources that take a body. */
const bodyHandlers: Readonly<Partial<typeof handlers>> = { match: matchBody };

/**
 * The bytes of garbage that are counted per request. Frequent collections let new objects reuse memory that is still in
 * the processor's caches.
 */
const garbagePerRequest = 8 * 1024;

/** Creates the request handler. It never throws, and returns a promise only if the answer is not ready at once. */
export function createApp(
  options: AppOptions,
  cache: PageCache,
  garbage = createServerGarbage(),
): (request: Request) => Response | Promise<Response> {
  const { onAnswered } = options;
  const streams = createStreams(garbage);
  const findBase = createBaseFinder(options.baseUrl);
  const shared: SharedObjects = {
    parseTarget: createPrefixedParser(options.baseUrl),
    writer: new ByteWriter(),
    garbage,
    streams,
    findHeaders: createHeaderFinder(options.maxAgeSeconds),
    documents: new Map(),
  };

  function handle(request: Request): Response | Promise<Response> {
    garbage.countSmall(garbagePerRequest);
    const context = new RequestContext(request, options, shared);
    try {
      const found = findCached(context) ?? answer(context);
      if (!(found instanceof Promise)) return respond(found, context);
      return found
        .then((late) => respondAsync(late, context))
        .catch((error: unknown) => respondFailure(error, context));
    } catch (error) {
      return respondFailure(error, context);
    }
  }

  /** Never throws: if the problem itself can't be rendered or logged, the answer is fixed. */
  function respondFailure(error: unknown, context: RequestContext): Response {
    try {
      return respondAsync(answerFailure(error, context), context);
    } catch {
      const headers = { ...commonHeaders, "Content-Type": "application/problem+json", Connection: "close" };
      return new Response(JSON.stringify(renderProblem(new Problem("internal"))), { status: 500, headers });
    }
  }

  function findCached(context: RequestContext): Answer | null {
    const { method, headers } = context;
    const { directory } = options.state;
    if (directory === null || (method !== "GET" && method !== "HEAD")) return null;
    const cached = cache.find(directory.publication, context);
    if (cached === undefined) return null;
    return notModifiedAnswer(headers, cached.pageHeaders) ?? pageAnswer(cached.pageHeaders, cached.body);
  }

  function answer(context: RequestContext): Answer | Promise<Answer> {
    const { method, headers, target, route } = context;
    // Its target names no resource, and may be no path.
    if (method === "CONNECT") throw methodNotAllowed(method);
    if (method === "OPTIONS" && isPreflight(headers)) return preflightAnswer(context.resource);
    if (target.bytes > targetBytesMax) throw new Problem("uriTooLong");
    const base = route?.resource.anyHost ? "" : findBase(headers.get("host"));
    if (route === null) throw new Problem("notFound");
    if (method === "OPTIONS") return describeResource(route.resource);
    const handler = chooseHandler(method, route.name);
    if (handler === null) throw methodNotAllowed(method);
    if (route.isSlashless && handler === handlers[route.name]) {
      return redirect(301, `${base}${target.path}/${target.query === "" ? "" : `?${target.query}`}`);
    }
    context.base = base;
    return handler(context);
  }

  function answerFailure(error: unknown, context: RequestContext): Answer {
    const problem = problemOf(error);
    if (problem.problem === "internal") options.onError(error, context.id);
    context.base = options.baseUrl ?? "";
    return answerProblem(problem, context);
  }

  /** Throws `OverloadError` if the body is a stream and too many streams are open. */
  function respond({ status, headers, body, pageHeaders }: Answer, context: RequestContext): Response {
    const { request, method } = context;
    const complete = withOwnHeaders(headers instanceof Headers ? headers : completeHeaders(headers, context), context);
    // A late answer from an older version must not evict the pages of the current one.
    if (
      body instanceof Uint8Array &&
      pageHeaders !== null &&
      pageHeaders.publication === options.state.directory?.publication
    ) {
      cache.set(context, pageHeaders, body);
    }
    if (method === "HEAD") {
      report(context, status, 0, false);
      return headResponse(status, complete, body);
    }
    if (body === null || body instanceof Uint8Array || body instanceof Blob) {
      report(context, status, lengthOf(body), false);
      // `Response` copies the bytes, so the next rendering may overwrite them.
      return new Response(body, { status, headers: complete });
    }
    options.onStream(request);
    const kind = Symbol.asyncIterator in body ? "workbook" : pageHeaders?.coding === "gzip" ? "gzip" : null;
    const stream = streams.open(body, kind, (bytes, isAborted) => report(context, status, bytes, isAborted));
    return new Response(stream, { status, headers: complete });
  }

  /** Adds the headers that depend on the connection or the request, not on the answer. */
  function withOwnHeaders(headers: Headers, { method, id }: RequestContext): Headers {
    // After CONNECT, Bun treats the connection as a tunnel and discards every later request on it.
    const closeConnection = options.state.draining || method === "CONNECT";
    if (!closeConnection && id === null) return headers;
    const own = new Headers(headers);
    if (closeConnection) own.set("Connection", "close");
    if (id !== null) own.set("X-Request-Id", id);
    return own;
  }

  /** Responds with an asynchronous answer; its client may have disconnected. */
  function respondAsync(late: Answer, context: RequestContext): Response {
    if (onAnswered === null || !context.request.signal.aborted) return respond(late, context);
    report(context, clientClosedStatus, 0, true);
    return new Response(null, { status: 204 });
  }

  function report(context: RequestContext, status: number, bytes: number, isAborted: boolean): void {
    if (onAnswered === null) return;
    const { request, id, resource, arrivedMs } = context;
    onAnswered({ request, id, resource, status, bytes, ms: performance.now() - arrivedMs, isAborted });
  }

  return handle;
}

function lengthOf(body: Uint8Array | Blob | null): number {
  if (body === null) return 0;
  return body instanceof Blob ? body.size : body.length;
}

/** The headers of GET without the body (RFC 9110, section 9.3.2), with the Date header, which Bun omits for HEAD. */
function headResponse(status: number, headers: Headers, body: Body | null): Response {
  const own = new Headers(headers);
  own.set("Date", new Date().toUTCString());
  if (body instanceof Uint8Array || body instanceof Blob) own.set("Content-Length", String(lengthOf(body)));
  else if (body !== null) own.set("Transfer-Encoding", "chunked");
  return new Response(null, { status, headers: own });
}

/**
 * Adds the common headers, those of the resource, and `Vary: Accept` under `/teachers` (specification, section 4.1).
 */
function completeHeaders(headers: Readonly<Record<string, string>>, { target, resource }: RequestContext): Headers {
  const complete = new Headers({ ...commonHeaders, ...headers, Allow: allowedMethodsOf(resource) });
  if (headers.Vary === undefined && /^\/teachers(?:[/.]|$)/.test(target.path)) complete.set("Vary", "Accept");
  return complete;
}

function isPreflight(headers: Headers): boolean {
  return headers.has("origin") && headers.has("access-control-request-method");
}

/** The answer to a CORS preflight request, on every path (Fetch standard). */
function preflightAnswer(resource: Resource | null): Answer {
  return plainAnswer(204, {
    "Access-Control-Allow-Methods": allowedMethodsOf(resource),
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  });
}

/** The handler of a method; null if the resource does not allow the method. */
function chooseHandler(method: string, name: ResourceName): (typeof handlers)[ResourceName] | null {
  if (method === "GET" || method === "HEAD") return handlers[name];
  return method === "POST" ? (bodyHandlers[name] ?? null) : null;
}
