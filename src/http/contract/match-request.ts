/** A match: the written names in its query or in its body. */
import { checkText, namesMax, parameterSets, readParameters } from "./parameters.ts";
import { clip, invalidParameters, issueOf, type ParameterIssue, Problem } from "./problem.ts";

const exampleBody = '{"names": ["доц. Шевченко Т. Г."]}';

/** The names of a query, in order. Throws one problem with everything that is wrong. */
export function parseMatchQuery(rawQuery: string): readonly string[] {
  const { values, issues } = readParameters(rawQuery, parameterSets.match);
  const names = values.name ?? [];
  if (names.length === 0 && issues.length === 0) {
    issues.push(issueOf("name", "missing", "", "give a name, as in ?name=Шевченко, or POST many"));
  }
  checkCount(names, issues);
  if (issues.length > 0) throw invalidParameters(issues);
  return names;
}

/** Checks the query beside a body. */
export function checkMatchBodyQuery(rawQuery: string): void {
  const { values, issues } = readParameters(rawQuery, parameterSets.match);
  if (values.name !== undefined) {
    issues.push(issueOf("name", "conflict", values.name[0]!, "the names are in the body; leave this out"));
  }
  if (issues.length > 0) throw invalidParameters(issues);
}

const bodyTypes = ["application/json", "text/plain"] as const;
export type BodyType = (typeof bodyTypes)[number];

/** The media type of a body. Throws a 415 for other types, and for encodings other than UTF-8. */
export function chooseBodyType(headers: Headers): BodyType {
  const given = headers.get("content-type") ?? "";
  const coding = headers.get("content-encoding") ?? "identity";
  const [mediaType = "", ...parameters] = given.split(";").map((part) => part.trim().toLowerCase());
  const charset =
    parameters
      .find((part) => part.startsWith("charset="))
      ?.slice(8)
      .replaceAll('"', "") ?? "utf-8";
  const type = bodyTypes.find((one) => one === mediaType);
  if (type !== undefined && charset === "utf-8" && coding.toLowerCase() === "identity") return type;
  const advice = `send ${bodyTypes.join(" or ")} in UTF-8, not compressed`;
  if (given === "") throw new Problem(415, { detail: `The body has no Content-Type; ${advice}.` });
  const isPacked = coding.toLowerCase() !== "identity";
  const sent = isPacked ? `Content-Encoding: "${clip(coding)}"` : `Content-Type: "${clip(given)}"`;
  throw new Problem(415, { detail: `${sent} is not supported; ${advice}.` });
}

/** The names of a body in order; a blank one is an empty string, so that the others keep their places. */
export function parseMatchBody(bytes: Uint8Array, type: BodyType): readonly string[] {
  const issues: ParameterIssue[] = [];
  const text = decodeBody(bytes);
  const names = type === "text/plain" ? readLines(text, issues) : readNames(text, issues);
  if (issues.length === 0) {
    for (const [i, name] of names.entries())
      checkText(type === "text/plain" ? `line ${i + 1}` : `names[${i}]`, name, "words", issues);
    if (names.every((name) => name === "")) {
      issues.push(issueOf("body", "missing", "", `has no name; send a name on each line, or ${exampleBody}`));
    }
  }
  if (issues.length > 0) throw invalidParameters(issues);
  return names;
}

function checkCount(names: readonly unknown[], issues: ParameterIssue[]): void {
  if (names.length <= namesMax) return;
  issues.push(
    issueOf(
      "names",
      "too_long",
      describeValue(names[0]),
      `has ${names.length} names; at most ${namesMax} are accepted`,
    ),
  );
}

function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const lines = new TextDecoder().decode(bytes).split(lineBreak);
    const line = lines.findIndex((one) => one.includes("\uFFFD"));
    throw invalidParameters([issueOf(`line ${line + 1}`, "bad_encoding", lines[line]!, "must be UTF-8")]);
  }
}

const lineBreak = /\r\n|[\r\n]/;

/** One name on each line; the last line may end with a line break. */
function readLines(text: string, issues: ParameterIssue[]): string[] {
  if (/^\s*[{[]/.test(text)) {
    issues.push(issueOf("body", "unknown_value", text, "looks like JSON; send it as Content-Type: application/json"));
  }
  const lines = text.split(lineBreak);
  if (lines.at(-1) === "") lines.pop();
  checkCount(lines, issues);
  return lines.map((line) => line.trim());
}

/** The strings of `names` in a JSON object. */
function readNames(text: string, issues: ParameterIssue[]): string[] {
  const body = depthOf(text) > depthMax ? undefined : parseJson(text);
  if (typeof body !== "object" || body === null || !("names" in body) || !Array.isArray(body.names)) {
    issues.push(issueOf("body", "unknown_value", text.trim(), `must be JSON such as ${exampleBody}`));
    return [];
  }
  checkCount(body.names, issues);
  if (issues.length > 0) return [];
  for (const name of Object.keys(body).slice(0, keysMax)) {
    if (name !== "names") issues.push(issueOf(name, "unknown_parameter", "", "the body has only names; leave it out"));
  }
  return body.names.map((name: unknown, i) => {
    const isText = typeof name === "string" && name.isWellFormed();
    if (!isText) issues.push(issueOf(`names[${i}]`, "unknown_value", describeValue(name), "must be a string"));
    return isText ? name.trim() : "";
  });
}

/** At most this many keys of a body are looked at, because it has room for thousands. */
const keysMax = 10;

/** A body is an object with a list. */
const depthMax = 3;

/** The number of brackets that are open at once. JSON.parse takes seconds for tens of thousands of them. */
function depthOf(json: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (isQuoted && character === "\\") i++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

/** Lists and objects are only named, because they may be large. */
function describeValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
