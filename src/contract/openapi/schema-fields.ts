/** The fields of the JSON bodies as rows of a table, for the API reference. */
import { z } from "zod";
import type { ResourceName } from "../resources.ts";
import { responseSchemas } from "./openapi-responses.ts";

/** A field: its name, its type in words (`URL or null`), and its description, which may be empty. */
type SchemaField = Readonly<Record<"name" | "type" | "description", string>>;

/** The keywords of JSON Schema that the schemas use. */
interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The fields of a resource's JSON body; none for a body without a schema of its own. */
export function listSchemaFields(name: ResourceName): SchemaField[] {
  const body = responseSchemas[name];
  if (body === undefined) return [];
  const { $ref, $defs, ...own } = z.toJSONSchema(body) as JsonSchema;
  return listFields($ref === undefined ? own : $defs![nameOf($ref)]!, "");
}

/**
 * The fields of an object, and those of the objects in its arrays: `results[].cell`. Named objects have a table of
 * their own.
 */
function listFields({ properties = {}, required = [] }: JsonSchema, prefix: string): SchemaField[] {
  return Object.entries(properties).flatMap(([field, schema]) => [
    {
      name: `${prefix}${field}`,
      type: `${typeOf(schema)}${required.includes(field) ? "" : ", optional"}`,
      description: schema.description ?? "",
    },
    ...listFields(schema.items ?? {}, `${prefix}${field}[].`),
  ]);
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, format, anyOf, items } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (type === "array") return `array of ${typeOf(items!)}`;
  return format === "uri" ? "URL" : (format ?? type ?? "any");
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1)!;
}
