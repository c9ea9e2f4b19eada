/** Finds the differences between an answer and its OpenAPI description. */
import {
  type Header,
  listOperations,
  type MediaType,
  type NamedOperation,
  type OpenapiDocument,
  prefixOf,
  type Reference,
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

/** Headers that frame and date a message; these are not described (RFC 9110, section 6.6.1; RFC 9112, section 6). */
const messageHeaders = ["date", "connection", "keep-alive", "content-type", "content-length", "transfer-encoding"];

/** Creates the check for a description, such as one that the service returned. */
export function createConformance(document: OpenapiDocument): FindNonconformances {
  const findDescribedPath = createPathFinder(document);
  const findFault = createValidators(document);
  const shared = findShared(document);

  return (method, target, answer) => {
    const found: Nonconformance[] = [];
    const report = (check: Check, message: string): void => void found.push({ check, message });
    const { status } = answer;
    if (status === 500) report("server error", "500 is never right");
    const path = findDescribedPath(target);
    const documented = findDocumented(method, status, path, shared);
    const headers = readHeaders(answer.headers, report);
    checkAllow(headers.get("allow"), path, report);
    if (documented === null) {
      report("status", `${status} is not described for ${method} ${path.template ?? "a path that is not described"}`);
      return found;
    }

    for (const [name, described] of Object.entries(documented.headers ?? {})) {
      const { required = false, schema } = resolve(document, described);
      const value = headers.get(name.toLowerCase());
      if (value === undefined) {
        if (required) report("headers", `${name} is missing`);
        continue;
      }
      const isNumber = schema.type === "integer" && /^\d+$/.test(value);
      const fault = findFault(schema, isNumber ? Number(value) : value);
      if (fault !== null) report("headers", `${name}: ${value} ${fault}`);
    }
    const names = Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase());
    for (const [name, value] of headers) {
      if (![...messageHeaders, ...names].includes(name)) report("headers", `${name}: ${value} is not described`);
    }

    const { content = {} } = documented;
    const contentType = headers.get("content-type");
    const mediaType = contentType === undefined ? undefined : content[contentType];
    if (Object.keys(content).length === 0) {
      if (contentType !== undefined) report("content type", `${contentType} on an answer that has no content`);
    } else if (mediaType === undefined) {
      report("content type", `${contentType} is none of ${Object.keys(content).join(", ")}`);
    }
    if (mediaType === undefined || method === "HEAD") {
      if (answer.body.length > 0) report("body", `${answer.body.length} bytes where there must be none`);
    } else {
      const fault = checkBody(answer, contentType!, mediaType, headers.get("content-encoding"), findFault);
      if (fault !== null) report("body", fault);
    }
    return found;
  };
}

/** The description of a path; `template` is null if the path is not described. */
interface DescribedPath {
  readonly template: string | null;
  readonly operations: readonly NamedOperation[];
  /**
   * `redirect`: the path lacks its trailing slash. `alias`: the path of a format has a trailing slash. `exact`: all
   * other paths, described or not.
   */
  readonly form: "exact" | "redirect" | "alias";
}

function createPathFinder(document: OpenapiDocument): (target: string) => DescribedPath {
  const prefix = prefixOf(document);
  const paths = Object.entries(Object.groupBy(listOperations(document), ({ template }) => template)).map(
    ([template, operations]) => ({
      template,
      operations: operations!,
      pattern: new RegExp(`^${RegExp.escape(template).replace(/\\\{.*?\\\}/g, "[^/]+?")}$`),
    }),
  );
  const find = (path: string, form: DescribedPath["form"]): DescribedPath | null => {
    const described = paths.find(({ pattern }) => pattern.test(path));
    return described === undefined ? null : { ...described, form };
  };
  return (target) => {
    const path = withoutPrefix(pathOf(target), prefix);
    return (
      (/\.(json|csv|ndjson|xlsx)\/$/.test(path) ? find(path.slice(0, -1), "alias") : null) ??
      find(path, "exact") ??
      (path.endsWith("/") ? null : find(`${path}/`, "redirect")) ?? { template: null, operations: [], form: "exact" }
    );
  };
}

