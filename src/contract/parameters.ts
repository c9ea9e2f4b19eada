/** The query parameters as a table for the parser, the OpenAPI description and the API reference. */
import { langs } from "../domain/lang.ts";
import { orderings } from "../domain/names/ordering.ts";
import { type TextFieldName, textFieldNames, textFields, textLengthMax } from "../domain/teacher.ts";
import { integerMax } from "./problems.ts";
import {
  type Format,
  listRepresentations,
  type Representation,
  representations,
  teacherRepresentations,
} from "./representations.ts";

interface ParameterBase {
  readonly name: string;
  /** One or two sentences for people. */
  readonly description: string;
  readonly example: string;
}

/** An optional minus and one to nine ASCII digits. If negative numbers are allowed, they count as 0. */
interface IntegerParameter extends ParameterBase {
  readonly kind: "integer";
  readonly default: number;
  readonly minimum: number;
  /** A page size is capped at the maximum. */
  readonly isPageSize?: true;
}

/** Ids separated by commas, at most as many as the maximum of `limit`. Repeated parameters are joined. */
interface IdsParameter extends ParameterBase {
  readonly kind: "ids";
}

export interface TextParameter extends ParameterBase {
  /** A `texts` parameter is required, and may be repeated as many times as fit in a URL. */
  readonly kind: "text" | "texts";
  /** The maximum length in code points, after trimming and normalisation to NFC. */
  readonly lengthMax: number;
  /** The maximum number of words, as `splitWords` counts them; null for no limit. */
  readonly wordsMax: number | null;
}

interface ChoiceParameter extends ParameterBase {
  readonly kind: "choice";
  /** Null if the default depends on the request. */
  readonly default: string | null;
  readonly choices: readonly string[];
}

export type Parameter = IntegerParameter | IdsParameter | TextParameter | ChoiceParameter;

type Named<Name extends string, Kind extends Parameter = Parameter> = Kind & { readonly name: Name };

/** Whether a request without the parameter is refused. */
export function isRequired(parameter: Parameter): boolean {
  return parameter.kind === "texts";
}

export type ValueFilterName = TextFieldName;

export type FilterName = "search" | "id" | "without" | ValueFilterName;

export type ListParameterName =
  | "limit"
  | "offset"
  | "page"
  | "page_size"
  | FilterName
  | "exact"
  | "ordering"
  | "format"
  | "lang";

export type MatchParameterName = "name" | "format";

/** Another name of `search`. */
export const searchAlias = "q";

/** The page size without a `limit` (specification, section 8). */
export const limitDefault = 10;

/** The page size of HTML pages without a `limit`. */
export const htmlLimitDefault = 25;

/** The maximum number of teachers on an HTML page, even if `limit` may be larger. */
export const htmlLimitMax = 100;

export const valueFilters: readonly Named<ValueFilterName>[] = textFieldNames.map((name) => ({
  name,
  kind: "text",
  lengthMax: textLengthMax,
  wordsMax: null,
  description: `Only teachers with exactly this ${name.replace("_", " ")}. Case-sensitive.`,
  example: textFields[name].example,
}));

/** The parameters that select teachers. */
export const filterNames: readonly FilterName[] = ["search", "id", ...valueFilters.map(({ name }) => name), "without"];

function formatParameter(offered: readonly Representation[]): Named<"format", ChoiceParameter> {
  return {
    name: "format",
    kind: "choice",
    default: null,
    choices: offered.map(({ format }) => format),
    description: "Response format. Overrides the Accept header.",
    example: "json",
  };
}

const langParameter: Named<"lang", ChoiceParameter> = {
  name: "lang",
  kind: "choice",
  default: null,
  choices: langs,
  description:
    "Language of HTML pages, where it overrides the Accept-Language header, and of the headings of workbooks.",
  example: "uk",
};

