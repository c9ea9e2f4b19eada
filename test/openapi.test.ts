/** The OpenAPI description of a started server: valid, usable by code generators, and true of its answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { parameterSets } from "../src/http/contract/parameters.ts";
import { issueCodes, problemStatuses } from "../src/http/contract/problem.ts";
import { createConformance, type FindNonconformances } from "./support/conformance.ts";
import { isLong } from "./support/long.ts";
import { listOperations, type NamedOperation, type OpenapiDocument, resolve } from "./support/openapi.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { typeCheck } from "./support/type-check.ts";
import { createValidators } from "./support/validators.ts";
import { askOnce, headerOf, type WireAnswer } from "./support/wire.ts";

const baseUrl = "https://api.example.edu/directory/v1";
const folder = makeFolder();
let server: Server;
/** A server with an empty database. */
let emptyServer: Server;
/** Refuses everything but health probes. */
let source: string;
let findNonconformances: FindNonconformances;
let operations: NamedOperation[];

beforeAll(async () => {
  const settings = ["--base-url", baseUrl];
  [server, emptyServer] = await Promise.all([
    startServer(["--sample", "--database", "sqlite:sample.db", ...settings], { folder: folder.path }),
    startServer(["--database", "sqlite:empty.db", ...settings], { folder: folder.path }),
  ]);
  source = await read("/directory/v1/openapi.json");
  const document: OpenapiDocument = JSON.parse(source);
  findNonconformances = createConformance(document);
  operations = listOperations(document);
});

afterAll(async () => {
  await Promise.all([server?.stop(), emptyServer?.stop()]);
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

  test("has at most 60 KB, and no word of what is gone", () => {
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(60_000);
    expect(Object.keys(JSON.parse(source).paths)).toEqual([
      ...["/teachers/", "/teachers/{id}/", "/teachers/degrees/", "/teachers/match/", "/", "/livez", "/readyz"],
    ]);
  });

  test("has the parameters and formats of the table that the parser reads, and no others", () => {
    const described = (template: string) => {
      const { parameters } = operations.find((one) => one.template === template && one.method === "GET")!;
      const inQuery = parameters.filter((parameter) => parameter.in === "query");
      const names = inQuery.map(({ name }) => name);
      const [formats] = inQuery.filter(({ name }) => name === "format").map(({ schema }) => schema.enum);
      return { names: names.toSorted(), formats: formats?.toSorted() };
    };
    const templates = {
      list: "/teachers/",
      teacher: "/teachers/{id}/",
      degrees: "/teachers/degrees/",
      match: "/teachers/match/",
    } as const;
    for (const [set, template] of Object.entries(templates) as [keyof typeof templates, string][]) {
      const { names, formats } = parameterSets[set];
      expect(described(template)).toEqual({ names: [...names].sort(), formats: [...formats].sort() });
    }
  });

  test("has the codes of issues and the statuses of problems that the code has", () => {
    const document = JSON.parse(source);
    const { code } = document.components.schemas.Problem.properties.errors.items.properties;
    expect(code.enum.toSorted()).toEqual(Object.keys(issueCodes).sort());
    const statuses = new Set(
      operations.flatMap(({ answers }) => [...answers.keys()]).filter((status) => status >= 400),
    );
    expect([...statuses].sort()).toEqual(problemStatuses.filter((status) => status !== 405));
  });

  test("has an example for every answer with content", () => {
    for (const { template, answers } of operations) {
      for (const [status, { content = {} }] of answers) {
        const isText = (type: string): boolean => /html|spreadsheet/.test(type);
        const without = Object.entries(content).filter(
          ([type, { example, examples }]) => !isText(type) && example === undefined && examples === undefined,
        );
        expect([template, status, without.map(([type]) => type)]).toEqual([template, status, []]);
      }
    }
  });

  test("has examples that fit their schemas", () => {
    const document = JSON.parse(source) as OpenapiDocument;
    const findFault = createValidators(document);
    for (const { template, answers } of operations) {
      for (const [status, { content = {} }] of answers) {
        for (const [type, { schema = {}, example, examples = {} }] of Object.entries(content)) {
          const shared = Object.values(examples).map((one) => resolve(document, one).value);
          for (const value of [example, ...shared].filter((one) => one !== undefined)) {
            expect([template, status, type, findFault(schema, value)]).toEqual([template, status, type, null]);
          }
        }
      }
    }
  });

  test.if(isLong)("has types, generated by openapi-typescript, that a client compiles with", async () => {
    using types = makeFolder();
    writeFileSync(join(types.path, "api.ts"), astToString(await openapiTS(source)));
    writeFileSync(join(types.path, "client.ts"), sampleClient);
    expect(await typeCheck(types.path, strictest)).toBe("");
  });
});

test("no answer changes if a client sends every default of the description, with any other parameters", async () => {
  const queries = ["", "limit=100", "offset=20", "page=2", "page_size=7", "search=ко", "ordering=-id", "id=3,12"];
  let sent = 0;
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    const { parameters } = operation;
    const defaults = parameters
      .filter(({ schema }) => schema.default !== undefined)
      .map(({ name, schema }): [name: string, value: string] => [name, String(schema.default)]);
    const names = new Set(parameters.map(({ name }) => name));
    for (const query of queries.filter((one) => one === "" || names.has(one.split("=")[0]!))) {
      const given = new URLSearchParams(query);
      const others = defaults.filter(([name]) => !given.has(name));
      if (others.length === 0) continue;
      sent += others.length;
      const bodies = await Promise.all(
        [given, new URLSearchParams([...given, ...others])].map((pairs) =>
          read(withPair(targetOf(operation), `${pairs}`)),
        ),
      );
      expect([operation.template, query, bodies[1]]).toEqual([operation.template, query, bodies[0]!]);
    }
  }
  expect(sent).toBeGreaterThan(20);
});

describe("every described response", () => {
  test("can be requested, and conforms", async () => {
    const faults: unknown[] = [];
    for (const operation of operations) {
      for (const status of operation.answers.keys()) {
        // No request causes a 500, and a 408 would take too long.
        if (status === 500 || status === 408) continue;
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

  test("has every described media type, and no other", async () => {
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
        if (answer.status === 200) seen.add(headerOf(answer, "Content-Type")!.split(";")[0]!);
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

const methodsWithBody = ["POST"];

async function ask({ origin }: Server, { method, target, headers = {} }: AskedRequest): Promise<WireAnswer> {
  const hasBody = methodsWithBody.includes(method);
  const own = { Host: "localhost", ...(hasBody ? { "Content-Type": "text/plain", "Content-Length": "1" } : {}) };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await askOnce(origin, `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${hasBody ? "x" : ""}`, {
    isHead: method === "HEAD",
  });
  if (answer === null) throw new Error(`No answer to ${method} ${target}`);
  return answer;
}

/** The server that gives a status. */
function serverFor(status: number): Server {
  return status === 503 ? emptyServer : server;
}

async function read(target: string): Promise<string> {
  return new TextDecoder().decode((await ask(server, { method: "GET", target })).body);
}

/** The request that gets each status, except 500 and 408. */
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
  405: () => ({ method: "DELETE" }),
  406: () => ({ headers: { Accept: "image/x-none" } }),
  413: () => ({ headers: { "Content-Length": "262145" } }),
  415: () => ({ headers: { "Content-Type": "text/csv" } }),
  414: (operation) => ({ target: withPair(targetOf(operation), `x=${"x".repeat(8000)}`) }),
  503: () => ({}),
};

/** The path below the prefix with the required query. Parameters have their examples or `value`. */
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

/** Compiles only if the types describe the service exactly. */
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
