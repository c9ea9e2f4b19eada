/** The OpenAPI 3.1 description of the service, built from the tables and schemas that the code uses. */
import { z } from "zod";
import { release } from "../domain/release.ts";
import { conditionParameters, describePathParameters, describeQuery } from "./openapi-parameters.ts";
import { exampleProblem, type ProblemName, problems, renderProblem } from "./problems.ts";
import { type Representation, representations } from "./representations.ts";
import {
  jsonPathOf,
  problemsOf,
  type Resource,
  type ResourceName,
  resources,
  slashlessPatternOf,
} from "./resources.ts";
import {
  commonHeaderNames,
  preflightHeaderNames,
  type ResponseHeaderName,
  responseHeaders,
} from "./response-headers.ts";
import {
  descriptionSchema,
  exampleTeacher,
  indexSchema,
  liveSchema,
  notReadySchema,
  pageSchema,
  problemSchema,
  readySchema,
  teacherSchema,
} from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** The JSON body of each resource; null for no JSON, and for the description, which has no schema of its own. */
const bodies: Readonly<Record<ResourceName, z.ZodType | null>> = {
  list: pageSchema,
  teacher: teacherSchema,
  index: indexSchema,
  openapi: null,
  docs: null,
  asset: null,
  robots: null,
  live: liveSchema,
  ready: readySchema,
};

/** Describes the service at a base URL with its configured bounds. */
export function describeService(base: string, options: { readonly limitMax: number }): Json {
  const paths: Record<string, Json> = {};
  for (const [name, resource] of Object.entries(resources) as [ResourceName, Resource][]) {
    // Files for browsers and crawlers are no part of the API.
    if (resource.representations.length === 0) continue;
    paths[resource.path] = describePath(name, resource, base, options.limitMax, false);
    const jsonPath = jsonPathOf(resource);
    if (jsonPath !== null) paths[jsonPath] = describePath(name, resource, base, options.limitMax, true);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Teachers Directory",
      version: release.version,
      description: release.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: base }],
    security: [],
    tags: [
      { name: "teachers", description: "The directory." },
      { name: "service", description: "Index, documentation and health." },
    ],
    paths,
    components: { schemas: describeSchemas(), headers: responseHeaders, responses: describeProblems() },
  };
}

function describePath(name: ResourceName, resource: Resource, base: string, limitMax: number, isJson: boolean): Json {
  const id = isJson ? `${name}Json` : name;
  const isUnderTeachers = name === "list" || name === "teacher";
  const tags = [isUnderTeachers ? "teachers" : "service"];
  const parameters = [...describePathParameters(resource), ...describeQuery(resource, limitMax, isJson)];
  const offered = resource.representations.filter(({ format }) => !isJson || format === "json");
  const content = Object.fromEntries(offered.map((representation) => describeContent(name, representation, base)));
  const headers = headersOf(name);
  const negotiated: ResponseHeaderName[] = isUnderTeachers ? ["Vary"] : [];
  const isJsonPath = isJson || resource.path.endsWith(".json");
  const problemReference = (status: number): Json => reference("responses", nameOfResponse(status, isJsonPath));
  const failures = Object.fromEntries(
    // OpenAPI has no place for undefined methods, so their 405 is listed with the responses of this one.
    [...problemsOf(resource), "methodNotAllowed" as const]
      .filter((problem) => !(isJson && problem === "notAcceptable"))
      .map((problem) => [problems[problem].status, problemReference(problems[problem].status)]),
  );
  const redirect =
    slashlessPatternOf(resource) !== null && !isJson
      ? { 301: { description: "The path lacks its trailing slash.", headers: references([...negotiated, "Location"]) } }
      : {};
  const redirectToList =
    name === "index"
      ? { 303: { description: "Browsers are redirected to the list.", headers: references(["Vary", "Location"]) } }
      : {};
  const unchanged = headers.filter((header) => !header.startsWith("Content-"));
  const notModified = headers.includes("ETag")
    ? { 304: { description: "The response has not changed.", headers: references(unchanged) } }
    : {};
  const describeResponses = (description: string, body: Json | null): Json => ({
    200: { description, headers: references(headers), ...(body === null ? {} : { content: body }) },
    ...redirect,
    ...redirectToList,
    ...notModified,
    ...failures,
    ...(name === "ready" ? { 503: describeNotReady() } : {}),
  });
  const conditions = headers.includes("ETag") ? conditionParameters : [];
  return {
    get: {
      operationId: `get_${id}`,
      tags,
      summary: resource.name,
      description: `${resource.description}${isJson ? " Always JSON, whatever Accept says." : ""}`,
      parameters: [...parameters, ...conditions],
      responses: describeResponses(resource.description, content),
    },
    head: {
      operationId: `head_${id}`,
      tags,
      summary: `${resource.name}: headers only`,
      parameters: [...parameters, ...conditions],
      responses: withoutContent(describeResponses("The headers of GET without the body.", null)),
    },
    options: {
      operationId: `options_${id}`,
      tags,
      summary: `${resource.name}: description`,
      parameters: describePathParameters(resource),
      responses: {
        200: {
          description: "The description, representations and methods of the resource.",
          headers: references(negotiated),
          content: { "application/json": { schema: schemaReference(descriptionSchema) } },
        },
        204: {
          description: "Response to a CORS preflight request.",
          headers: references([...negotiated, ...preflightHeaderNames]),
        },
        ...(resource.anyHost ? {} : { 400: problemReference(400) }),
        414: problemReference(414),
      },
    },
  };
}

