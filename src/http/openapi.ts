/** The OpenAPI 3.1 description of the service, made from the tables and schemas that the code runs on. */
import { z } from "zod";
import { release } from "../release.ts";
import { allowedMethods } from "./answer.ts";
import type { AppOptions } from "./call.ts";
import { integerDigitsMax, type Parameter } from "./parameters.ts";
import { badParameters, faultOf, Problem, type ProblemName, problems, renderProblem } from "./problem.ts";
import type { Representation } from "./representations.ts";
import { type Resource, type ResourceName, resources } from "./resources.ts";
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

/** The JSON body of every resource but the description, which is of any shape that OpenAPI has. */
const bodies: Readonly<Record<ResourceName, z.ZodType | null>> = {
  list: pageSchema,
  person: teacherSchema,
  index: indexSchema,
  openapi: null,
  live: liveSchema,
  ready: readySchema,
};

/** The description, with links on `base` and the bounds that are set here. */
export function describeService(base: string, options: Pick<AppOptions, "limitMax">): Json {
  const paths: Record<string, Json> = {};
  for (const [name, resource] of Object.entries(resources) as [ResourceName, Resource][]) {
    paths[resource.path] = describePath(name, resource, base, options.limitMax, false);
    if (resource.jsonPath !== null) {
      paths[resource.jsonPath] = describePath(name, resource, base, options.limitMax, true);
    }
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
      { name: "service", description: "The service itself: where things are, and how it is." },
    ],
    paths,
    components: { schemas: describeSchemas(), headers: responseHeaders, responses: describeProblems() },
  };
}

function describePath(name: ResourceName, resource: Resource, base: string, limitMax: number, isJson: boolean): Json {
  const id = isJson ? `${name}Json` : name;
  const tags = [name === "list" || name === "person" ? "teachers" : "service"];
  const parameters = [...describePathParameters(resource), ...describeQuery(resource, limitMax, isJson)];
  const representations = resource.representations.filter(({ format }) => !isJson || format === "json");
  const content = Object.fromEntries(
    representations.map((representation) => describeContent(name, representation, base)),
  );
  const headers = headersOf(name);
  const failures = Object.fromEntries(
    ([...resource.problems, "badHost", "methodNotAllowed", "uriTooLong", "internal"] as const)
      .filter((problem) => !(resource.anyHost && problem === "badHost"))
      .map((problem) => [problems[problem].status, reference("responses", nameOfStatus(problems[problem].status))]),
  );
  const notModified = headers.includes("ETag")
    ? { 304: { description: "The client has this very answer.", headers: references(headers) } }
    : {};
  const answers = (description: string, body: Json | null): Json => ({
    200: { description, headers: references(headers), ...(body === null ? {} : { content: body }) },
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
      description: `${resource.description}${isJson ? " Always as JSON, whatever Accept says." : ""}`,
      parameters: [...parameters, ...conditions],
      responses: answers(resource.description, content),
    },
    head: {
      operationId: `head_${id}`,
      tags,
      summary: `${resource.name}: the headers of GET`,
      parameters: [...parameters, ...conditions],
      responses: withoutContent(answers("The headers of GET, without the body.", null)),
    },
    options: {
      operationId: `options_${id}`,
      tags,
      summary: `${resource.name}: what it is`,
      parameters: describePathParameters(resource),
      responses: {
        200: {
          description: "What the resource is, what it can be answered in, and the methods it has.",
          headers: references(["Allow"]),
          content: { "application/json": { schema: schemaReference(descriptionSchema) } },
        },
        204: { description: "The answer to a CORS preflight." },
        ...(resource.anyHost ? {} : { 400: reference("responses", nameOfStatus(400)) }),
        414: reference("responses", nameOfStatus(414)),
      },
    },
  };
}

function describePathParameters({ path }: Resource): Json[] {
  if (!path.includes("{id}")) return [];
  const schema = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  const description = "The teacher's id; leading zeros are accepted, and what is no number is not found.";
  return [{ name: "id", in: "path", required: true, description, schema, example: exampleTeacher.id }];
}

function describeQuery({ parameters }: Resource, limitMax: number, isJson: boolean): Json[] {
  return parameters
    .filter(({ served }) => served)
    .map((parameter) => ({
      name: parameter.name,
      in: "query",
      required: false,
      allowEmptyValue: true,
      description: parameter.description,
      schema: describeValue(parameter, limitMax, isJson),
      example: parameter.name === "format" && isJson ? "json" : exampleOf(parameter),
    }));
}

