/** Requests generated from the OpenAPI description, as fast-check arbitraries: valid, invalid and arbitrary ones. */
import fc, { type Arbitrary } from "fast-check";
import type { IssueCode } from "../../src/http/contract/problem.ts";
import { listOperations, type NamedOperation, type OpenapiDocument, type Parameter, prefixOf } from "./openapi.ts";
import { createValidators, type FindFault } from "./validators.ts";
import { badPairs, encoded, goodInteger, goodValue, type Pair, unknownName } from "./values.ts";

/** All text here is Latin-1: one byte per character. */
export interface MadeRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
}

type HeaderPair = readonly [name: string, value: string];

export interface BadRequest extends MadeRequest {
  readonly status: 400 | 404 | 406;
  /** The fault that the response reports for a parameter. */
  readonly fault: { readonly parameter: string; readonly code: IssueCode } | null;
}

export interface Requests {
  /** Requests that the description accepts. */
  readonly good: Arbitrary<MadeRequest>;
  /** Requests that the description refuses. */
  readonly bad: Arbitrary<BadRequest>;
  /** Valid requests, except for a method that is not described for the path. */
  readonly unsupported: Arbitrary<MadeRequest>;
  /** Arbitrary requests that Bun passes on: with a known method, and without spaces or control bytes in the URL. */
  readonly any: Arbitrary<MadeRequest>;
}

/** Requests for every operation, more often for those with more parameters. */
export function createRequests(document: OpenapiDocument): Requests {
  const operations = listOperations(document);
  const context = { findFault: createValidators(document), prefixes: fc.constantFrom(prefixOf(document), "") };
  const ofEach = <Made>(make: (operation: NamedOperation) => Arbitrary<Made>[]): Arbitrary<Made> =>
    fc.oneof(
      ...operations.flatMap((operation) =>
        make(operation).map((arbitrary) => ({ arbitrary, weight: 1 + operation.parameters.length })),
      ),
    );
  return {
    good: ofEach((operation) => [goodRequest(context, operation)]),
    bad: ofEach((operation) => badRequests(context, operation)),
    unsupported: ofEach((operation) => [
      unsupportedRequest(context, operation, Object.keys(document.paths[operation.template]!)),
    ]),
    any: ofEach((operation) => [anyRequest(context, operation)]),
  };
}

