/** A match request: the names in its query, or the media type and the cells of its body. */
import { adviceFor } from "./near-miss.ts";
import { matchParameters, nameParameter, namesMax } from "./parameters.ts";
import { badParameters, clip, faultOf, type ParameterFault, Problem } from "./problems.ts";
import { checkText, readValues, vocabularyOf } from "./query-values.ts";
import { resources } from "./resources.ts";

const matchVocabulary = vocabularyOf(matchParameters);

/** Parses the query of a match request. Returns the names in order. Throws one `badParameters` with all faults. */
export function parseMatchQuery(rawQuery: string): string[] {
  const { texts: names, faults } = readValues(rawQuery, matchVocabulary);
  if (names.length === 0) faults.push(faultOf("name", "missing", "", "must be given, once for each name"));
  if (faults.length > 0) throw badParameters(faults);
  return names;
}

/** Checks the query of a match request with a body. */
export function checkMatchBodyQuery(rawQuery: string): void {
  const { values, faults } = readValues(rawQuery, matchVocabulary);
  const others = faults.filter(({ parameter }) => parameter !== "name");
  if (values.name !== undefined)
    others.push(faultOf("name", "conflict", values.name, "the names are in the body; leave this out"));
  if (others.length > 0) throw badParameters(others);
}

const exampleBody = `{"names": ["${nameParameter.example}"]}`;

const parsers = { "text/plain": readLines, "application/json": readNames } as const;

export type BodyType = keyof typeof parsers;

/**
 * Finds the media type of a body in its headers. Throws `unsupportedMediaType` for other types, and for encodings other
 * than UTF-8.
 */
export function chooseBodyType(headers: Headers): BodyType {
  const given = headers.get("content-type") ?? "";
  const coding = headers.get("content-encoding") ?? "identity";
  const [, name = "", charset = "utf-8"] = /^([^;]*)(?:;.*?\bcharset="?([^";\s]*))?/is.exec(given)!;
  const type = resources.match.bodyTypes.find((one) => one === name.trim().toLowerCase());
  if (type !== undefined && charset.toLowerCase() === "utf-8" && coding.toLowerCase() === "identity") return type;
  const sent =
    coding.toLowerCase() === "identity" ? `Content-Type: "${clip(given)}"` : `Content-Encoding: "${clip(coding)}"`;
  const accepted = resources.match.bodyTypes.join(" or ");
  throw new Problem("unsupportedMediaType", {
    detail: `${sent} is not supported; send ${accepted} in UTF-8, not compressed.`,
  });
}

/** The cells of a body in order; blank ones are empty strings. Throws one `badParameters` with all faults. */
export function parseMatchBody(bytes: Uint8Array, type: BodyType): string[] {
  const faults: ParameterFault[] = [];
  const text = decodeBody(bytes);
  const cells = parsers[type](text, faults);
  const { length } = cells;
  if (length > namesMax) {
    faults.push(faultOf("body", "too_long", text.trim(), `must have at most ${namesMax} names; it has ${length}`));
  } else {
    for (const { name, value } of cells) {
      if (!value.isWellFormed()) faults.push(faultOf(name, "bad_encoding", value.toWellFormed(), "must be Unicode"));
      else if (value !== "") checkText({ ...nameParameter, name }, value, faults);
    }
    if (faults.length === 0 && cells.every(({ value }) => value === "")) {
      faults.push(faultOf("body", "missing", "", `must have a name; send a name on each line, or ${exampleBody}`));
    }
  }
  if (faults.length > 0) throw badParameters(faults);
  return cells.map(({ value }) => value);
}

function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const lines = new TextDecoder().decode(bytes).split(lineBreak);
    const line = lines.findIndex((one) => one.includes("\uFFFD"));
    throw badParameters([faultOf(`line ${line + 1}`, "bad_encoding", lines[line]!, "must be UTF-8")]);
  }
}

/** A trimmed cell. `name` is how faults refer to it. */
interface Cell {
  readonly name: string;
  readonly value: string;
}

const lineBreak = /\r\n|[\r\n]/;

/** One cell per line; the last line may end with a line break. */
function readLines(text: string): Cell[] {
  const lines = text.split(lineBreak);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, i) => ({ name: `line ${i + 1}`, value: line.trim() }));
}

/** The strings of `names` in a JSON object. */
function readNames(text: string, faults: ParameterFault[]): Cell[] {
  if (depthOf(text) > depthMax) {
    faults.push(
      faultOf("body", "unknown_value", text.trim(), `is nested too deeply; must be JSON such as ${exampleBody}`),
    );
    return [];
  }
  const body = parseJson(text);
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject) {
    faults.push(faultOf("body", "unknown_value", text.trim(), `must be JSON such as ${exampleBody}`));
    return [];
  }
  const { names, ...others } = body as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(others)) {
    const advice = adviceFor(name, ["names"]);
    if (advice !== null) faults.push(faultOf(name, "unknown_parameter", describeValue(value), advice));
  }
  if (names === undefined && faults.length === 0) {
    faults.push(faultOf("names", "missing", "", `must be given, as in ${exampleBody}`));
  } else if (names !== undefined && !Array.isArray(names)) {
    faults.push(faultOf("names", "unknown_value", describeValue(names), `must be a list, as in ${exampleBody}`));
  }
  if (!Array.isArray(names)) return [];
  return names.map((value: unknown, i): Cell => {
    const name = `names[${i}]`;
    if (typeof value === "string") return { name, value: value.trim() };
    if (names.length <= namesMax) faults.push(faultOf(name, "unknown_value", describeValue(value), "must be a string"));
    return { name, value: "" };
  });
}

/** A body has an object with a list, and unknown members of a program may have some more levels. */
const depthMax = 8;

/**
 * The number of brackets that are open at once. JSON.parse takes seconds for tens of thousands of them, so they are
 * counted before. Text that is not JSON gets a number too.
 */
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

/** A value for a message. Lists and objects are only named, because they may be large. */
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
