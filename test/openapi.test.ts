/**
 * The OpenAPI description of a started server: valid, and the same as the code. test/contract.test.ts holds every answer against
 * it, and test/client-recipes.test.ts makes clients of it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { parameterSets } from "../src/http/contract/parameters.ts";
import { issueTexts } from "../src/pages/problem-texts.ts";
import { listOperations, type NamedOperation, type OpenapiDocument, resolve } from "./support/openapi.ts";
import { problemStatuses } from "./support/problem-statuses.ts";
import { startServer } from "./support/program.ts";
import { shareServer } from "./support/shared.ts";
import { createValidators } from "./support/validators.ts";

const baseUrl = "https://api.example.edu/directory/v1";
const server = shareServer((folder) => startServer(["--sample", "--base-url", baseUrl], { folder }));
let source: string;
let operations: NamedOperation[];

beforeAll(async () => {
  source = await read("/directory/v1/openapi.json");
  operations = listOperations(JSON.parse(source));
});

const read = async (target: string): Promise<string> => (await fetch(server.origin + target)).text();

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
    expect(code.enum.toSorted()).toEqual(Object.keys(issueTexts).sort());
    const statuses = new Set(
      operations.flatMap(({ answers }) => [...answers.keys()]).filter((status) => status >= 400),
    );
    expect([...statuses].sort()).toEqual(problemStatuses.filter((status) => status !== 405));
  });

  test("has examples that fit their schemas, for every answer with content", () => {
    const document = JSON.parse(source) as OpenapiDocument;
    const [findFault, teacher] = [createValidators(document), { $ref: "#/components/schemas/Teacher" }];
    for (const { template, answers } of operations) {
      for (const [status, { content = {} }] of answers) {
        for (const [type, { schema = {}, example, examples = {} }] of Object.entries(content)) {
          const shared = Object.values(examples).map((one) => resolve(document, one).value);
          const all = [example, ...shared].filter((one) => one !== undefined);
          if (!/html|spreadsheet/.test(type)) expect(all, `${template} ${status} ${type}`).not.toBeEmpty();
          for (const value of all) {
            expect([template, status, type, findFault(schema, value)]).toEqual([template, status, type, null]);
            if (type.includes("ndjson")) expect(findFault(teacher, JSON.parse(value as string))).toBeNull();
          }
        }
      }
    }
  });
});

test("no answer changes if a client sends every default of the list, with any other parameters", async () => {
  const { parameters } = operations.find(({ template }) => template === "/teachers/")!;
  const defaults = parameters.flatMap(({ name, schema }) =>
    schema.default === undefined ? [] : [[name, String(schema.default)] as const],
  );
  expect(defaults.length).toBeGreaterThan(3);
  for (const query of ["", "limit=100", "offset=20", "page=2", "page_size=7", "search=ко", "ordering=-id", "id=3,12"]) {
    const all = new URLSearchParams(query);
    for (const [name, value] of defaults) if (!all.has(name)) all.set(name, value);
    const list = "/directory/v1/teachers/";
    expect([query, await read(`${list}?${all}`)]).toEqual([query, await read(`${list}?${query}`)]);
  }
});
