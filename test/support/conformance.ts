/** Finds the differences between an answer and its OpenAPI description. */
import { commonHeaders } from "../../src/http/app.ts";
import { findRoute } from "../../src/http/contract/routes.ts";
import { assets } from "../../src/pages/assets.ts";
import {
  listOperations,
  type NamedOperation,
  type OpenapiDocument,
  prefixOf,
  type Response,
  resolve,
} from "./openapi.ts";
import { createValidators, type FindFault } from "./validators.ts";

/** Both a `WireAnswer` and `{ status, headers, body: await response.bytes() }` fit this type. */
export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

export type Check = "server error" | "status" | "content type" | "headers" | "body" | "allow";

export interface Nonconformance {
  readonly check: Check;
  readonly message: string;
}

/**
 * Everything that does not conform; tests expect an empty list. The target is a URL or its path, with or without a
 * query and the prefix of the base URL.
 */
export type FindNonconformances = (method: string, target: string, answer: CheckedAnswer) => Nonconformance[];

/** Headers that frame, date or describe any message, which a description leaves out. */
const generalHeaders = [
  ...["date", "connection", "keep-alive", "content-type", "content-length", "transfer-encoding", "content-encoding"],
  ...["allow", "vary", "cache-control", "x-request-id", "x-robots-tag"],
  ...Object.keys(commonHeaders).map((name) => name.toLowerCase()),
];

/** Of some statuses, whether they are described or not. */
const statusHeaders: Readonly<Record<number, readonly string[]>> = {
  204: ["access-control-allow-methods", "access-control-allow-headers", "access-control-max-age"],
  301: ["location"],
  303: ["location"],
};

/** Creates the check for a description. `seen` gets each described answer that was checked, as {@link nameAnswer} names it. */
export function createConformance(document: OpenapiDocument, seen: Set<string>): FindNonconformances {
  const findOperations = createPathFinder(document);
  const findFault = createValidators(document);

  return (method, target, answer) => {
    const found: Nonconformance[] = [];
    const report = (check: Check, message: string): void => void found.push({ check, message });
    const { status } = answer;
    if (status === 500) report("server error", "500 is never right");
    const path = findOperations(target);
    const headers = readHeaders(answer.headers, report);
    if (path.operations.length > 0) checkAllow(headers.get("allow"), path.operations, report);
    const described = findDescribed(method, status, path);
    if (described === null) {
      report("status", `${status} is not described for ${method} ${target}`);
      return found;
    }
    const [operation] = path.operations;
    if (operation !== undefined) seen.add(nameAnswer(method, operation.template, status, headers.get("content-type")));
    checkHeaders(document, described, status, headers, findFault, report);
    checkContent(method, described, answer, headers, findFault, report);
    return found;
  };
}

export function nameAnswer(method: string, template: string, status: number, type = "nothing"): string {
  return `${method} ${template} ${status} ${type.split(";")[0]}`;
}

interface DescribedPath {
  /** Empty for a path that is not described. */
  readonly operations: readonly NamedOperation[];
  /** Whether there is a document or a file at a path that is not described. */
  readonly isFile: boolean;
  /** Whether the path lacks its slash, so that GET is redirected. */
  readonly isSlashless: boolean;
}

const files = new Set(Object.keys(assets));

function createPathFinder(document: OpenapiDocument): (target: string) => DescribedPath {
  const prefix = prefixOf(document);
  const paths = Object.entries(Object.groupBy(listOperations(document), ({ template }) => template)).map(
    ([template, operations]) => ({
      operations: operations!,
      isTemplate: template.includes("{"),
      pattern: new RegExp(`^${RegExp.escape(template).replace(/\\\{.*?\\\}/g, "[0-9]+")}$`),
    }),
  );
  paths.sort((a, b) => Number(a.isTemplate) - Number(b.isTemplate));
  const find = (path: string): readonly NamedOperation[] | undefined =>
    paths.find(({ pattern }) => pattern.test(path))?.operations;
  return (target) => {
    const path = withoutPrefix(pathOf(target), prefix);
    const exact = find(path.replace(/^(\/teachers|\/teachers\/[0-9]+)\.json\/?$/, "$1/"));
    if (exact !== undefined) return { operations: exact, isFile: false, isSlashless: false };
    const operations = path.endsWith("/") ? undefined : find(`${path}/`);
    const isFile = operations === undefined && findRoute(path, files) !== null;
    return { operations: operations ?? [], isFile, isSlashless: operations !== undefined };
  };
}

/** The path as the service sees it: dot segments are resolved, slashes are single, then it is decoded if possible. */
function pathOf(target: string): string {
  const { pathname } = new URL(target.startsWith("/") ? `http://localhost${target}` : target);
  const single = pathname.replace(/\/{2,}/g, "/");
  try {
    return decodeURIComponent(single);
  } catch {
    return single;
  }
}

