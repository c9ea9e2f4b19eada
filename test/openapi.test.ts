/** The OpenAPI description of a started server: valid, usable by code generators, and true of its answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { createConformance, type FindNonconformances } from "./support/conformance.ts";
import { listOperations, type NamedOperation, type OpenapiDocument } from "./support/openapi.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { typeCheck } from "./support/type-check.ts";
import { askOnce, headerOf, type WireAnswer } from "./support/wire.ts";

const baseUrl = "https://api.example.edu/directory/v1";
const folder = makeFolder();
let server: Server;
/** Has nothing to answer from. */
let emptyServer: Server;
/** Refuses everything but health probes. */
let limitedServer: Server;
let source: string;
let findNonconformances: FindNonconformances;
let operations: NamedOperation[];

beforeAll(async () => {
  const settings = ["--base-url", baseUrl];
  [server, emptyServer, limitedServer] = await Promise.all([
    startServer(["--sample", "--database", "sqlite:sample.db", ...settings], { folder: folder.path }),
    startServer(["--database", "sqlite:empty.db", ...settings], { folder: folder.path }),
    startServer(["--database", "sqlite:limited.db", "--rate-limit", "1/m", ...settings], { folder: folder.path }),
  ]);
  // The only request that it allows.
  await ask(limitedServer, { method: "GET", target: "/" });
  source = await read("/directory/v1/openapi.json");
  const document: OpenapiDocument = JSON.parse(source);
  findNonconformances = createConformance(document);
  operations = listOperations(document);
});

afterAll(async () => {
  await Promise.all([server?.stop(), emptyServer?.stop(), limitedServer?.stop()]);
  folder.remove();
});

describe("/openapi.json", () => {
  test("passes the rules that Redocly recommends, without a warning", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      // The specification fixes `/teachers/` with its slash (section 4.1).
      rules: { "no-path-trailing-slash": "off" },
    });
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test("is the same with and without the prefix of the base URL, which it names", async () => {
    expect(await read("/openapi.json")).toBe(source);
    expect(JSON.parse(source).servers).toEqual([{ url: baseUrl }]);
  });

  test("describes the problems of .json paths as JSON only", () => {
    const jsonOperations = operations.filter(({ template }) => template.endsWith(".json"));
    expect(new Set(jsonOperations.map(({ template }) => template)).size).toBe(4);
    for (const { template, method, answers } of jsonOperations) {
      const types = [...answers.values()].flatMap(({ content = {} }) => Object.keys(content));
      const others = types.filter((type) => !["application/json", "application/problem+json"].includes(type));
      expect([template, method, others]).toEqual([template, method, []]);
    }
  });

  test("gives types by openapi-typescript that a client compiles with", async () => {
    using types = makeFolder();
    writeFileSync(join(types.path, "api.ts"), astToString(await openapiTS(source)));
    writeFileSync(join(types.path, "client.ts"), sampleClient);
    expect(await typeCheck(types.path, strictest)).toBe("");
  }, 60_000);
});

