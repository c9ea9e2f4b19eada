/** Validates values against the schemas of the OpenAPI description, in the JSON Schema dialect of OpenAPI 3.1. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenapiDocument, Schema } from "./openapi.ts";

/** What is wrong with the value by the schema, or null. */
export type FindFault = (schema: Schema, value: unknown) => string | null;

/** The check of a description's schemas, which may refer to its components; each is compiled once. */
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

/** A schema that can stand alone, with the components among its own definitions. */
function relocate(schemas: unknown): Schema {
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"#/$defs/'));
}
