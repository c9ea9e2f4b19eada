/** The access log: the fields that are logged for each request. */
import { parameterNames } from "../../http/contract/parameters.ts";
import type { AnsweredRequest } from "../../http/request-context.ts";
import type { Log } from "./log.ts";

/** Logs a request. Of its query only the names of known parameters appear, because values are often names of people. */
export function logAnswer(log: Log, answered: AnsweredRequest): void {
  const { request, id, status, bytes, ms, isAborted } = answered;
  const target = request.url.replace(/^\w+:\/\/[^/?#]*/, "");
  log("request.answered", {
    method: request.method,
    path: withoutValues(target),
    status,
    bytes,
    ms: Math.round(ms * 1000) / 1000,
    id: id ?? undefined,
    traceparent: findTraceparent(request.headers) ?? undefined,
    aborted: isAborted || undefined,
  });
}

/** The trace that the request belongs to, if the header is well-formed (W3C Trace Context). */
function findTraceparent(headers: Headers): string | null {
  const value = headers.get("traceparent");
  return value !== null && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value) ? value : null;
}

const knownNames = new Set<string>(parameterNames);

/** The path, and the names of known parameters without their values: `/teachers/?search=&limit=`. */
export function withoutValues(target: string): string {
  const queryStart = target.indexOf("?");
  if (queryStart === -1) return target;
  const names = target
    .slice(queryStart + 1)
    .split("&")
    .map((pair) => pair.split("=", 1)[0]!)
    .filter((name) => knownNames.has(name));
  return `${target.slice(0, queryStart)}?${names.map((name) => `${name}=`).join("&")}`;
}
