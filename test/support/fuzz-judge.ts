/** Judges the answers to random requests, and lists the reasons for which a parser or proxy may refuse one. */
import { answeredOf, findBroken, findBrokenWire, isBare } from "../contract/rules.ts";
import type { FindNonconformances } from "./conformance.ts";
import { type FuzzRequest, isFraming, knownMethods, renderRequest } from "./fuzz-requests.ts";
import { headerOf, type WireAnswer } from "./wire.ts";

/** A response, null if the connection was closed before it, or an error if it can't be read. */
export type Outcome = WireAnswer | null | Error;

/** The kind under which an outcome is counted. */
export function nameOutcome(answer: Outcome, isNginx: boolean): string {
  if (answer instanceof Error) return "broken off";
  if (answer === null) return "closed";
  if (isBare(answer)) return `parser ${answer.status}`;
  return isNginx && !isOurs(answer) ? `nginx ${answer.status}` : String(answer.status);
}

/** Whether the connection is closed after this response. */
export function isLastOf(request: FuzzRequest, outcome: Outcome): boolean {
  if (outcome === null || outcome instanceof Error) return true;
  // For a page in its cache, nginx answers 412 itself, sends keep-alive and closes the connection.
  if (outcome.status === 412) return true;
  return saysClose(request) || /\bclose\b/i.test(headerOf(outcome, "connection") ?? "");
}

function saysClose({ version, headers, method }: FuzzRequest): boolean {
  const isClose = ([name, value]: readonly [string, string]): boolean =>
    /^connection$/i.test(name) && value === "close";
  return version === "1.0" || method === "CONNECT" || headers.some(isClose);
}

/** Whether the response to it is always complete before the parser reads the next request. */
export function isImmediate({ method, target }: FuzzRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return true;
  return /^\/(?:livez|readyz|openapi\.json|teachers\/\?limit=1&offset=\d+)$/.test(target);
}

/** The reason for which a parser may refuse the request or close the connection; null if there is none. */
export function explainRefusal(request: FuzzRequest): string | null {
  const { method, target, version, headers, framingFault, raw } = request;
  if (raw !== null) return "anything";
  if (framingFault !== null) return framingFault;
  if (!knownMethods.includes(method)) return "an unknown method";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about them.
  if (/[\x00-\x20]/.test(target)) return "a space or a control byte in the target";
  if (!/^(?:\/|http:\/\/)/.test(target)) return "a target that is not a path";
  if (renderRequest({ ...request, body: "" }).length > 16 * 1024) return "a head over 16 KiB";
  if (version === "1.1" && !headers.some(([name]) => /^host$/i.test(name))) return "no Host";
  if (headers.length > 190) return "too many fields";
  for (const [name, value] of headers) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "a field name that is not a token";
    if (version === "1.0" && /^transfer-encoding$/i.test(name)) return "chunks in HTTP/1.0";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about them.
    if (/[\x00-\x08\x0a-\x1f]/.test(value)) return "a control byte in a header";
  }
  return null;
}

/** nginx answers some requests itself, with its own page. 421 is for a Host of somebody else. */
const nginxStatuses = [400, 405, 413, 414, 421, 431];

/** nginx adds our headers to its own 405 page, but unlike our pages it names no charset. */
function isOurs(answer: WireAnswer): boolean {
  return headerOf(answer, "access-control-allow-origin") !== null && headerOf(answer, "content-type") !== "text/html";
}

/** The faults of the outcome; empty if there are none. */
export function judge(
  request: FuzzRequest,
  outcome: Outcome,
  isNginx: boolean,
  findNonconformances: FindNonconformances,
): string[] {
  const explained = explainRefusal(request);
  if (outcome instanceof Error) return explained === null ? [outcome.message] : [];
  if (outcome === null) return explained === null ? ["the connection was closed"] : [];
  const { status } = outcome;
  if (isBare(outcome) || (isNginx && !isOurs(outcome))) {
    if (explained !== null && [400, 413, 431, 501, 505].includes(status)) return [];
    if (!isNginx) return [`a bare ${status} for ${explained ?? "nothing that explains it"}`];
    if (status === 412 && request.headers.some(([name]) => /^if-(?:match|unmodified-since)$/i.test(name))) return [];
    return nginxStatuses.includes(status) ? [] : [`${status} of nginx for ${explained ?? "nothing that explains it"}`];
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (!isFraming(name)) headers[name.toLowerCase()] = `${headers[name.toLowerCase()] ?? ""},${value}`;
  }
  const path = request.target.replace(/[?#].*/s, "");
  const answered = answeredOf(outcome);
  const broken = [
    ...findBroken({ method: request.method, path, headers }, answered),
    // For a page in its cache, nginx answers 304 itself, also to `If-None-Match: *` where we send no ETag.
    ...(isNginx && status === 304 ? [] : findNonconformances(request.method, request.target, answered)),
  ];
  if (status >= 500) broken.push(`status ${status} while a version is served`);
  return [...broken, ...findBrokenWire(outcome), ...findMixedUp(request, outcome)];
}

/** The signs that the response belongs to another request; empty too if the request does not determine its response. */
function findMixedUp({ target, headers }: FuzzRequest, { status, body }: WireAnswer): string[] {
  const offset = /^\/teachers\/\?limit=1&offset=(\d+)$/.exec(target)?.[1];
  if (offset === undefined || headers.length > 1) return [];
  if (status !== 200) return [`status ${status} for a page`];
  const { next } = JSON.parse(new TextDecoder().decode(body)) as { next: string };
  return next.endsWith(`&offset=${Number(offset) + 1}`) ? [] : [`the next page is ${next}, so this is another answer`];
}
