/** Problems: every way in which a request can fail, as a table, and the error class that carries one. */

/** The maximum number of digits of an integer parameter. */
export const integerDigitsMax = 9;

/** The largest integer parameter. */
export const integerMax = 10 ** integerDigitsMax - 1;

/** The maximum length of the percent-encoded path and query, in bytes. */
export const targetBytesMax = 8000;

/** The maximum size of a body. */
export const bodyBytesMax = 256 * 1024;

/** The time limit for the arrival of a body. */
export const bodyMs = 10_000;

interface ProblemKind {
  readonly status: number;
  /** The status phrase, as RFC 9457 requires for the type `about:blank`. */
  readonly title: string;
  /** The default detail. */
  readonly detail: string;
  /** The API resources on which GET can fail with this problem; null for all. `problemsOf` checks their type. */
  readonly resources: readonly string[] | null;
}

const dataResources = ["list", "match", "degrees", "teacher"] as const;

/** All resources of the API except health probes. */
const hostedResources = [...dataResources, "index", "openapi", "docs"] as const;

export const problems = {
  badParameters: {
    status: 400,
    title: "Bad Request",
    detail: "Invalid query parameters.",
    resources: dataResources,
  },
  badHost: {
    status: 400,
    title: "Bad Request",
    detail: "Malformed or unknown Host header.",
    resources: hostedResources,
  },
  workbookTooLarge: {
    status: 400,
    title: "Bad Request",
    detail: "The list has more teachers than a workbook holds; read /teachers.csv instead.",
    resources: ["list"],
  },
  notFound: { status: 404, title: "Not Found", detail: "Not found.", resources: ["teacher"] },
  methodNotAllowed: { status: 405, title: "Method Not Allowed", detail: "Method not allowed.", resources: [] },
  notAcceptable: {
    status: 406,
    title: "Not Acceptable",
    detail: "Could not satisfy the request Accept header.",
    resources: dataResources,
  },
  requestTimeout: {
    status: 408,
    title: "Request Timeout",
    detail: `The body did not arrive within ${bodyMs / 1000} seconds.`,
    resources: [],
  },
  contentTooLarge: {
    status: 413,
    title: "Content Too Large",
    detail: `The body is too large; the limit is ${bodyBytesMax / 1024} KiB.`,
    resources: [],
  },
  uriTooLong: {
    status: 414,
    title: "URI Too Long",
    detail: `The URL is too long; the limit is ${targetBytesMax} bytes.`,
    resources: null,
  },
  unsupportedMediaType: {
    status: 415,
    title: "Unsupported Media Type",
    detail: "The body has an unsupported media type.",
    resources: [],
  },
  internal: {
    status: 500,
    title: "Internal Server Error",
    detail: "Internal error; it has been logged.",
    resources: null,
  },
  notReady: {
    status: 503,
    title: "Service Unavailable",
    detail: "The directory is not ready; try again later.",
    resources: dataResources,
  },
  busy: {
    status: 503,
    title: "Service Unavailable",
    detail: "Too many concurrent searches or downloads; try again in a moment.",
    resources: ["list", "match", "degrees"],
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;
export const problemNames = Object.keys(problems) as ProblemName[];

/** The problems with which POST can fail, besides those of GET. */
export const bodyProblems = [
  "requestTimeout",
  "contentTooLarge",
  "unsupportedMediaType",
] as const satisfies ProblemName[];

/** The message of the fault `not_an_integer`. It does not mention negative numbers, which are accepted but useless. */
export const notAnInteger = `must be a whole number from 0 to ${integerMax}`;

/** The faults of parameters: stable codes for programs, each with a sentence for people. */
export const faultCodes = {
  not_an_integer: `\`limit\`, \`offset\`, \`page\` and \`page_size\` must be whole numbers from 0 to ${integerMax}, and \`id\` must be ids separated by commas.`,
  control_character: "The value contains a control character, such as a tab or a line feed.",
  bad_encoding: "The value is not valid percent-encoded UTF-8.",
  too_long: "The value has too many characters, words or ids.",
  unknown_value: "The value is not one of the accepted values.",
  repeated: "The parameter is given more than once, with different values.",
  not_a_page: "Page numbers start at 1.",
  unknown_parameter: "Unknown parameter that looks like a typo (`ofset`) or belongs to another API (`per_page`).",
  missing: "The parameter is required.",
  conflict: "The parameter can't be combined with another given parameter.",
} as const;

export type FaultCode = keyof typeof faultCodes;

export interface ParameterFault {
  /** The name as it was sent, decoded and clipped. */
  readonly parameter: string;
  readonly code: FaultCode;
  /** The value as it was sent, trimmed, decoded where it can be, and clipped. */
  readonly value: string;
  readonly detail: string;
}

/** The body of a problem response (RFC 9457, section 3). */
export interface ProblemBody {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** At most {@link faultsMax}. */
  readonly errors?: readonly ParameterFault[];
  /** The number of further faults; absent if there are none. */
  readonly errors_omitted?: number;
}

interface ProblemOptions {
  /** Replaces the default detail. */
  readonly detail?: string;
  /** All faults of the parameters, for `badParameters`. */
  readonly faults?: readonly ParameterFault[];
  /** Headers of the response besides the common ones, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to fail a request; its message is the `detail` of the response. */
export class Problem extends Error {
  readonly problem: ProblemName;
  readonly status: number;
  readonly faults: readonly ParameterFault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: ProblemName, { detail, faults = [], headers = {} }: ProblemOptions = {}) {
    super(detail ?? problems[problem].detail);
    this.name = "Problem";
    this.problem = problem;
    this.status = problems[problem].status;
    this.faults = faults;
    this.headers = headers;
  }
}

/**
 * Creates a fault with a detail such as `limit="ten": must be a whole number`. The message must not end with a full
 * stop.
 */
export function faultOf(name: string, code: FaultCode, value: string, message: string): ParameterFault {
  const parameter = clip(name);
  const clipped = clip(value);
  return { parameter, code, value: clipped, detail: `${parameter}="${clipped}": ${message}` };
}

/** At most this many faults are reported, because a URL has room for hundreds. */
export const faultsMax = 10;

/**
 * The problem with at least one fault. Its detail describes the first {@link faultsMax} faults and gives the number of
 * the others.
 */
export function badParameters(faults: readonly ParameterFault[]): Problem {
  const sentences = faults.slice(0, faultsMax).map(({ detail }) => (detail.endsWith("?") ? detail : `${detail}.`));
  if (faults.length > faultsMax) sentences.push(`And ${faults.length - faultsMax} more.`);
  return new Problem("badParameters", { detail: sentences.join(" "), faults });
}

/** An example of the problem for the documentation. */
export function exampleProblem(name: ProblemName): Problem {
  if (name !== "badParameters") return new Problem(name);
  return badParameters([faultOf("limit", "not_an_integer", "ten", notAnInteger)]);
}

export function methodNotAllowed(method: string): Problem {
  return new Problem("methodNotAllowed", { detail: `Method "${clip(method)}" not allowed.` });
}

/** The response body for the problem. */
export function renderProblem({ problem, status, message, faults }: Problem): ProblemBody {
  const omitted = faults.length - faultsMax;
  return {
    type: "about:blank",
    title: problems[problem].title,
    status,
    detail: message,
    ...(faults.length > 0 && { errors: faults.slice(0, faultsMax) }),
    ...(omitted > 0 && { errors_omitted: omitted }),
  };
}

const clippedLengthMax = 60;

/**
 * Makes a value short and safe enough to quote in a message. A value of more than 60 characters is cut to 59 and an
 * ellipsis. Control characters become U+FFFD, so that none reaches a log or a terminal.
 */
export function clip(value: string): string {
  // 60 characters take at most 120 code units, so only the start of a long value needs to be split.
  const start = value.slice(0, 2 * clippedLengthMax + 2);
  const characters = start.length > clippedLengthMax ? [...start] : [];
  const clipped =
    characters.length > clippedLengthMax ? `${characters.slice(0, clippedLengthMax - 1).join("")}…` : value;
  return clipped.replace(/\p{Cc}/gu, "\uFFFD");
}
