/** The parameters in the OpenAPI description, built from the tables that the query parser uses. */
import { idMax } from "../domain/teacher.ts";
import { htmlLimitMax, integerDigitsMax, type Parameter, type TextParameter } from "./parameters.ts";
import type { Resource } from "./resources.ts";
import { exampleTeacher } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

export function describePathParameters({ path }: Resource): Json[] {
  if (!path.includes("{id}")) return [];
  const schema = { type: "integer", minimum: 1, maximum: idMax };
  const description = "The teacher's id. Leading zeros are accepted. Non-numeric and unknown ids return 404.";
  return [{ name: "id", in: "path", required: true, description, schema, example: exampleTeacher.id }];
}

export function describeQuery({ parameters }: Resource, limitMax: number, isJson: boolean): Json[] {
  return parameters.map((parameter) => ({
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
  if (parameter.kind === "text") {
    return { type: "string", maxLength: parameter.lengthMax, pattern: patternOf(parameter) };
  }
  const bound = parameter.isPageSize
    ? ` Values above ${limitMax}, or ${Math.min(htmlLimitMax, limitMax)} on the page for people, are capped.`
    : "";
  return {
    type: "integer",
    minimum: 1 - 10 ** integerDigitsMax,
    maximum: 10 ** integerDigitsMax - 1,
    default: parameter.isPageSize ? Math.min(parameter.default, limitMax) : parameter.default,
    description: `At most ${integerDigitsMax} digits.${bound}`,
  };
}

/** No control character, no U+FFFD, and at most `wordsMax` words, split as by `splitWords`. */
function patternOf({ wordsMax }: TextParameter): string {
  const refused = "\\u0000-\\u001f\\u007f-\\u009f\\ufffd";
  if (wordsMax === null) return `^[^${refused}]*$`;
  const separators = ",.\\-\\u2010\\u2011 \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  const [gap, word] = [`[${separators}]`, `[^${separators}${refused}]`];
  return `^${gap}*(${word}+(${gap}+${word}+){0,${wordsMax - 1}}${gap}*)?$`;
}

function exampleOf(parameter: Parameter): string | number {
  return parameter.kind === "integer" ? Number(parameter.example) : parameter.example;
}

/** The headers of conditional requests (RFC 9110, section 13.1). */
export const conditionParameters: readonly Json[] = [
  {
    name: "If-None-Match",
    in: "header",
    description: "ETags of cached responses; 304 if one of them matches.",
    schema: { type: "string" },
  },
  {
    name: "If-Modified-Since",
    in: "header",
    description: "The Last-Modified of a cached response; used only without If-None-Match. 304 for the exact date.",
    schema: { type: "string" },
  },
];