function describeValue(parameter: Parameter, limitMax: number, isJson: boolean): Json {
  if (parameter.kind === "choice") {
    const choices = parameter.name === "format" && isJson ? ["json"] : parameter.choices;
    return { type: "string", enum: choices, ...(parameter.default === null ? {} : { default: parameter.default }) };
  }
  if (parameter.kind === "text") return { type: "string", maxLength: parameter.lengthMax };
  const isLimit = parameter.name === "limit";
  const bound = isLimit ? ` A limit above ${limitMax} is cut to it.` : "";
  return {
    type: "integer",
    minimum: 0,
    maximum: 10 ** integerDigitsMax - 1,
    default: isLimit ? Math.min(parameter.default, limitMax) : parameter.default,
    description: `1 to ${integerDigitsMax} digits.${bound}`,
  };
}

function exampleOf(parameter: Parameter): string | number {
  return parameter.kind === "integer" ? Number(parameter.example) : parameter.example;
}

/** What makes an answer conditional (RFC 9110, section 13.1). */
const conditionParameters: readonly Json[] = [
  {
    name: "If-None-Match",
    in: "header",
    description: "ETags that the client has answers for; 304 where one of them is that of this answer.",
    schema: { type: "string" },
  },
  {
    name: "If-Modified-Since",
    in: "header",
    description: "A Last-Modified that the client has the answer for; counts only without If-None-Match.",
    schema: { type: "string" },
  },
];

function describeContent(name: ResourceName, { contentType }: Representation, base: string): [string, Json] {
  const body = bodies[name];
  const schema = body === null ? { type: "object" } : schemaReference(body);
  const example = contentType === "application/json" ? exampleFor(name, base) : undefined;
  return [contentType, { schema, ...(example === undefined ? {} : { example }) }];
}

function exampleFor(name: ResourceName, base: string): unknown {
  if (name === "person") return exampleTeacher;
  if (name !== "list") return undefined;
  return { count: 25, next: `${base}/teachers/?limit=10&offset=10`, previous: null, results: [exampleTeacher] };
}

const responseHeaders = {
  Allow: header("The methods that resources have.", allowedMethods),
  Vary: header("The request headers that the answer depends on.", "Accept"),
  ETag: header("Names these very bytes; send it back in If-None-Match.", '"1f3k9s2x0q7ab"'),
  "Last-Modified": header("When this version was published.", "Fri, 20 Nov 2026 09:00:00 GMT"),
  "Cache-Control": header("What caches may do.", "public, max-age=0, must-revalidate"),
  "Dataset-Version": header(
    "The version of the data; where it changes during a walk over pages, start again.",
    "3-5f0c2d1e",
  ),
  "Content-Encoding": header("`gzip` for larger pages, where the client accepts it.", "gzip"),
  "Retry-After": header("Seconds after which to try again.", "1"),
};

type HeaderName = keyof typeof responseHeaders;

function header(description: string, example: string): Json {
  return { description, schema: { type: "string" }, example };
}

function headersOf(name: ResourceName): HeaderName[] {
  if (name === "list")
    return ["Allow", "Vary", "ETag", "Last-Modified", "Cache-Control", "Dataset-Version", "Content-Encoding"];
  if (name === "person") return ["Allow", "Vary", "ETag", "Last-Modified", "Cache-Control", "Dataset-Version"];
  return ["Allow", "Cache-Control"];
}

/** One response a status, with an example of every problem that has it. */
function describeProblems(): Json {
  const responses: Record<string, Json> = {};
  for (const status of [...new Set(Object.values(problems).map((problem) => problem.status))]) {
    const names = (Object.keys(problems) as ProblemName[]).filter((name) => problems[name].status === status);
    responses[nameOfStatus(status)] = {
      description: problems[names[0]!].title,
      headers: references(status === 503 ? ["Allow", "Retry-After"] : ["Allow"]),
      content: {
        "application/problem+json": {
          schema: schemaReference(problemSchema),
          examples: Object.fromEntries(names.map((name) => [name, { value: renderProblem(exampleProblem(name)) }])),
        },
      },
    };
  }
  return responses;
}

function exampleProblem(name: ProblemName): Problem {
  if (name !== "badParameters") return new Problem(name);
  return badParameters([
    faultOf("limit", "not_an_integer", "ten", `is not an integer; send 1 to ${integerDigitsMax} digits`),
  ]);
}

function describeNotReady(): Json {
  return {
    description: "Not ready, with the reason.",
    headers: references(["Allow", "Retry-After"]),
    content: { "application/json": { schema: schemaReference(notReadySchema) } },
  };
}

function nameOfStatus(status: number): string {
  const title = Object.values(problems).find((problem) => problem.status === status)!.title;
  return title.replaceAll(" ", "");
}

function references(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference("headers", name)]));
}

function reference(kind: "headers" | "responses" | "schemas", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function schemaReference(schema: z.ZodType): Json {
  return reference("schemas", z.globalRegistry.get(schema)!.id!);
}

/** All schemas that have a name, without the marks of a document of their own. */
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
