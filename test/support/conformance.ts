/** Finds the differences between an answer and its OpenAPI description. */
import { createRouter } from "../../src/http/contract/routes.ts";
import { assets } from "../../src/pages/assets.ts";
import { type Answered, textOf } from "../contract/rules.ts";
import { listOperations, type NamedOperation, type OpenapiDocument, type Response, resolve } from "./openapi.ts";
import { createValidators } from "./validators.ts";

/**
 * Everything that does not conform; tests expect an empty list. The target is a URL or its path, with or without a
 * query and the prefix of the base URL.
 */
export type FindNonconformances = (method: string, target: string, answer: Answered) => string[];

/** Headers that frame, date or describe any message, which a description leaves out. A proxy says who it is. */
const generalHeaders = [
  ...["date", "server", "connection", "keep-alive", "content-type", "content-length", "transfer-encoding"],
  ...["content-encoding", "allow", "vary", "cache-control", "x-request-id", "x-robots-tag"],
  ...["access-control-allow-origin", "access-control-expose-headers", "x-content-type-options", "referrer-policy"],
  ...["x-frame-options", "content-security-policy"],
];

/** Of some statuses, whether they are described or not. */
const statusHeaders: Readonly<Record<number, readonly string[]>> = {
  204: ["access-control-allow-methods", "access-control-allow-headers", "access-control-max-age"],
  301: ["location"],
  303: ["location"],
  503: ["retry-after"],
};

/** Creates the check for a description. `seen` gets each described answer that was checked, as {@link nameAnswer} names it. */
export function createConformance(document: OpenapiDocument, seen = new Set<string>()): FindNonconformances {
  const findPath = createPathFinder(document);
  const findFault = createValidators(document);

  function findWrongHeaders(described: Response, { status, headers }: Answered): string[] {
    const own = Object.entries(described.headers ?? {});
    const wrong = own.flatMap(([name, header]) => {
      const { required = false, schema } = resolve(document, header);
      const value = headers.get(name);
      if (value === null) return required ? [`${name} is missing`] : [];
      const fault = findFault(schema, schema.type === "integer" && /^\d+$/.test(value) ? Number(value) : value);
      return fault === null ? [] : [`${name}: ${value} ${fault}`];
    });
    if (described === undescribed && status < 400 && status !== 204 && status !== 301) return wrong;
    const names = [...generalHeaders, ...(statusHeaders[status] ?? []), ...own.map(([name]) => name.toLowerCase())];
    const others = [...headers.keys()].filter((name) => !names.includes(name));
    return [...wrong, ...others.map((name) => `${name} is not described`)];
  }

  function findWrongContent(method: string, described: Response, answer: Answered): string[] {
    const { status, headers, bytes } = answer;
    const type = headers.get("content-type")?.split(";")[0];
    if (method === "HEAD" || status === 204 || status === 304) return [];
    // A browser gets any problem as a page.
    if (status >= 400 && type === "text/html") return [];
    if (described === undescribed && status < 400) return [];
    const { content = status >= 400 ? { "application/problem+json": {} } : {} } = described;
    if (type === undefined)
      return Object.keys(content).length > 0 || bytes.length > 0 ? ["there is no content type"] : [];
    const media = content[type];
    if (media === undefined) return [`${type} is none of ${Object.keys(content).join(", ")}`];
    if (type.includes("spreadsheetml")) return [];
    const schema = media.schema ?? (status >= 400 ? { $ref: "#/components/schemas/Problem" } : {});
    try {
      const value: unknown = /[/+]json$/.test(type) ? JSON.parse(textOf(answer)) : textOf(answer);
      const fault = findFault(schema, value);
      return fault === null ? [] : [fault];
    } catch (error) {
      return [String(error)];
    }
  }

  return (method, target, answer) => {
    const { status, headers } = answer;
    const path = findPath(target);
    const described = findDescribed(method, status, path);
    if (described === null) return [`${status} is not described for ${method} ${target}`];
    const [operation] = path.operations;
    if (operation !== undefined)
      seen.add(nameAnswer(method, operation.template, status, headers.get("content-type") ?? undefined));
    return [...findWrongHeaders(described, answer), ...findWrongContent(method, described, answer)];
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
  const prefix = new URL(document.servers[0].url).pathname.replace(/\/$/, "");
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
    const isFile = operations === undefined && createRouter(null, files)(path) !== null;
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
  if (operations.length === 0) return among(204, 400, 404, 405, 414);
  if (method === "OPTIONS") return among(200, 204, 400, 414);
  const operation = operations.find((one) => one.method === (method === "HEAD" ? "GET" : method));
  if (operation === undefined) return among(400, 405, 414);
  if (isSlashless && operation.method === "GET") return among(301, 400, 414);
  return operation.answers.get(status) ?? null;
}
