/** The access log: what is logged of each request. */
import { listParameters, matchParameters, teacherParameters } from "../../contract/parameters.ts";
import type { AnsweredRequest } from "../../http/request-context.ts";
import type { Log } from "./log.ts";

/** Logs a request. Without `logsQueries`, only the names of its known parameters appear, because values are often names of people. */
export function logAnswer(log: Log, logsQueries: boolean, answered: AnsweredRequest): void {
  const { request, id, status, bytes, ms, isAborted } = answered;
  const target = request.url.replace(/^\w+:\/\/[^/?#]*/, "");
  log("request.answered", {
    method: request.method,
    path: logsQueries ? target : withoutValues(target),
    status,
    bytes,
    ms: Math.round(ms * 1000) / 1000,
    id: id ?? undefined,
    aborted: isAborted || undefined,
  });
}

const knownNames = new Set(
  [...listParameters, ...matchParameters, ...teacherParameters].map(({ name }) => name as string),
);

/** The path, and the names of known parameters without their values: `/teachers/?search=&limit=`. */
export function withoutValues(target: string): string {
  const mark = target.indexOf("?");
  if (mark === -1) return target;
  const names = target
    .slice(mark + 1)
    .split("&")
    .map((pair) => pair.split("=", 1)[0]!)
    .filter((name) => knownNames.has(name));
  return `${target.slice(0, mark)}?${names.map((name) => `${name}=`).join("&")}`;
}
