/** The OpenAPI 3.1 description of the service, built from the tables and schemas that the code uses. */
import { z } from "zod";
import { release } from "../../domain/release.ts";
import { representations } from "../representations.ts";
import { formatPathsOf, type Resource, type ResourceName, resources } from "../resources.ts";
import { responseHeaders } from "../response-headers.ts";
import { conditionParameter, describePathParameters, describeQuery } from "./openapi-parameters.ts";
import {
  describeBodyResponses,
  describeOptionsResponses,
  describeProblems,
  describeResponses,
  isUnderTeachers,
  type PathOptions,
} from "./openapi-responses.ts";
import { exampleNames } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** Describes the service at a base URL with its configured bounds. */
export function describeService(base: string, options: { readonly limitMax: number }): Json {
  const { limitMax } = options;
  const paths: Record<string, Json> = {};
  for (const [name, resource] of Object.entries(resources) as [ResourceName, Resource][]) {
    // Files for browsers and crawlers are not part of the API.
    if (resource.representations.length === 0) continue;
    paths[resource.path] = describePath({ name, resource, base, limitMax, pathFormat: null });
    for (const [pathFormat, path] of formatPathsOf(resource)) {
      paths[path] = describePath({ name, resource, base, limitMax, pathFormat });
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
      { name: "service", description: "Index, documentation and health." },
    ],
    paths,
    components: { schemas: describeSchemas(), headers: responseHeaders, responses: describeProblems() },
  };
}

function describePath(options: PathOptions): Json {
  const { name, resource, limitMax, pathFormat } = options;
  const id = pathFormat === null ? name : `${name}${pathFormat[0]!.toUpperCase()}${pathFormat.slice(1)}`;
  const tags = [isUnderTeachers(resource) ? "teachers" : "service"];
  const parameters = [...describePathParameters(resource), ...describeQuery(resource, limitMax, pathFormat)];
  if (resource.headers.includes("ETag")) parameters.push(conditionParameter);
  const responses = describeResponses(options);
  return {
    get: {
      operationId: `get_${id}`,
      tags,
      summary: resource.name,
      description: `${resource.description}${pathFormat === null ? "" : ` Always ${representations[pathFormat].label}, regardless of Accept.`}`,
      parameters,
      responses,
    },
    head: {
      operationId: `head_${id}`,
      tags,
      summary: `${resource.name}: headers only`,
      parameters,
      responses: withoutContent(responses),
    },
    options: {
      operationId: `options_${id}`,
      tags,
      summary: `${resource.name}: description`,
      parameters: describePathParameters(resource),
      responses: describeOptionsResponses(options),
    },
    ...(resource.bodyTypes.length === 0 ? {} : { post: describePost(id, tags, options) }),
  };
}

/** The operation of POST, which is GET with the names in a body. */
function describePost(id: string, tags: readonly string[], options: PathOptions): Json {
  const { resource, limitMax, pathFormat } = options;
  const parameters = resource.parameters.filter(({ kind }) => kind !== "texts");
  return {
    operationId: `post_${id}`,
    tags,
    summary: `${resource.name} in a body`,
    description: resource.description,
    parameters: describeQuery({ ...resource, parameters }, limitMax, pathFormat),
    requestBody: describeBody(resource),
    responses: describeBodyResponses(options),
  };
}

function describeBody({ bodyTypes }: Resource): Json {
  const contents: Readonly<Record<string, Json>> = {
    "text/plain": { schema: { type: "string" }, example: exampleNames.names.join("\n") },
    "application/json": { schema: { $ref: "#/components/schemas/Names" }, example: exampleNames },
  };
  return { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, contents[type]])) };
}

function withoutContent(responses: Json): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { content, ...rest } = response as Json;
      return [status, rest];
    }),
  );
}

/** All named schemas, without the keywords of a standalone document. */
function describeSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema] as const),
  );
}
