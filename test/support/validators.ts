/** Validates values against the schemas of the OpenAPI description, in the JSON Schema dialect of OpenAPI 3.1. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenapiDocument, Schema } from "./openapi.ts";

/** Describes how the value violates the schema; null if it does not. */
type FindFault = (schema: Schema, value: unknown) => string | null;

/** Creates the check for a description's schemas, which may refer to its components. Each is compiled once. */
export function createValidators(document: OpenapiDocument): FindFault {
  const ajv = addFormats(new Ajv2020({ strict: true, allErrors: true }));
  const validators = new Map<Schema, ValidateFunction>();
  const $defs = relocate(document.components.schemas);
  return (schema, value) => {
    const validate = validators.get(schema) ?? ajv.compile({ ...relocate(schema), $defs });
    validators.set(schema, validate);
    if (validate(value)) return null;
    return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join("; ");
  };
}

/** A self-contained schema, with the components as its definitions. An object has no members but the described ones. */
function relocate(schemas: unknown): Schema {
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"#/$defs/'), (_, value) =>
    value?.type === "object" && value.properties !== undefined ? { additionalProperties: false, ...value } : value,
  );
}
