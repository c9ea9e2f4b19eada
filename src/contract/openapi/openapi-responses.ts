/** The responses in the OpenAPI description: those of each resource by status, and the problems. */
import { z } from "zod";
import { exampleProblem, type ProblemName, problemNames, problems, renderProblem } from "../problems.ts";
import { type Format, representations } from "../representations.ts";
import { problemsOf, type Resource, type ResourceName, resources, slashlessPatternOf } from "../resources.ts";
import { commonHeaderNames, type ResponseHeaderName } from "../response-headers.ts";
import {
  degreesSchema,
  descriptionSchema,
  exampleTeacher,
  indexSchema,
  liveSchema,
  matchSchema,
  notReadySchema,
  pageSchema,
  problemSchema,
  readySchema,
  teacherSchema,
} from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** One path of a resource. */
export interface PathOptions {
  readonly name: ResourceName;
  readonly resource: Resource;
  readonly base: string;
  readonly limitMax: number;
  /** The format that the path always has; null for a path that is negotiated. */
  readonly pathFormat: Format | null;
}

/** The JSON bodies of the resources that have one; the description of the service has no schema of its own. */
export const responseSchemas: Readonly<Partial<Record<ResourceName, z.ZodType>>> = {
  list: pageSchema,
  match: matchSchema,
  degrees: degreesSchema,
  teacher: teacherSchema,
  index: indexSchema,
  live: liveSchema,
  ready: readySchema,
};

/** The headers of redirects and of OPTIONS. */
function negotiatedHeaders(resource: Resource): ResponseHeaderName[] {
  return isUnderTeachers(resource) ? ["Vary"] : [];
}

/** The responses to GET by status. */
export function describeResponses(options: PathOptions): Json {
  const { name, resource, pathFormat } = options;
  const { description, headers } = resource;
  const responses: Record<number, Json> = {
    200: { description, headers: references(headers), content: describeContents(options) },
  };
  const add = (status: number, meaning: string, names: readonly ResponseHeaderName[]): void => {
    responses[status] = { description: meaning, headers: references(names) };
  };
  if (slashlessPatternOf(resource) !== null && pathFormat === null) {
    add(301, "The path lacks its trailing slash.", [...negotiatedHeaders(resource), "Location"]);
  }
  if (name === "index") add(303, "Browsers are redirected to the list.", ["Vary", "Location"]);
  if (headers.includes("ETag")) {
    const unchanged = headers.filter((header) => !header.startsWith("Content-") && header !== "Search-Reading");
    add(304, "The response has not changed.", unchanged);
  }
  // OpenAPI has no field for undefined methods, so their 405 is listed with the responses of GET.
  Object.assign(responses, problemResponses(options, [...problemsOf(name), "methodNotAllowed"]));
  if (name === "ready") responses[503] = describeNotReady();
  return responses;
}

/** The responses to POST by status. */
export function describeBodyResponses(options: PathOptions): Json {
  const { name, resource } = options;
  const headers = references(["Vary", "Cache-Control", "Dataset-Version"]);
  return {
    200: { description: resource.description, headers, content: describeContents(options) },
    ...problemResponses(options, problemsOf(name, true)),
  };
}

export function describeOptionsResponses(options: PathOptions): Json {
  const { resource } = options;
  const headers = negotiatedHeaders(resource);
  return {
    200: {
      description: "The description, representations and methods of the resource.",
      headers: references(headers),
      content: { "application/json": { schema: schemaReference(descriptionSchema) } },
    },
    204: {
      description: "Response to a CORS preflight request.",
      headers: references([
        ...headers,
        "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers",
        "Access-Control-Max-Age",
      ]),
    },
    ...problemResponses(options, [...(resource.anyHost ? [] : (["badHost"] as const)), "uriTooLong"]),
  };
}

/** References to the responses for problems, by their status. */
function problemResponses({ resource, pathFormat }: PathOptions, names: readonly ProblemName[]): Json {
  const isJsonPath = pathFormat === "json" || resource.path.endsWith(".json");
  return Object.fromEntries(
    names
      // Nothing is negotiated on a path with a format.
      .filter((name) => pathFormat === null || name !== "notAcceptable")
      .map((name) => problems[name].status)
      .map((status) => [status, reference("responses", nameOfResponse(status, isJsonPath))]),
  );
}

export function isUnderTeachers({ path }: Resource): boolean {
  return path.startsWith(resources.list.path);
}

function describeContents({ name, resource, base, pathFormat }: PathOptions): Json {
  const offered = pathFormat === null ? resource.representations : [representations[pathFormat]];
  return Object.fromEntries(
    offered.map(({ format, contentType }) => [
      contentType,
      format === "json"
        ? describeJson(name, base)
        : { schema: { type: "string", ...(format === "xlsx" ? { format: "binary" } : {}) } },
    ]),
  );
}

function describeJson(name: ResourceName, base: string): Json {
  const body = responseSchemas[name];
  const schema = body === undefined ? { type: "object" } : schemaReference(body);
  if (name === "teacher") return { schema, example: exampleTeacher };
  if (name !== "list") return { schema };
  const next = `${base}/teachers/?limit=10&offset=10`;
  return { schema, example: { count: 25, next, previous: null, results: [exampleTeacher] } };
}

/** Two responses per status: one for `.json` paths, which is JSON only, and one for all others. */
export function describeProblems(): Json {
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
  const names = problemNames.filter((name) => problems[name].status === status);
  const headers: ResponseHeaderName[] = ["Vary", "Cache-Control"];
  if (!isJsonPath) headers.push("X-Robots-Tag");
  if (status === 503) headers.push("Retry-After");
  const json = {
    schema: schemaReference(problemSchema),
    examples: Object.fromEntries(names.map((name) => [name, { value: renderProblem(exampleProblem(name)) }])),
  };
  const html = { [representations.html.contentType]: { schema: { type: "string" } } };
  return {
    description: problems[names[0]!].title,
    headers: references(headers),
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
