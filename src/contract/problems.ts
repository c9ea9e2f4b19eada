/** Problems: every way a request can fail, as a table, and the error that carries one to the place that answers it. */
import { integerDigitsMax } from "./parameters.ts";
import { targetBytesMax } from "./target.ts";

interface ProblemKind {
  readonly status: number;
  /** The phrase of the status, as RFC 9457 asks for with the type `about:blank`. */
  readonly title: string;
  /** What is said where the thrower knows nothing more exact. */
  readonly detail: string;
}

export const problems = {
  badParameters: { status: 400, title: "Bad Request", detail: "The query has parameters that can't be used." },
  badHost: { status: 400, title: "Bad Request", detail: "The Host header is malformed or is not served here." },
  notFound: { status: 404, title: "Not Found", detail: "Not found." },
  methodNotAllowed: { status: 405, title: "Method Not Allowed", detail: "Method not allowed." },
  notAcceptable: {
    status: 406,
    title: "Not Acceptable",
    detail: "Could not satisfy the request Accept header.",
  },
  uriTooLong: {
    status: 414,
    title: "URI Too Long",
    detail: `The URL is too long; send at most ${targetBytesMax} bytes.`,
  },
  internal: {
    status: 500,
    title: "Internal Server Error",
    detail: "Something went wrong here; the log has the cause.",
  },
  notReady: {
    status: 503,
    title: "Service Unavailable",
    detail: "The directory is not ready yet; try again later.",
  },
  busy: {
    status: 503,
    title: "Service Unavailable",
    detail: "Too many searches are under way; try again in a moment.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;

/** What can be wrong with a parameter: stable codes that programs may rely on, each with a sentence for people. */
export const faultCodes = {
  not_an_integer: `\`limit\` or \`offset\` is not 1 to ${integerDigitsMax} ASCII digits.`,
  control_character: "The value holds a control character, such as a tab or a line feed.",
  bad_encoding: "The value is not valid percent-encoded UTF-8.",
  too_long: "The value has more characters, or more words, than the parameter takes.",
  unknown_value: "The value is not one of those that the parameter takes.",
  repeated: "The parameter is there more than once, with different values.",
  unknown_parameter: "There is no such parameter, and its name is close to one that there is.",
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

/** The body of an answer with a problem (RFC 9457, section 3). */
export interface ProblemBody {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** At most {@link faultsMax}. */
  readonly errors?: readonly ParameterFault[];
  /** How many faults there are besides `errors`; absent where there are none. */
  readonly errors_omitted?: number;
}

interface ProblemOptions {
  /** Replaces the sentence of the table. */
  readonly detail?: string;
  /** What is wrong with the parameters, for `badParameters`. */
  readonly errors?: readonly ParameterFault[];
  /** How many faults there are besides `errors`; 0 without it. */
  readonly errorsOmitted?: number;
  /** What the answer carries besides the headers that all answers have, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a request is found to fail; its message is the `detail` that the client reads. */
export class Problem extends Error {
  readonly problem: ProblemName;
  readonly status: number;
  readonly errors: readonly ParameterFault[];
  readonly errorsOmitted: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: ProblemName, { detail, errors = [], errorsOmitted = 0, headers = {} }: ProblemOptions = {}) {
    super(detail ?? problems[problem].detail);
    this.name = "Problem";
    this.problem = problem;
    this.status = problems[problem].status;
    this.errors = errors;
    this.errorsOmitted = errorsOmitted;
    this.headers = headers;
  }
}

/** The fault with its message: what is wrong with the value, and after a semicolon what to send. */
export function faultOf(name: string, code: FaultCode, value: string, message: string): ParameterFault {
  const parameter = clip(name);
  const clipped = clip(value);
  return { parameter, code, value: clipped, detail: `${parameter}: "${clipped}" ${message}` };
}

/** How many faults a problem reports. A URL has room for hundreds, and the client decides how many it sends. */
export const faultsMax = 10;

export interface FaultCollector {
  /** Takes the same as {@link faultOf}. */
  add(name: string, code: FaultCode, value: string, message: string): void;
  /** The problem with what was added, or null where nothing was. */
  toProblem(): Problem | null;
}

/** Collects what is wrong with a query: keeps the first {@link faultsMax} faults and only counts the others. */
export function createFaultCollector(): FaultCollector {
  const faults: ParameterFault[] = [];
  let omitted = 0;
  return {
    add(name, code, value, message) {
      if (faults.length < faultsMax) faults.push(faultOf(name, code, value, message));
      else omitted++;
    },
    toProblem: () => (faults.length === 0 ? null : badParameters(faults, omitted)),
  };
}

/** The problem of a query with at least one fault; its detail has a sentence for each. */
export function badParameters(errors: readonly ParameterFault[], errorsOmitted = 0): Problem {
  const sentences = errors.map((fault) => `${fault.detail}.`);
  if (errorsOmitted > 0) sentences.push(`And ${errorsOmitted} more.`);
  return new Problem("badParameters", { detail: sentences.join(" "), errors, errorsOmitted });
}

/** A problem as the descriptions of the service show it. */
export function exampleProblem(name: ProblemName): Problem {
  if (name !== "badParameters") return new Problem(name);
  const wanted = `is not an integer; send 1 to ${integerDigitsMax} digits`;
  return badParameters([faultOf("limit", "not_an_integer", "ten", wanted)]);
}

export function methodNotAllowed(method: string): Problem {
  return new Problem("methodNotAllowed", { detail: `Method "${clip(method)}" not allowed.` });
}

/** The body that tells a client about the problem, keys in the order in which they are written. */
export function renderProblem({ problem, message, errors, errorsOmitted }: Problem): ProblemBody {
  const { title, status } = problems[problem];
  const body = { type: "about:blank", title, status, detail: message } as const;
  if (errors.length === 0) return body;
  return errorsOmitted === 0 ? { ...body, errors } : { ...body, errors, errors_omitted: errorsOmitted };
}

const clippedLengthMax = 60;

/**
 * A value short and harmless enough to quote in a message: at most 60 characters, the last one an ellipsis where some
 * are left out, and control characters as U+FFFD, so that none reaches a log or a terminal.
 */
export function clip(value: string): string {
  // 60 characters take at most 120 code units, so that only the beginning of a long value is taken apart.
  const start = value.slice(0, 2 * clippedLengthMax + 2);
  const characters = start.length > clippedLengthMax ? [...start] : [];
  const clipped =
    characters.length > clippedLengthMax ? `${characters.slice(0, clippedLengthMax - 1).join("")}…` : value;
  return clipped.replace(/\p{Cc}/gu, "\uFFFD");
}