function withoutPrefix(path: string, prefix: string): string {
  return `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) || "/" : path;
}

const undescribed: Response = {};

/**
 * The description of this response; null if it is none that the service may give. The document leaves out OPTIONS, HEAD
 * and redirects, and what any request may get.
 */
function findDescribed(
  method: string,
  status: number,
  { operations, isFile, isSlashless }: DescribedPath,
): Response | null {
  const among = (...statuses: number[]): Response | null => (statuses.includes(status) ? undescribed : null);
  // Its target names no resource.
  if (method === "CONNECT") return among(405);
  if (isFile) return among(200, 204, 301, 304, 400, 405, 414);
  if (operations.length === 0) return among(204, 400, 404, 414);
  if (method === "OPTIONS") return among(200, 204, 400, 414);
  const operation = operations.find((one) => one.method === (method === "HEAD" ? "GET" : method));
  if (operation === undefined) return among(400, 405, 414);
  if (isSlashless && operation.method === "GET") return among(301, 400, 414);
  return operation.answers.get(status) ?? null;
}

type Report = (check: Check, message: string) => void;

function readHeaders(pairs: CheckedAnswer["headers"], report: Report): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (headers.has(key)) report("headers", `${name} is there twice`);
    headers.set(key, value);
  }
  return headers;
}

/** Allow lists the methods that are described for the path, HEAD with GET, and OPTIONS (RFC 9110, section 10.2.1). */
function checkAllow(allow: string | undefined, operations: readonly NamedOperation[], report: Report): void {
  const methods = new Set(operations.map(({ method }) => method));
  const described = ["GET", "HEAD", "POST", "OPTIONS"].filter(
    (method) => methods.has(method === "HEAD" ? "GET" : method) || method === "OPTIONS",
  );
  if (allow !== described.join(", ")) report("allow", `Allow says ${allow}, the description ${described.join(", ")}`);
}

function checkHeaders(
  document: OpenapiDocument,
  described: Response,
  status: number,
  headers: ReadonlyMap<string, string>,
  findFault: FindFault,
  report: Report,
): void {
  const own = Object.entries(described.headers ?? {});
  for (const [name, header] of own) {
    const { required = false, schema } = resolve(document, header);
    const value = headers.get(name.toLowerCase());
    if (value === undefined) {
      if (required) report("headers", `${name} is missing`);
      continue;
    }
    const isNumber = schema.type === "integer" && /^\d+$/.test(value);
    const fault = findFault(schema, isNumber ? Number(value) : value);
    if (fault !== null) report("headers", `${name}: ${value} ${fault}`);
  }
  if (described === undescribed && status < 400 && status !== 204 && status !== 301) return;
  const retry = status === 503 ? ["retry-after"] : [];
  const names = [
    ...generalHeaders,
    ...(statusHeaders[status] ?? []),
    ...retry,
    ...own.map(([name]) => name.toLowerCase()),
  ];
  for (const [name, value] of headers) {
    if (!names.includes(name)) report("headers", `${name}: ${value} is not described`);
  }
}

function checkContent(
  method: string,
  described: Response,
  { status, body }: CheckedAnswer,
  headers: ReadonlyMap<string, string>,
  findFault: FindFault,
  report: Report,
): void {
  const type = headers.get("content-type")?.split(";")[0];
  if (method === "HEAD" || status === 204 || status === 304) {
    if (body.length > 0) report("body", `${body.length} bytes where there must be none`);
    return;
  }
  // A browser gets any problem as a page.
  if (status >= 400 && type === "text/html") return;
  if (described === undescribed && status < 400) return;
  const { content = status >= 400 ? { "application/problem+json": {} } : {} } = described;
  if (type === undefined) {
    if (Object.keys(content).length > 0) report("content type", "there is none");
    if (body.length > 0) report("body", `${body.length} bytes without a type`);
    return;
  }
  const media = content[type];
  if (media === undefined) {
    report("content type", `${type} is none of ${Object.keys(content).join(", ")}`);
    return;
  }
  const schema = media.schema ?? (status >= 400 ? { $ref: "#/components/schemas/Problem" } : {});
  const fault = checkBody(body, type, schema, headers.get("content-encoding"), findFault);
  if (fault !== null) report("body", fault);
  else if (type === "application/problem+json" && JSON.parse(decode(body, undefined)).status !== status)
    report("body", `the problem does not say ${status}`);
}

function checkBody(
  body: CheckedAnswer["body"],
  type: string,
  schema: Readonly<Record<string, unknown>>,
  coding: string | undefined,
  findFault: FindFault,
): string | null {
  if (type.includes("spreadsheetml")) return null;
  try {
    const text = decode(body, coding);
    return findFault(schema, /[/+]json$/.test(type) ? JSON.parse(text) : text);
  } catch (error) {
    return String(error);
  }
}

/** The text of a body, decompressed if necessary. A byte order mark at the start is kept. */
function decode(body: CheckedAnswer["body"], coding: string | undefined): string {
  if (typeof body === "string") return body;
  const isCompressed = coding === "gzip" && body[0] === 0x1f && body[1] === 0x8b;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(isCompressed ? Bun.gunzipSync(body) : body);
}
