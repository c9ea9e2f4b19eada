/** The query parameters as a table, which the parser, the OpenAPI description and the reference page read. */
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

/** One to nine ASCII digits. */
export interface IntegerParameter extends ParameterBase {
  readonly kind: "integer";
  readonly default: number;
}

export interface TextParameter extends ParameterBase {
  readonly kind: "text";
  readonly default: "";
  /** In characters, that is code points, after trimming and NFC. */
  readonly lengthMax: number;
  /** How many words, as `splitWords` counts them, where that is limited too. */
  readonly wordsMax: number | null;
}

export interface ChoiceParameter extends ParameterBase {
  readonly kind: "choice";
  /** `null` where it depends on the request. */
  readonly default: string | null;
  readonly choices: readonly string[];
}

export type Parameter = IntegerParameter | TextParameter | ChoiceParameter;
export type ListParameterName = "limit" | "offset" | TextFieldName | "search" | "ordering" | "format" | "lang";

/** The page size where none is asked for (specification, section 8). */
export const limitDefault = 10;

/** The most teachers on a page for people, whatever the maximum of `limit` is. */
export const htmlLimitMax = 100;

/** The most digits of an integer. */
export const integerDigitsMax = 9;

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
    description: "The representation. It wins over the Accept header.",
    example: "json",
  };
}

/** On pages alone. */
export const langParameter: ChoiceParameter & { readonly name: "lang" } = {
  name: "lang",
  kind: "choice",
  default: null,
  choices: langs,
  description: "The language of the page for people. It wins over the Accept-Language header.",
  example: "uk",
};

/** What the list takes. */
export const listParameters: readonly (Parameter & { readonly name: ListParameterName })[] = [
  {
    name: "limit",
    kind: "integer",
    default: limitDefault,
    description: "How many teachers a page holds. 0 stands for the default, and more than the maximum for the maximum.",
    example: "20",
  },
  {
    name: "offset",
    kind: "integer",
    default: 0,
    description: "How many teachers to skip from the start of the list.",
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
      "Words of the name in any order, each at least its beginning, in Cyrillic or Latin letters, and optionally a degree or its abbreviation.",
    example: "Шевченко Т.Г.",
  },
  {
    name: "ordering",
    kind: "choice",
    default: "id",
    choices: orderings,
    description:
      "The order of the list: by id, or `last_name` for Ukrainian alphabetical order; backwards with a minus in front. The page for people has the alphabetical order by default.",
    example: "id",
  },
  formatParameter(listFormats),
  langParameter,
];

/** What the resource of one teacher takes. */
export const teacherParameters: readonly (ChoiceParameter & { readonly name: "format" | "lang" })[] = [
  formatParameter(teacherFormats),
  langParameter,
];