function describeContent(name: ResourceName, { contentType }: Representation, base: string): [string, Json] {
  if (contentType !== "application/json") return [contentType, { schema: { type: "string" } }];
  const body = bodies[name];
  const schema = body === null ? { type: "object" } : schemaReference(body);
  const example = exampleFor(name, base);
  return [contentType, { schema, ...(example === undefined ? {} : { example }) }];
}

function exampleFor(name: ResourceName, base: string): unknown {
  if (name === "teacher") return exampleTeacher;
  if (name !== "list") return undefined;
  return { count: 25, next: `${base}/teachers/?limit=10&offset=10`, previous: null, results: [exampleTeacher] };
}

/** The headers of a 200 response, besides the common ones. */
function headersOf(name: ResourceName): ResponseHeaderName[] {
  const validated = ["Vary", "ETag", "Last-Modified", "Cache-Control", "Dataset-Version"] as const;
  if (name === "list") return [...validated, "Content-Encoding", "Content-Disposition", "X-Robots-Tag"];
  if (name === "teacher") return [...validated, "X-Robots-Tag"];
  if (name === "docs") return ["Vary", "Content-Encoding", "Cache-Control", "X-Robots-Tag"];
  if (name === "openapi") return ["Vary", "Content-Encoding", "Cache-Control"];
  return name === "index" ? ["Vary", "Cache-Control"] : ["Cache-Control"];
}

/** Two responses per status: one for `.json` paths, which is JSON only, and one for all others. */
function describeProblems(): Json {
  const responses: Record<string, Json> = {};
  for (const status of new Set(Object.values(problems).map((problem) => problem.status))) {
    responses[nameOfResponse(status, false)] = describeProblem(status, false);
    // Nothing is negotiated on a `.json` path.
    if (status !== problems.notAcceptable.status)
      responses[nameOfResponse(status, true)] = describeProblem(status, true);
  }
  return responses;
}

/** The response with a status, with an example of each problem that has it. */
function describeProblem(status: number, isJsonPath: boolean): Json {
  const names = (Object.keys(problems) as ProblemName[]).filter((name) => problems[name].status === status);
  const retryAfter = status === 503 ? (["Retry-After"] as const) : [];
  const json = {
    schema: schemaReference(problemSchema),
    examples: Object.fromEntries(names.map((name) => [name, { value: renderProblem(exampleProblem(name)) }])),
  };
  const html = { [representations.html.contentType]: { schema: { type: "string" } } };
  return {
    description: problems[names[0]!].title,
    headers: references(["Vary", "Cache-Control", ...(isJsonPath ? [] : (["X-Robots-Tag"] as const)), ...retryAfter]),
    content: { "application/problem+json": json, ...(isJsonPath ? {} : html) },
  };
}

function describeNotReady(): Json {
  return {
    description: "Not ready; the reason is given.",
    headers: references(["Cache-Control", "Retry-After"]),
    content: { "application/json": { schema: schemaReference(notReadySchema) } },
  };
}

function nameOfResponse(status: number, isJsonPath: boolean): string {
  const title = Object.values(problems).find((problem) => problem.status === status)!.title;
  return `${title.replaceAll(" ", "")}${isJsonPath ? "AsJson" : ""}`;
}

/** References to these headers and to the common ones. */
function references(names: readonly ResponseHeaderName[]): Json {
  return Object.fromEntries([...commonHeaderNames, ...names].map((name) => [name, reference("headers", name)]));
}

function reference(kind: "headers" | "responses" | "schemas", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function schemaReference(schema: z.ZodType): Json {
  return reference("schemas", z.globalRegistry.get(schema)!.id!);
}

/** All named schemas, without the keywords of a standalone document. */
function describeSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema] as const),
  );
}

function withoutContent(responses: Json): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { content, ...rest } = response as Json;
      return [status, rest];
    }),
  );
}
