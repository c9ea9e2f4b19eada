/** The query parameters as a table for the parser, the OpenAPI description and the API reference. */
import { orderings } from "../domain/ordering.ts";
import { type TextFieldName, textFieldNames, textFields, textLengthMax } from "../domain/teacher.ts";

export type Format = "json" | "csv" | "excel" | "ndjson" | "html";
export type Lang = "uk" | "en";

interface ParameterBase {
  readonly name: string;
  /** One or two sentences for people. */
  readonly description: string;
  readonly example: string;
}

/** An optional minus and one to nine ASCII digits. A negative number counts as 0. */
export interface IntegerParameter extends ParameterBase {
  readonly kind: "integer";
  readonly default: number;
}

export interface TextParameter extends ParameterBase {
  readonly kind: "text";
  readonly default: "";
  /** In code points, after trimming and NFC. */
  readonly lengthMax: number;
  /** The most words, as `splitWords` counts them; null for no limit. */
  readonly wordsMax: number | null;
}

export interface ChoiceParameter extends ParameterBase {
  readonly kind: "choice";
  /** Null if it depends on the request. */
  readonly default: string | null;
  readonly choices: readonly string[];
}

export type Parameter = IntegerParameter | TextParameter | ChoiceParameter;
export type ListParameterName = "limit" | "offset" | TextFieldName | "search" | "ordering" | "format" | "lang";

/** The page size without a `limit` (specification, section 8). */
export const limitDefault = 10;

/** The most teachers on a page for people, whatever the maximum of `limit` is. */
export const htmlLimitMax = 100;

/** The most digits of an integer. */
export const integerDigitsMax = 9;
export const integerPattern = new RegExp(`^-?[0-9]{1,${integerDigitsMax}}$`);

const filterParameters = textFieldNames.map((name): TextParameter & { readonly name: TextFieldName } => ({
  name,
  kind: "text",
  default: "",
  lengthMax: textLengthMax,
  wordsMax: null,
  description: `Only teachers with exactly this ${name.replace("_", " ")}. Case-sensitive.`,
  example: textFields[name].example,
}));

const listFormats: readonly Format[] = ["json", "csv", "excel", "ndjson", "html"];
const teacherFormats: readonly Format[] = ["json", "html"];

export const langs: readonly Lang[] = ["uk", "en"];

function formatParameter(choices: readonly Format[]): ChoiceParameter & { readonly name: "format" } {
  return {
    name: "format",
    kind: "choice",
    default: null,
    choices,
    description: "Response format. Overrides the Accept header.",
    example: "json",
  };
}

const langParameter: ChoiceParameter & { readonly name: "lang" } = {
  name: "lang",
  kind: "choice",
  default: null,
  choices: langs,
  description: "Language of the HTML pages. Overrides the Accept-Language header.",
  example: "uk",
};

/** The parameters of the list. */
export const listParameters: readonly (Parameter & { readonly name: ListParameterName })[] = [
  {
    name: "limit",
    kind: "integer",
    default: limitDefault,
    description: "Page size. 0 or a negative number means the default; larger values are capped.",
    example: "20",
  },
  {
    name: "offset",
    kind: "integer",
    default: 0,
    description: "Number of teachers to skip. A negative number counts as 0.",
    example: "40",
  },
  ...filterParameters,
  {
    name: "search",
    kind: "text",
    default: "",
    lengthMax: 100,
    wordsMax: 8,
    description:
      "Name words in any order, or just their first letters, in Cyrillic or Latin. A degree or its abbreviation may be added.",
    example: "Шевченко Т.Г.",
  },
  {
    name: "ordering",
    kind: "choice",
    default: "id",
    choices: orderings,
    description:
      "Sort order: by id, or by `last_name` in Ukrainian alphabetical order. A leading minus reverses it. HTML pages are sorted by `last_name` by default.",
    example: "id",
  },
  formatParameter(listFormats),
  langParameter,
];

/** The parameters of one teacher. */
export const teacherParameters: readonly (ChoiceParameter & { readonly name: "format" | "lang" })[] = [
  formatParameter(teacherFormats),
  langParameter,
];
