/** The parameters in the OpenAPI description, built from the tables that the query parser uses. */
import { idMax } from "../../domain/teacher.ts";
import {
  htmlLimitDefault,
  htmlLimitMax,
  isRequired,
  type Parameter,
  type TextParameter,
  withOnlyFormat,
} from "../parameters.ts";
import { integerDigitsMax, integerMax } from "../problems.ts";
import type { Format } from "../representations.ts";
import type { Resource } from "../resources.ts";
import { exampleTeacher } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const idSchema = { type: "integer", minimum: 1, maximum: idMax };

export function describePathParameters({ path }: Resource): Json[] {
  if (!path.includes("{id}")) return [];
  const description = "The teacher's id. Leading zeros are accepted. Non-numeric and unknown ids return 404.";
  return [{ name: "id", in: "path", required: true, description, schema: idSchema, example: exampleTeacher.id }];
}

export function describeQuery({ parameters }: Resource, limitMax: number, pathFormat: Format | null): Json[] {
  return (pathFormat === null ? parameters : withOnlyFormat(parameters, pathFormat)).map((parameter) => ({
    name: parameter.name,
    in: "query",
    required: isRequired(parameter),
    allowEmptyValue: true,
    description: parameter.description,
    ...describeValue(parameter, limitMax, pathFormat === "json"),
  }));
}

/** The accepted values and the default of a parameter, in sentences. Code is in backticks. */
function describeBounds(parameter: Parameter, limitMax: number): string {
  switch (parameter.kind) {
    case "integer": {
      const type = `Integer of up to ${integerDigitsMax} digits.`;
      const fallback = defaultOf(parameter, limitMax);
      if (!parameter.isPageSize) return `${type} Default: ${fallback}.`;
      const [forPeople, mostForPeople] = [htmlLimitDefault, htmlLimitMax].map((limit) => Math.min(limit, limitMax));
      return `${type} Default: ${fallback} (${forPeople} on HTML pages). Maximum: ${limitMax} (${mostForPeople} on HTML pages).`;
    }
    case "ids":
      return `Up to ${limitMax} ids.`;
    case "text":
    case "texts": {
      const { lengthMax, wordsMax } = parameter;
      return `Up to ${lengthMax} characters${wordsMax === null ? "" : ` and ${wordsMax} words`}.`;
    }
    case "choice": {
      const choices = parameter.choices.map((choice) => `\`${choice}\``).join(", ");
      return `One of: ${choices}.${parameter.default === null ? "" : ` Default: \`${parameter.default}\`.`}`;
    }
  }
}

/**
 * The schema of a parameter. Generated clients send every default, so a schema has one only if sending it changes
 * nothing. An integer has one only on `.json` paths: on other paths, it would limit a download to one page. `ordering`
 * has none, because sending a default would replace the order of a search.
 */
function describeValue(parameter: Parameter, limitMax: number, isJson: boolean): Json {
  const { example } = parameter;
  switch (parameter.kind) {
    case "integer": {
      const bounds = { minimum: parameter.minimum, maximum: integerMax };
      const fallback = isJson ? { default: defaultOf(parameter, limitMax) } : {};
      const description = describeBounds(parameter, limitMax);
      return { schema: { type: "integer", ...bounds, ...fallback, description }, example: Number(example) };
    }
    case "ids": {
      const schema = { type: "array", items: idSchema, maxItems: limitMax };
      return { style: "form", explode: false, schema, example: example.split(",").map(Number) };
    }
    case "text":
      return { schema: textSchema(parameter), example };
    case "texts": {
      const schema = { type: "array", items: textSchema(parameter), minItems: 1 };
      return { style: "form", explode: true, schema, example: [example] };
    }
    case "choice":
      return { schema: { type: "string", enum: parameter.choices }, example };
  }
}

function defaultOf(parameter: Extract<Parameter, { readonly kind: "integer" }>, limitMax: number): number {
  return parameter.isPageSize ? Math.min(parameter.default, limitMax) : parameter.default;
}

function textSchema(parameter: Pick<TextParameter, "lengthMax" | "wordsMax">): Json {
  return { type: "string", maxLength: parameter.lengthMax, pattern: patternOf(parameter) };
}

/**
 * The pattern of a text without control characters and U+FFFD. If `wordsMax` is set, the text has at most this many
 * words, as `splitWords` counts them, and tabs and line breaks between words are allowed.
 */
function patternOf({ wordsMax }: Pick<TextParameter, "wordsMax">): string {
  const others = "\\u007f-\\u009f\\ufffd";
  if (wordsMax === null) return `^[^\\u0000-\\u001f${others}]*$`;
  const refused = `\\u0000-\\u0008\\u000e-\\u001f${others}`;
  const punctuation = `,.;:/_+|@<>(){}\\[\\]"«»“”„‹›\\-\\u2010-\\u2015\\u2212`;
  const separators = `\\u0009-\\u000d \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000${punctuation}`;
  const [gap, word] = [`[${separators}]`, `[^${separators}${refused}]`];
  return `^${gap}*(${word}+(${gap}+${word}+){0,${wordsMax - 1}}${gap}*)?$`;
}

/** The header of conditional requests (RFC 9110, section 13.1). */
export const conditionParameter = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of cached responses; 304 if one of them matches.",
  schema: { type: "string" },
};