/** The path as the service sees it: dot segments are resolved, then it is decoded if possible. */
function pathOf(target: string): string {
  const { pathname } = new URL(target.startsWith("/") ? `http://localhost${target}` : target);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function withoutPrefix(path: string, prefix: string): string {
  return `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) || "/" : path;
}

/**
 * For each status, the responses on paths that the description does not name. They include the responses of `.json`
 * paths.
 */
function findShared(document: OpenapiDocument): ReadonlyMap<number, Response> {
  const general = Object.entries(document.components.responses).filter(([name]) => !name.endsWith("AsJson"));
  const problems = general.map(([, response]): [number, Response] => {
    const [example] = Object.values(response.content?.["application/problem+json"]?.examples ?? {});
    return [(example!.value as { status: number }).status, response];
  });
  // On an unknown path, a preflight has the headers that all described paths share, and may have others.
  const preflights = listOperations(document).map(({ answers }) => answers.get(204)?.headers ?? {});
  const described = preflights.filter((headers) => Object.keys(headers).length > 0);
  const headers = described.flatMap(Object.entries).map(([name, header]: [string, Header | Reference]) => {
    return [name, { ...resolve(document, header), required: described.every((some) => name in some) }] as const;
  });
  return new Map([...problems, [204, { headers: Object.fromEntries(headers) }]]);
}

/** The description of this response, with the content that GET would return; null if the status is not described. */
function findDocumented(
  method: string,
  status: number,
  { template, operations, form }: DescribedPath,
  shared: ReadonlyMap<number, Response>,
): Response | null {
  const sharedResponse = shared.get(status) ?? null;
  if (template === null) {
    const statuses = method === "OPTIONS" ? [204, 400, 404, 414] : [400, 404, 414];
    return statuses.includes(status) ? sharedResponse : null;
  }
  if (form !== "exact" && status === 404) return sharedResponse;
  const operation = operations.find((candidate) => candidate.method === method);
  if (operation === undefined) return [400, 405, 414].includes(status) ? sharedResponse : null;

  const redirects = form === "redirect" && (method === "GET" || method === "HEAD");
  if (status === 405 || (redirects ? status < 300 || status === 304 : status === 301)) return null;
  const response = operation.answers.get(status) ?? null;
  if (response === null || method !== "HEAD") return response;
  const { content } = operations.find((candidate) => candidate.method === "GET")!.answers.get(status) ?? {};
  return content === undefined ? response : { ...response, content };
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

/** Allow lists the methods that are described for the path (RFC 9110, section 10.2.1). */
function checkAllow(allow: string | undefined, { operations }: DescribedPath, report: Report): void {
  const said = allow?.split(", ").sort().join(", ");
  const described = operations
    .map(({ method }) => method)
    .sort()
    .join(", ");
  if (operations.length > 0 && said !== described) report("allow", `Allow says ${said}, the description ${described}`);
}

function checkBody(
  { status, body }: CheckedAnswer,
  contentType: string,
  { schema }: MediaType,
  coding: string | undefined,
  findFault: FindFault,
): string | null {
  let value: unknown;
  try {
    const isBinary = (schema as { readonly format?: string } | undefined)?.format === "binary";
    const text = typeof body === "string" || isBinary ? String(body) : decode(body, coding);
    value = /[/+]json$/.test(contentType) ? JSON.parse(text) : text;
  } catch (error) {
    return String(error);
  }
  const fault = findFault(schema ?? {}, value);
  if (fault !== null) return fault;
  if (contentType !== "application/problem+json" || (value as { status: number }).status === status) return null;
  return `says status ${(value as { status: number }).status} in an answer with ${status}`;
}

/** The text of a body, decompressed if necessary. A byte order mark at the start is kept. */
function decode(body: Uint8Array<ArrayBuffer>, coding: string | undefined): string {
  const isCompressed = coding === "gzip" && body[0] === 0x1f && body[1] === 0x8b;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(isCompressed ? Bun.gunzipSync(body) : body);
}