export function renderRequest({ method, target, headers, body }: MadeRequest): string {
  const length = body === "" ? [] : [["Content-Length", body.length]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Paths are requested with and without the prefix of the base URL. */
interface Context {
  readonly findFault: FindFault;
  readonly prefixes: Arbitrary<string>;
}

const hosts = ["localhost", "api.example.edu", "127.0.0.1:8000", "[::1]:80", "a.b-c_d~e."];
const unsupportedMethods = ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND"];

const byte = (from: number): Arbitrary<string> =>
  fc.integer({ min: from, max: 0xff }).map((code) => String.fromCharCode(code));
/** The bytes of a header, which must not contain control bytes (RFC 9110, section 5.5). */
const headerBytes = fc.string({ unit: fc.oneof(byte(0x20), fc.constantFrom(...'\t,;=*/"q01.-W')), maxLength: 60 });
const targetBytes = fc.string({ unit: fc.oneof(byte(0x21), fc.constantFrom(..."/%?&=.#")), maxLength: 40 });
const bodies = fc.oneof({ arbitrary: fc.constant(""), weight: 4 }, fc.string({ unit: byte(0), maxLength: 40 }));

function goodRequest(context: Context, operation: NamedOperation): Arbitrary<MadeRequest> {
  const types = [...operation.answers.values()].flatMap(({ content = {} }) => Object.keys(content));
  const accepted = types.map((type) => `${type.split(";")[0]};q=0.9, */*;q=0.1`);
  const condition = fc.oneof(fc.constantFrom("*", "Fri, 20 Nov 2026 09:00:00 GMT"), headerBytes);
  const headers = someHeaders([
    ["Accept", fc.constantFrom("*/*", "", "application/json", ...accepted)],
    ["Accept-Encoding", fc.constantFrom("gzip", "br, gzip;q=0.5", "identity")],
    ...parametersIn("header", operation).map(({ name }) => [name, condition] as const),
  ]);
  return fc
    .tuple(
      context.prefixes,
      goodPath(operation),
      goodPairs(context, operation),
      fc.constantFrom(...hosts),
      headers,
      goodContent(operation),
    )
    .map(([prefix, path, pairs, host, others, { type, body }]): MadeRequest => {
      const target = prefix + path + renderQuery(pairs);
      const own: HeaderPair[] = type === null ? [] : [["Content-Type", type]];
      return { method: operation.method, target, headers: [["Host", host], ...others, ...own], body };
    })
    .filter(isShort);
}

/** An example of a body, and its media type; null if the operation takes none. */
function goodContent({ requestBody }: NamedOperation): Arbitrary<{ type: string | null; body: string }> {
  if (requestBody === undefined) return fc.constant({ type: null, body: "" });
  const examples = Object.entries(requestBody.content).map(([type, { example }]) => {
    const text = typeof example === "string" ? example : JSON.stringify(example);
    return { type, body: Buffer.from(text).toString("latin1") };
  });
  return fc.constantFrom(...examples);
}

function unsupportedRequest(context: Context, operation: NamedOperation, known: string[]): Arbitrary<MadeRequest> {
  const unknown = unsupportedMethods.filter((method) => !known.includes(method.toLowerCase()));
  return fc
    .tuple(goodRequest(context, operation), fc.constantFrom(...unknown), bodies)
    .map(([request, method, body]) => ({ ...request, method, body }));
}

/** Valid requests with one fault, by the kind of the fault. */
function badRequests(context: Context, operation: NamedOperation): Arbitrary<BadRequest>[] {
  const { template, answers, parameters } = operation;
  const base = goodRequest(context, operation);
  const names = parameters.map(({ name }) => name);
  const inQuery = parametersIn("query", operation).map((parameter) =>
    badPairs(parameter, names, context.findFault)
      .chain(({ pairs, parameter: name, code }) =>
        fc.tuple(goodPairs(context, operation, [parameter.name, name]), base).map(([others, request]): BadRequest => {
          const target = request.target.split("?")[0] + renderQuery([...others, ...pairs]);
          return { ...request, target, status: 400, fault: { parameter: name, code } };
        }),
      )
      .filter((request) => isShort(request) && !(request.fault?.code === "unknown_parameter" && isForPeople(request))),
  );
  const inPath = parametersIn("path", operation).map((parameter) =>
    fc.tuple(badInteger(parameter), base).map(([text, request]): BadRequest => {
      return { ...request, target: template.replace(/\{.*?\}/, text), status: 404, fault: null };
    }),
  );
  if (!answers.has(406) || inPath.length > 0) return [...inQuery, ...inPath];

  const refused = fc.constantFrom(
    "image/x-none",
    "*/*;q=0",
    "application/json;q=0",
    "text/x-none, application/*;q=0.000",
  );
  const inAccept = fc
    .tuple(goodPairs(context, operation, ["format"]), refused, base)
    .map(([pairs, accept, request]): BadRequest => {
      const headers = [...request.headers.filter(([name]) => name !== "Accept"), ["Accept", accept] as const];
      return { ...request, target: template + renderQuery(pairs), headers, status: 406, fault: null };
    })
    .filter(isShort);
  return [...inQuery, inAccept];
}

/** Whether the answer may be a page for people, which ignores unknown parameters. */
function isForPeople({ target, headers }: MadeRequest): boolean {
  const decoded = target.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /html/i.test(decoded) || headers.some(([name, value]) => name === "Accept" && /html/.test(value));
}

function badInteger({ schema: { maximum = Number.MAX_SAFE_INTEGER } }: Parameter): Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("0", "-1", "1.5", "1e3", "%D9%A3", "%zz", "1%00", String(maximum + 1)),
    fc.bigInt({ min: BigInt(maximum) + 1n, max: 10n ** 40n }).map(String),
    fc.stringMatching(/^[a-z_~-]{1,20}$/),
  );
}

function anyRequest(context: Context, operation: NamedOperation): Arbitrary<MadeRequest> {
  const known = goodPath(operation);
  const path = fc.oneof(
    { arbitrary: known, weight: 6 },
    known.map((text) => (text.endsWith("/") ? text.slice(0, -1) || "/" : `${text}/`)),
    targetBytes.map((bytes) => operation.template.replace(/\{.*?\}/, () => bytes)),
    targetBytes.map((bytes) => `/${bytes}`),
  );
  const header = ["Accept", "Accept-Encoding", "Accept-Language", "If-None-Match", "If-Modified-Since", "Origin"];
  const headers = someHeaders([
    ...[...header, "X-Forwarded-Host"].map((name) => [name, headerBytes] as const),
    ["Accept", fc.constantFrom("application/json", "application/json;indent=2", "text/html", "image/png;q=0.1, */*")],
    ["Accept-Encoding", fc.constant("gzip")],
    ["Access-Control-Request-Method", fc.constant("GET")],
  ]);
  const host = fc.oneof({ arbitrary: fc.constantFrom(...hosts), weight: 6 }, headerBytes);
  const method = fc.oneof(
    { arbitrary: fc.constant(operation.method), weight: 6 },
    fc.constantFrom(...unsupportedMethods),
  );
  return fc
    .tuple(method, context.prefixes, path, anyQuery(context, operation), host, headers, bodies)
    .map(([name, prefix, text, query, value, others, body]): MadeRequest => {
      return { method: name, target: prefix + text + query, headers: [["Host", value], ...others], body };
    })
    .filter(({ target }) => target.length < headBytesMax);
}