export const listParameters: readonly Named<ListParameterName>[] = [
  {
    name: "limit",
    kind: "integer",
    default: limitDefault,
    minimum: -integerMax,
    isPageSize: true,
    description: "Page size. 0 or a negative number means the default; larger values are capped.",
    example: "20",
  },
  {
    name: "offset",
    kind: "integer",
    default: 0,
    minimum: -integerMax,
    description: "Number of teachers to skip. A negative number counts as 0.",
    example: "40",
  },
  {
    name: "page",
    kind: "integer",
    default: 1,
    minimum: 1,
    description:
      "Page number, from 1, instead of `offset`. Can't be combined with `limit` or `offset`, unless they have their default values.",
    example: "3",
  },
  {
    name: "page_size",
    kind: "integer",
    default: limitDefault,
    minimum: -integerMax,
    isPageSize: true,
    description:
      "The same as `limit`, for clients that send `page`. Can't be combined with `limit` or `offset`, unless they have their default values.",
    example: "20",
  },
  {
    name: "id",
    kind: "ids",
    description:
      "Only teachers with one of these ids, separated by commas. May be repeated. Unknown ids are skipped. At most as many as the maximum of `limit`.",
    example: "3,17,42",
  },
  ...valueFilters,
  {
    name: "without",
    kind: "choice",
    default: null,
    choices: ["degree"],
    description: "Only teachers without a degree. Can't be combined with `degree`.",
    example: "degree",
  },
  {
    name: "search",
    kind: "text",
    lengthMax: 200,
    wordsMax: 12,
    description:
      "Words of the name or their beginnings, in any order, in Ukrainian, Russian or Latin spelling; other forms of names, case endings and typos are recognised. A degree or its abbreviation may be added. Returns only the best matches; `Search-Reading` says how they were found.",
    example: "Шевченко Т.Г.",
  },
  {
    name: "exact",
    kind: "choice",
    default: null,
    choices: ["true", "false"],
    description: "With `true`, the search finds only what is spelt as typed.",
    example: "true",
  },
  {
    name: "ordering",
    kind: "choice",
    default: "id",
    choices: orderings,
    description:
      "Sort order: by id, or by `last_name` in Ukrainian alphabetical order. A leading minus reverses it. `relevance` needs a search, and is the default with one. HTML pages are sorted by `last_name` by default.",
    example: "id",
  },
  formatParameter(listRepresentations),
  langParameter,
];

/** The parameters of `/teachers/degrees/`: those of paging, those that select teachers, and `format`. */
export const degreesParameters: typeof listParameters = withOnlyFormat(
  listParameters.filter(
    ({ name, kind }) =>
      kind === "integer" || name === "exact" || name === "format" || filterNames.some((one) => one === name),
  ),
  "json",
);

/** The parameters on a path with a fixed format. Such a path accepts no other value of `format`. */
export function withOnlyFormat<Named extends Parameter>(
  parameters: readonly Named[],
  format: Format,
): readonly Named[] {
  return parameters.map((parameter) =>
    parameter.name === "format" && parameter.kind === "choice"
      ? { ...parameter, choices: [format], example: format }
      : parameter,
  );
}

export const teacherParameters: readonly Named<"format" | "lang", ChoiceParameter>[] = [
  formatParameter(teacherRepresentations),
  langParameter,
];

export const nameParameter: Named<"name", TextParameter> = {
  name: "name",
  kind: "texts",
  lengthMax: textLengthMax,
  // A cell of the maximum length has at most this many words. The limit is not lower, because cells of timetables also
  // have notes and rooms.
  wordsMax: textLengthMax / 2,
  description:
    "A written name, with or without a degree. Repeat it for more names; a URL has room for about 50. Blank names count as absent.",
  example: "доц. Шевченко Т. Г.",
};

/** The maximum number of names in a body. */
export const namesMax = 1000;

export const matchParameters: readonly Named<MatchParameterName>[] = [
  nameParameter,
  formatParameter([representations.json]),
];
