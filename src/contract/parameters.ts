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
  /** Whether it is a page size, which is capped at the maximum. */
  readonly isPageSize: boolean;
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
export type ListParameterName =
  | "limit"
  | "offset"
  | "page"
  | "page_size"
  | TextFieldName
  | "search"
  | "ordering"
  | "format"
  | "lang";

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
    isPageSize: true,
    description: "Page size. 0 or a negative number means the default; larger values are capped.",
    example: "20",
  },
  {
    name: "offset",
    kind: "integer",
    default: 0,
    isPageSize: false,
    description: "Number of teachers to skip. A negative number counts as 0.",
    example: "40",
  },
  {
    name: "page",
    kind: "integer",
    default: 1,
    isPageSize: false,
    description:
      "Page number, from 1, instead of `offset`. 0 or a negative number means 1. Excludes `limit` and `offset`.",
    example: "3",
  },
  {
    name: "page_size",
    kind: "integer",
    default: limitDefault,
    isPageSize: true,
    description: "The same as `limit`, for clients that send `page`. Excludes `limit` and `offset`.",
    example: "20",
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

/**
 * Paging parameters of other services, with what to use instead. They are refused: ignoring them would return the first
 * page again and again.
 */
export const foreignPaging: ReadonlyMap<string, string> = new Map([
  ["per_page", "page_size"],
  ["perPage", "page_size"],
  ["pageSize", "page_size"],
  ["skip", "offset"],
  ...["cursor", "after", "before", "starting_after", "page_token", "pageToken"].map(
    (name) => [name, "limit and offset, or follow next"] as const,
  ),
]);

/** The parameters of one teacher. */
export const teacherParameters: readonly (ChoiceParameter & { readonly name: "format" | "lang" })[] = [
  formatParameter(teacherFormats),
  langParameter,
];
