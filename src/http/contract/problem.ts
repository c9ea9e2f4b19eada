/** How a request fails: the statuses, and the error that a handler throws where the fact is known. */
import { clipText } from "../../domain/quoting.ts";
import type { IssueCode } from "../../pages/problem-texts.ts";

/** The largest length of the percent-encoded path and query, in bytes. */
export const targetBytesMax = 8000;

/** The largest body, in bytes. */
export const bodyBytesMax = 256 * 1024;

/** The time in which a body must arrive. */
export const bodyMs = 10_000;

/** The titles of RFC 9110, and the details of problems that have always the same. */
const statuses = {
  400: ["Bad Request", "Invalid request."],
  404: ["Not Found", "Not found."],
  405: ["Method Not Allowed", "Method not allowed."],
  406: ["Not Acceptable", "No representation satisfies the Accept header."],
  408: ["Request Timeout", `The body did not arrive within ${bodyMs / 1000} seconds.`],
  413: ["Content Too Large", `The body is too large; the limit is ${bodyBytesMax / 1024} KiB.`],
  414: ["URI Too Long", `The URL is too long; the limit is ${targetBytesMax} bytes.`],
  415: ["Unsupported Media Type", "The body has an unsupported media type."],
  500: ["Internal Server Error", "Internal error; it has been logged."],
  503: ["Service Unavailable", "The directory is not ready; try again later."],
} as const;

type ProblemStatus = keyof typeof statuses;

export interface ParameterIssue {
  /** The name as sent, decoded and clipped. */
  readonly parameter: string;
  readonly code: IssueCode;
  /** The value as sent, trimmed, decoded where it can be, and clipped. */
  readonly value: string;
  readonly detail: string;
}

interface ProblemOptions {
  readonly detail?: string;
  readonly issues?: readonly ParameterIssue[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Fails a request; the message is the `detail` of the answer. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: ProblemStatus;
  readonly issues: readonly ParameterIssue[];
  /** Headers of the answer besides the common ones. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ProblemStatus, { detail, issues = [], headers = {} }: ProblemOptions = {}) {
    super(detail ?? statuses[status][1]);
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/** At most this many issues are reported, because a URL has room for hundreds. */
const issuesMax = 10;

/** A 400 with everything that is wrong. */
export function invalidParameters(issues: readonly ParameterIssue[]): Problem {
  const sentences = issues.slice(0, issuesMax).map(({ detail }) => `${detail}.`);
  if (issues.length > issuesMax) sentences.push(`And ${issues.length - issuesMax} more.`);
  return new Problem(400, { detail: sentences.join(" "), issues: issues.slice(0, issuesMax) });
}

/** An issue with a detail such as `limit="ten": must be a whole number`. `message` ends without a full stop. */
export function issueOf(name: string, code: IssueCode, value: string, message: string): ParameterIssue {
  const [parameter, quoted] = [clip(name), clip(value)];
  return { parameter, code, value: quoted, detail: `${parameter}="${quoted}": ${message}` };
}

/** A 503 that says when to try again. */
export function unavailable(detail: string, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem(503, { detail, headers: { "Retry-After": "1", ...headers } });
}

/** A 404 of a path without a resource. */
export function nothingThere(base: string): Problem {
  const paths = "teachers/, teachers/{id}/, teachers/match/, teachers/degrees/, openapi.json and docs/";
  return new Problem(404, { detail: `There is nothing at this path. Below ${base}/ there are ${paths}.` });
}

export function methodNotAllowed(method: string): Problem {
  return new Problem(405, { detail: `Method "${clip(method)}" not allowed.` });
}

/** The body of the answer (RFC 9457, section 3). */
export function renderProblem({ status, message, issues }: Problem) {
  const body = { type: "about:blank", title: statuses[status][0], status, detail: message } as const;
  return issues.length === 0 ? body : { ...body, errors: issues };
}

/** Makes a value short enough to quote, with U+FFFD for control characters, so that none reaches a log or a terminal. */
export function clip(value: string): string {
  return clipText(value)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "\uFFFD");
}