describe("every answer described", () => {
  test("comes when it is asked for, and conforms", async () => {
    const faults: unknown[] = [];
    for (const operation of operations) {
      for (const status of operation.answers.keys()) {
        if (status === 500) continue;
        const recipe = recipes[status];
        if (recipe === undefined)
          throw new Error(`No recipe for ${status} of ${operation.method} ${operation.template}`);
        const request = { method: operation.method, target: targetOf(operation), ...recipe(operation) };
        const answer = await ask(serverFor(status), request);
        if (answer.status !== status) faults.push({ ...request, status, answered: answer.status });
        for (const fault of findNonconformances(request.method, request.target, answer)) {
          faults.push({ ...request, status, ...fault });
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test("comes in every media type that is described, and in no other", async () => {
    for (const operation of operations) {
      if (operation.method !== "GET") continue;
      const described = Object.keys(operation.answers.get(200)?.content ?? {});
      const formats = operation.parameters.find(({ name }) => name === "format")?.schema.enum ?? [];
      const path = targetOf(operation);
      const requests = [
        ...described.map((type) => ({ target: path, headers: { Accept: type.split(";")[0]! } })),
        ...formats.map((format) => ({ target: withPair(path, `format=${format}`), headers: {} })),
      ];
      const seen = new Set<string | null>();
      for (const request of requests) {
        const answer = await ask(server, { method: "GET", ...request });
        expect(findNonconformances("GET", request.target, answer)).toEqual([]);
        if (answer.status === 200) seen.add(headerOf(answer, "Content-Type"));
      }
      expect([operation.template, [...seen].sort()]).toEqual([operation.template, described.sort()]);
    }
  });
});

interface AskedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ origin }: Server, { method, target, headers = {} }: AskedRequest): Promise<WireAnswer> {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await askOnce(origin, `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, {
    isHead: method === "HEAD",
  });
  if (answer === null) throw new Error(`No answer to ${method} ${target}`);
  return answer;
}

/** The server that gives a status. */
function serverFor(status: number): Server {
  return status === 503 ? emptyServer : status === 429 ? limitedServer : server;
}

async function read(target: string): Promise<string> {
  return new TextDecoder().decode((await ask(server, { method: "GET", target })).body);
}

/** What gets each status, apart from 500: that one can't be had. */
const recipes: Readonly<Record<number, (operation: NamedOperation) => Partial<AskedRequest>>> = {
  200: () => ({}),
  204: () => ({ headers: { Origin: "https://other.example", "Access-Control-Request-Method": "GET" } }),
  301: (operation) => ({ target: withPair(targetOf(operation).replace(/\/(?=\?|$)/, ""), "limit=1") }),
  303: () => ({ headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } }),
  304: () => ({ headers: { "If-None-Match": "*" } }),
  400: (operation) =>
    operation.parameters.some((parameter) => parameter.name === "format")
      ? { target: withPair(targetOf(operation), "format=none") }
      : { headers: { Host: "a b" } },
  404: (operation) => ({ target: targetOf(operation, String(Number.MAX_SAFE_INTEGER)) }),
  405: () => ({ method: "POST" }),
  406: () => ({ headers: { Accept: "image/x-none" } }),
  414: (operation) => ({ target: withPair(targetOf(operation), `x=${"x".repeat(8000)}`) }),
  429: () => ({}),
  503: () => ({}),
};

/** The path under the prefix, with the examples of its parameters or this value, and the required query. */
function targetOf({ template, parameters }: NamedOperation, value?: string): string {
  const path = template.replace(/\{(.*?)\}/g, (_, name) => {
    return value ?? String(parameters.find((parameter) => parameter.name === name)!.example);
  });
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return required.reduce(
    (target, { name, example }) => withPair(target, `${name}=${encodeURIComponent(String(example))}`),
    `${new URL(baseUrl).pathname}${path}`,
  );
}

function withPair(target: string, pair: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${pair}`;
}

const strictest = {
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
};

/** Compiles only where the types say what the service has, and no more. */
const sampleClient = `
import type { components, paths } from "./api.ts";

type Teacher = components["schemas"]["Teacher"];
type List = paths["/teachers/"]["get"];
type Query = NonNullable<List["parameters"]["query"]>;
type Page = List["responses"][200]["content"]["application/json"];
type Problem = List["responses"][400]["content"]["application/problem+json"];

export async function* walk(base: string, query: Query): AsyncGenerator<Teacher> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  let url: string | null = \`\${base}/teachers/?\${new URLSearchParams(given)}\`;
  while (url !== null) {
    const response: Response = await fetch(url);
    if (!response.ok) throw new Error(explain((await response.json()) as Problem));
    const page = (await response.json()) as Page;
    yield* page.results;
    url = page.next;
  }
}

function explain({ detail, errors = [] }: Problem): string {
  return errors.some(({ code }) => code === "not_an_integer") ? "send digits" : detail;
}

export const query: Query = { limit: 20, offset: 40, last_name: "Шевченко", id: [3, 17], ordering: "id", format: "json" };
export const id: paths["/teachers/{id}/"]["get"]["parameters"]["path"]["id"] = 12;
export const tag: List["responses"][200]["headers"]["ETag"] = '"1f3k9s2x0q7ab"';

// @ts-expect-error A limit is a number.
export const badLimit: Query = { limit: "ten" };
// @ts-expect-error There is no such parameter.
export const badName: Query = { first_nam: "Тарас" };
// @ts-expect-error There is no such ordering.
export const badOrdering: Query = { ordering: "degree" };
// @ts-expect-error There is nothing to post to.
export const post: paths["/teachers/"]["post"] = { responses: {} };
// @ts-expect-error A teacher has every field.
export const badTeacher: Teacher = { id: 1, last_name: "Шевченко" };
`;
