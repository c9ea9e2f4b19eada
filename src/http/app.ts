/** The service as a function from Request to Response: target, route, host, method, answer. */
import { type Answer, allowedMethods, redirect, toResponse } from "./answer.ts";
import type { AppOptions } from "./call.ts";
import { findBase } from "./host.ts";
import { methodNotAllowed, Problem, renderProblem } from "./problem.ts";
import { describeResource, findRoute } from "./routes.ts";
import { parseTarget, type Target } from "./target.ts";

/** The function that answers every request and never throws. */
export function createApp(options: AppOptions): (request: Request) => Response {
  const prefix = options.baseUrl === null ? "" : new URL(options.baseUrl).pathname.replace(/\/$/, "");

  function answer(request: Request, target: Target): Answer {
    const { method, headers } = request;
    if (method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method")) return preflight;
    const found = findRoute(target.path);
    const base = found?.resource.anyHost ? "" : findBase(headers.get("host"), options.baseUrl);
    if (found === null) throw new Problem("notFound");
    const { captured, isSlashless } = found;
    if (method === "OPTIONS") return describeResource(found.resource);
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method);
    if (isSlashless) return redirect(301, `${base}${target.path}/${target.query === "" ? "" : `?${target.query}`}`);
    return found.get({ request, target, captured, base, options });
  }

  return (request) => {
    let underTeachers = false;
    let result: Answer;
    try {
      const target = withoutPrefix(parseTarget(request.url), prefix);
      underTeachers = /^\/teachers(?:[/.]|$)/.test(target.path);
      result = answer(request, target);
    } catch (error) {
      if (!(error instanceof Problem)) options.onError(error);
      result = problemAnswer(error instanceof Problem ? error : new Problem("internal"));
    }
    const headers: Record<string, string> = { ...result.headers };
    if (underTeachers) headers.Vary ??= "Accept";
    if (options.state.draining) headers.Connection = "close";
    return toResponse({ ...result, headers }, request.method === "HEAD");
  };
}

/** Browsers ask before a request from another site; on every path (Fetch standard, CORS preflight). */
const preflight: Answer = {
  status: 204,
  headers: {
    "Access-Control-Allow-Methods": allowedMethods,
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  },
  body: null,
};

/** Routes answer with and without the prefix, since many proxies strip it. */
function withoutPrefix(target: Target, prefix: string): Target {
  if (prefix === "" || !`${target.path}/`.startsWith(`${prefix}/`)) return target;
  return { ...target, path: target.path.slice(prefix.length) || "/" };
}

function problemAnswer(problem: Problem): Answer {
  return {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...problem.headers },
    body: JSON.stringify(renderProblem(problem)),
  };
}