function anyQuery(context: Context, operation: NamedOperation): Arbitrary<string> {
  const { findFault } = context;
  const pairs = fc.oneof(
    ...parametersIn("query", operation).flatMap((parameter) => [
      goodPair(parameter, findFault).map((pair) => [pair]),
      badPairs(parameter, [], findFault).map(({ pairs }) => pairs),
      fc.tuple(fc.oneof(fc.constant(parameter.name), unknownName(parameter.name)), targetBytes).map((pair) => [pair]),
    ]),
    harmlessPair(operation).map((pair) => [pair]),
  );
  return fc.oneof(
    { arbitrary: goodPairs(context, operation).map(renderQuery), weight: 6 },
    { arbitrary: fc.array(pairs, { maxLength: 3 }).map((several) => renderQuery(several.flat())), weight: 6 },
    { arbitrary: targetBytes.map((bytes) => `?${bytes}`), weight: 2 },
    fc.integer({ min: targetBytesMax - 100, max: targetBytesMax + 1000 }).map((length) => `?_=${"x".repeat(length)}`),
  );
}

function parametersIn(location: Parameter["in"], operation: NamedOperation): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === location);
}

function goodPath(operation: NamedOperation): Arbitrary<string> {
  const [id] = parametersIn("path", operation);
  if (id === undefined) return fc.constant(operation.template);
  return goodInteger(id.schema).map((text) => operation.template.replace(/\{.*?\}/, text));
}

function goodPair(parameter: Parameter, findFault: FindFault): Arbitrary<Pair> {
  const value = goodValue(parameter, findFault).chain(encoded);
  return value.map((text) => [parameter.name, text]);
}

/** A random selection of the parameters except `without`, in any order, mixed with unknown parameters. */
function goodPairs({ findFault }: Context, operation: NamedOperation, without: string[] = []): Arbitrary<Pair[]> {
  const parameters = parametersIn("query", operation).filter(({ name }) => !without.includes(name));
  // Of two names for the same thing, only one is sent, since they may contradict each other.
  const rivals = [
    ["page", "offset"],
    ["page_size", "limit"],
    ["q", "search"],
    ["without", "degree"],
  ] as const;
  return fc
    .tuple(
      fc
        .subarray(parameters)
        .map((some) => parameters.filter((parameter) => parameter.required || some.includes(parameter)))
        .map((some) => {
          const names = [...some.map(({ name }) => name), ...without];
          const dropped: readonly string[] = rivals.flatMap(([one, other]) => (names.includes(other) ? [one] : []));
          return some.filter(({ name }) => !dropped.includes(name));
        })
        .chain((some) => fc.tuple(...some.map((parameter) => goodPair(parameter, findFault)))),
      fc.array(harmlessPair(operation), { maxLength: 2 }),
    )
    .chain(([pairs, harmless]) => shuffled([...withSearch(pairs, without), ...harmless]));
}

/** `ordering=relevance` needs a search, so one is added, unless the request must have none. */
function withSearch(pairs: readonly Pair[], without: readonly string[]): Pair[] {
  // Bytes that are not percent-encoded are Latin-1 characters here.
  const decode = (value: string): string =>
    decodeURIComponent(Buffer.from(value.replaceAll("+", " "), "latin1").toString("utf8"));
  const isRelevance = ([name, value]: Pair): boolean => name === "ordering" && decode(value).trim() === "relevance";
  if (!pairs.some(isRelevance) || pairs.some(([name]) => name === "search" || name === "q")) return [...pairs];
  return without.includes("search") ? pairs.filter((pair) => !isRelevance(pair)) : [...pairs, ["search", "а"]];
}

/** Names that every resource ignores, and blank values. */
function harmlessPair(operation: NamedOperation): Arbitrary<Pair> {
  const blank = parametersIn("query", operation).map(({ name }): Pair => [name, "+%20%09"]);
  return fc.constantFrom<Pair[]>(["utm_source", "%zz"], ["_", "1"], ["fbclid", "x"], ...blank);
}

function renderQuery(pairs: readonly Pair[]): string {
  return pairs.length === 0 ? "" : `?${pairs.map((pair) => pair.join("=")).join("&")}`;
}

/** Slightly less than the longest accepted target, in bytes. */
const targetBytesMax = 7900;
/** Bun itself refuses a head of 16 KiB. */
const headBytesMax = 15_000;

/** Whether the target is short enough in the form that the service counts, which is percent-encoded. */
function isShort({ target }: MadeRequest): boolean {
  return target.replace(/[^\w%&=/?.+-]/g, "%xx").length <= targetBytesMax;
}

function shuffled<Item>(items: readonly Item[]): Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

/** Up to four of them. */
function someHeaders(headers: readonly (readonly [string, Arbitrary<string>])[]): Arbitrary<HeaderPair[]> {
  return fc
    .subarray([...headers], { maxLength: Math.min(4, headers.length) })
    .chain((some) => fc.tuple(...some.map(([name, value]) => value.map((text): HeaderPair => [name, text]))));
}
