/**
 * The rules for every answer to any request that the document can't say: headers, framing, and the words of problems.
 * test/support/conformance.ts checks what it says.
 */
import type { ParameterIssue } from "../../src/http/contract/problem.ts";
import { headerOf, type WireAnswer } from "../support/wire.ts";

/** A response as clients see it, from any target. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** As sent, with its coding. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The parts of the request that the rules depend on. */
export interface Asked {
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function answeredOf(answer: WireAnswer): Answered {
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  return { status: answer.status, headers, bytes: answer.body };
}

/** The decoded body as text. Throws if it is not UTF-8. */
export function textOf({ headers, bytes }: Answered): string {
  const plain = headers.get("content-encoding") === "gzip" ? Bun.gunzipSync(bytes) : bytes;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
}

/** The phrase of every status of a problem, which is its title (RFC 9457, section 4.2.1). */
export const phrases: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  503: "Service Unavailable",
};

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterIssue[];
}

/** All violations of the rules in a response. */
export function findBroken(asked: Asked, answer: Answered): string[] {
  const { status, headers, bytes } = answer;
  const broken: string[] = [];
  const expectTo = (holds: boolean, rule: string): void => {
    if (!holds) broken.push(rule);
  };
  const value = (name: string): string => headers.get(name) ?? "";
  const underTeachers = /^\/teachers(?:[/.]|$)/.test(asked.path);

  expectTo(value("access-control-allow-origin") === "*", "every answer has Access-Control-Allow-Origin: *");
  const exposed = value("access-control-expose-headers").toLowerCase().split(/, */);
  for (const name of ["etag", "dataset-version", "search-reading", "content-disposition", "retry-after", "allow"]) {
    expectTo(exposed.includes(name), `every answer exposes ${name}`);
  }
  expectTo(value("x-content-type-options") === "nosniff", "every answer says nosniff");
  expectTo(value("referrer-policy") !== "", "every answer has a Referrer-Policy");
  const policy = value("content-security-policy");
  expectTo(policy !== "", "every answer has a Content-Security-Policy");
  const isFramed = value("x-frame-options") !== "DENY" || !policy.includes("frame-ancestors 'none'");
  expectTo(!isFramed, "every answer denies being framed");
  const hasBody = /^\/teachers\/match\/?$/.test(asked.path);
  const allowed = hasBody ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
  if (underTeachers) expectTo(value("allow") === allowed, "every answer under /teachers has Allow");
  if (status === 405) expectTo(value("allow") === allowed, "every 405 has Allow");
  if (status === 503) expectTo(/^\d+$/.test(value("retry-after")), "every 503 has Retry-After");

  const bodiless = asked.method === "HEAD" || status === 204 || status === 304;
  if (bodiless) expectTo(bytes.length === 0, "an answer to HEAD, a 204 and a 304 have no body");
  if (status === 204) expectTo(!headers.has("content-length"), "a 204 has no Content-Length");
  if (bodiless) return broken;

  const length = headers.get("content-length");
  if (length !== null) expectTo(Number(length) === bytes.length, `Content-Length ${length} is that of the body`);
  const coding = headers.get("content-encoding");
  expectTo(coding === null || coding === "gzip", `Content-Encoding ${coding} is gzip or nothing`);
  if (coding === "gzip") {
    expectTo(
      /\b(?:x-)?gzip\b|\*/i.test(asked.headers["accept-encoding"] ?? ""),
      "gzip is only for clients that accept it",
    );
    expectTo(/\bAccept-Encoding\b/.test(value("vary")), "a compressed answer varies by Accept-Encoding");
  }
  const type = value("content-type");
  if (status === 301 || status === 303)
    expectTo(headers.has("location") && bytes.length === 0, "a redirect has a Location and no body");
  if (type.startsWith("text/")) expectTo(/; ?charset=utf-8$/i.test(type), `Content-Type ${type} has its charset`);
  const isForBrowser = /\btext\/(?:html|\*)/i.test(asked.headers.accept ?? "");
  if (status >= 400 && type.startsWith("text/html")) expectTo(isForBrowser, "a page of a problem is for browsers");
  try {
    if (type.includes("ndjson")) for (const line of textOf(answer).split("\n").slice(0, -1)) JSON.parse(line);
    if (type === "application/problem+json") broken.push(...findBrokenProblem(status, JSON.parse(textOf(answer))));
  } catch (error) {
    broken.push(`the body can be read: ${(error as Error).message}`);
  }
  return broken;
}

/** Checks that messages name the parameter, quote the value and say what to send. */
function findBrokenProblem(status: number, problem: ProblemBody): string[] {
  const broken: string[] = [];
  const expectTo = (holds: boolean, rule: string): void => {
    if (!holds) broken.push(`${rule}: ${JSON.stringify(problem)}`);
  };
  expectTo(problem.title === phrases[status], "the title of a problem is the phrase of its status");
  expectTo(problem.status === status, "a problem repeats the status");
  expectTo(problem.detail !== "", "a problem has a detail");
  const { errors } = problem;
  if (errors === undefined) return broken;
  expectTo(status === 400 && errors.length > 0, "errors are for bad parameters, and not empty");
  for (const { parameter, value, detail } of errors) {
    expectTo([...value].length <= 60 && [...parameter].length <= 60, "what is quoted is clipped to 60 characters");
    expectTo(detail.includes(parameter) && detail.includes(`"${value}"`), "a fault names the parameter and the value");
    expectTo(detail.length > parameter.length + value.length + 10, "a fault says what is accepted");
  }
  return broken;
}

/** The rules that only a response over a socket can show: each header once, and a date. */
export function findBrokenWire(answer: WireAnswer): string[] {
  const names = answer.headers.map(([name]) => name.toLowerCase());
  // nginx adds a Vary of its own to responses that it may compress.
  const twice = names.filter((name, i) => name !== "vary" && names.indexOf(name) !== i);
  const broken = twice.map((name) => `${name} is there once`);
  if (!/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(headerOf(answer, "date") ?? "")) {
    broken.push(`Date ${headerOf(answer, "date")} is an HTTP date`);
  }
  return broken;
}

/** A response of Bun's parser: a status line, `Connection: close` and nothing else. */
export function isBare({ headers, body }: WireAnswer): boolean {
  return body.length === 0 && headers.length === 1 && headers[0]![0].toLowerCase() === "connection";
}
