/** The service as a function from Request to Response: target, route, host, method, answer. */

import { assets } from "../pages/assets.ts";
import { type Answer, redirect } from "./answer.ts";
import { methodNotAllowed, nothingThere, Problem, renderProblem, targetBytesMax } from "./contract/problem.ts";
import { createRouter, findBase, isProbe, methodsOf, parseTarget, type RouteName } from "./contract/routes.ts";
import { createDownloads } from "./downloads.ts";
import { getLive, getReady } from "./handlers/health.ts";
import { getDegrees, getList } from "./handlers/list.ts";
import { getMatch, postMatch } from "./handlers/match.ts";
import { describeRoute, getAsset, getDocs, getIndex, getOpenapi, getRobots } from "./handlers/service.ts";
import { getTeacher } from "./handlers/teacher.ts";
import { answerProblem, problemOf } from "./problem-answer.ts";
import { type AppOptions, clientClosedStatus, type RequestContext } from "./request-context.ts";
import { cacheControl } from "./version-answer.ts";

/** Every answer has these, errors and redirects included; `Allow` is that of the resource. Pages have their own policy. */
const commonHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Dataset-Version, Search-Reading, Content-Disposition, Retry-After, Allow",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/** The GET handler of each resource. */
const handlers: Readonly<Record<RouteName, (context: RequestContext) => Answer | Promise<Answer>>> = {
  list: getList,
  match: getMatch,
  degrees: getDegrees,
  teacher: getTeacher,
  index: getIndex,
  openapi: getOpenapi,
  docs: getDocs,
  asset: getAsset,
  robots: getRobots,
  live: getLive,
  ready: getReady,
};

/** Creates the request handler. It never throws, and returns a promise only if the answer is not ready at once. */
export function createApp(options: AppOptions): (request: Request) => Response | Promise<Response> {
  const { onAnswered } = options;
  const findRoute = createRouter(options.baseUrl, new Set(Object.keys(assets)));
  // Copying these takes less time than a record for each answer, which would become Headers too.
  const common = new Headers(commonHeaders);
  const downloads = createDownloads(options.turns);

  function handle(request: Request): Response | Promise<Response> {
    const context = parseRequest(request);
    try {
      const found = answer(context);
      if (!(found instanceof Promise)) return respond(found, context);
      return found.then((late) => respondLate(late, context)).catch((error: unknown) => respondFailure(error, context));
    } catch (error) {
      return respondFailure(error, context);
    }
  }

  /** Never throws. */
  function parseRequest(request: Request): RequestContext {
    const { method, url, headers } = request;
    const target = parseTarget(url);
    const base = options.baseUrl ?? "";
    const route = findRoute(target.path);
    return { request, method, headers, arrivedMs: performance.now(), options, target, route, base };
  }

  function answer(context: RequestContext): Answer | Promise<Answer> {
    const { method, headers, target, route } = context;
    // Its target names no resource, and may be no path.
    if (method === "CONNECT") throw methodNotAllowed(method);
    if (method === "OPTIONS" && isPreflight(headers)) return answerPreflight(context);
    if (target.bytes > targetBytesMax) throw new Problem(414);
    const base = isProbe(route) ? "" : findBase(headers.get("host"), options.baseUrl);
    if (route === null) throw nothingThere(base);
    if (method === "OPTIONS") return describeRoute(route);
    if (method === "POST" && route.name === "match") return postMatch({ ...context, base });
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method);
    if (route.isSlashless) {
      const url = `${base}${route.path}${target.query === "" ? "" : `?${target.query}`}`;
      return redirect(301, url, { "Cache-Control": cacheControl(options) });
    }
    return handlers[route.name]({ ...context, base });
  }

  /** Never throws: if the problem itself can't be rendered or logged, the answer is fixed. */
  function respondFailure(error: unknown, context: RequestContext): Response {
    try {
      const problem = problemOf(error);
      if (problem.status === 500) options.onError(error);
      return respondLate(answerProblem(problem, context), context);
    } catch {
      const headers = { ...commonHeaders, "Content-Type": "application/problem+json", Connection: "close" };
      return new Response(JSON.stringify(renderProblem(new Problem(500))), { status: 500, headers });
    }
  }

  /** Responds to a client that may have disconnected meanwhile. */
  function respondLate(late: Answer, context: RequestContext): Response {
    if (!context.request.signal.aborted) return respond(late, context);
    report(context, clientClosedStatus);
    return new Response(null, { status: 204 });
  }

  /** Throws `OverloadError` if the body is a download, and too many of them are open. */
  function respond({ status, headers: own, body }: Answer, context: RequestContext): Response {
    const { request, method } = context;
    const headers = completeHeaders(own, context);
    if (method === "HEAD") {
      report(context, status);
      addHeadHeaders(headers, body);
      return new Response(null, { status, headers });
    }
    if (body === null || typeof body === "string" || body instanceof Uint8Array) {
      report(context, status);
      return new Response(body, { status, headers });
    }
    options.onStream(request);
    const { pieces, isWorkbook } = body;
    return new Response(
      downloads.open(pieces, isWorkbook, () => report(context, status)),
      { status, headers },
    );
  }

  /** Adds the headers of every answer, of the resource and of the connection. */
  function completeHeaders(own: Answer["headers"], { method, target, route }: RequestContext): Headers {
    const headers = new Headers(common);
    for (const name in own) headers.set(name, own[name]!);
    headers.set("Allow", methodsOf(route));
    // Negotiated answers say so, errors included (specification, section 4.1).
    if (own.Vary === undefined && /^\/teachers(?:[/.]|$)/.test(route?.path ?? target.path))
      headers.set("Vary", "Accept");
    // After CONNECT, Bun treats the connection as a tunnel and discards every later request on it.
    if (options.state.draining || method === "CONNECT") headers.set("Connection", "close");
    return headers;
  }

  function report({ route, arrivedMs }: RequestContext, status: number): void {
    onAnswered?.(route, status, performance.now() - arrivedMs);
  }

  return handle;
}

/** Adds what GET has with its body (RFC 9110, section 9.3.2), and the Date header, which Bun omits for HEAD. */
function addHeadHeaders(headers: Headers, body: Answer["body"]): void {
  headers.set("Date", new Date().toUTCString());
  if (body === null) return;
  if (typeof body === "string" || body instanceof Uint8Array)
    headers.set("Content-Length", String(Buffer.byteLength(body)));
  else headers.set("Transfer-Encoding", "chunked");
}

function isPreflight(headers: Headers): boolean {
  return headers.has("origin") && headers.has("access-control-request-method");
}

/** The answer to a CORS preflight request, on every path (Fetch standard). */
function answerPreflight({ route }: RequestContext): Answer {
  const headers = {
    "Access-Control-Allow-Methods": methodsOf(route),
    // A wildcard does not cover Authorization, which a proxy in front of the service may ask for.
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  };
  return { status: 204, headers, body: null };
}
