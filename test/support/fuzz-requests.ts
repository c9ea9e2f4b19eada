/** Random requests from a grammar, and how they are sent. All text is Latin-1: one character per byte. */
import fc, { type Arbitrary } from "fast-check";
import { badBody, type FuzzBody, goodBody, type Header, tame, wild } from "./fuzz-bytes.ts";

export interface FuzzRequest extends FuzzBody {
  readonly method: string;
  readonly target: string;
  readonly version: "1.0" | "1.1";
  /** If not null, this is sent instead of everything above. */
  readonly raw: string | null;
}

/** Requests that are sent on one connection without waiting for answers. */
export interface Exchange {
  readonly requests: readonly FuzzRequest[];
  /** The places where the bytes are cut into writes, as shares of their length. */
  readonly cuts: readonly number[];
  /** The end of the exchange, after the last request. */
  readonly ending: "nothing" | "empty line" | "half-close";
}

const parameters = ["limit", "offset", "first_name", "last_name", "middle_name", "degree", "search", "ordering"];
const headerNames = [
  ...["Accept", "Accept", "Accept", "Accept-Encoding", "Accept-Language", "If-None-Match", "If-Modified-Since"],
  ...["Range", "If-Match", "Origin", "Access-Control-Request-Method", "Upgrade", "Cookie", "Forwarded", "User-Agent"],
  ...["X-Forwarded-Host", "Cache-Control", "TE", "Authorization", "X-HTTP-Method-Override", "Referer", "accept"],
];
const hosts = ["localhost", "127.0.0.1:8000", "[::1]", "LOCALHOST:0"];

export const knownMethods: readonly string[] = [
  ...["GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "HEAD", "OPTIONS"],
  ...["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "CONNECT"],
];

/** Headers that have a meaning, in contrast to random ones. Some occur twice. */
const meaningful = fc.constantFrom(
  ...[
    ["Accept: text/plain, image/*;q=0.5"],
    ["Accept: application/json;q=0, */*;q=0"],
    ["Accept: text/html,application/xhtml+xml,*/*;q=0.8"],
    ["Accept: image/png", "ACCEPT: text/csv"],
    ["Accept-Encoding: gzip, br"],
    ["If-None-Match: *"],
    ['If-None-Match: "a"', "If-None-Match: *"],
    ["Origin: https://example.com", "Access-Control-Request-Method: GET"],
    ["Connection: Upgrade", "Upgrade: websocket"],
    ["Connection: keep-alive"],
    Array.from({ length: 90 }, (_, n) => `X-${n}: `),
  ].map((lines) => lines.map((line) => line.split(": ") as [string, string])),
);

const nothing: FuzzRequest = {
  method: "GET",
  target: "/teachers/",
  version: "1.1",
  headers: [["Host", "localhost"]],
  body: "",
  framingFault: null,
  raw: null,
};

/** A request made of these texts, occasionally with a long one. */
function requestOf(junk: Arbitrary<string>): Arbitrary<FuzzRequest> {
  const long = fc.tuple(junk, fc.nat({ max: 18_000 })).map(([text, length]) => text.padEnd(length, text || "x"));
  const text = fc.oneof({ weight: 60, arbitrary: junk }, { weight: 1, arbitrary: long });
  const pair = fc
    .tuple(fc.oneof(fc.constantFrom(...parameters, "format", "lang"), junk), text)
    .map(([name, value]) => `${name}=${value}`);
  const query = fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join("&"));
  const target = fc.oneof(
    { weight: 8, arbitrary: query.map((pairs) => `/teachers/?${pairs}`) },
    { weight: 2, arbitrary: fc.tuple(fc.nat({ max: 1100 }), query).map(([id, pairs]) => `/teachers/${id}/?${pairs}`) },
    { weight: 2, arbitrary: fc.tuple(text, query).map(([path, pairs]) => `/teachers/${path}?${pairs}`) },
    { weight: 1, arbitrary: query.map((pairs) => `/teachers?${pairs}`) },
    { weight: 2, arbitrary: text.map((path) => `/teachers${path}`) },
    { weight: 2, arbitrary: text.map((path) => `/${path}`) },
    { weight: 1, arbitrary: text.map((path) => `http://localhost/${path}`) },
    { weight: 1, arbitrary: fc.constantFrom("csv", "ndjson", "html").map((format) => `/teachers/?format=${format}`) },
  );
  const host = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...hosts) }, { weight: 1, arbitrary: junk });
  const header = fc.tuple(fc.constantFrom(...headerNames), text);
  const headers = fc
    .tuple(fc.array(header, { maxLength: 3 }), fc.option(meaningful, { nil: [], freq: 2 }))
    .map(([random, others]) => [...random, ...others]);
  const version = fc.constantFrom(...Array<"1.1">(7).fill("1.1"), "1.0" as const);
  const connection = fc.constantFrom<readonly Header[]>([], [], [], [], [], [["Connection", "close"]]);
  return fc
    .tuple(fc.constantFrom(...knownMethods), target, version, host, headers, connection, goodBody)
    .map(([method, path, number, name, others, last, body]): FuzzRequest => {
      // HTTP/1.0 does not require a Host.
      const first: Header[] = number === "1.0" && others.length === 0 ? [] : [["Host", name]];
      const all = [...first, ...others, ...last, ...body.headers];
      return { ...body, method, target: path, version: number, headers: all, raw: null };
    });
}

/** Requests that a parser refuses or may refuse. */
const odd: Arbitrary<FuzzRequest> = fc.oneof(
  requestOf(wild),
  fc.oneof(tame, fc.constantFrom("BREW", "get", "Get", "M-SEARCH", "QUERY")).map((method) => ({ ...nothing, method })),
  wild.map((target) => ({ ...nothing, target })),
  fc
    .array(fc.tuple(wild, wild), { maxLength: 3 })
    .map((more) => ({ ...nothing, headers: [...nothing.headers, ...more] })),
  fc.array(wild, { maxLength: 5 }).map((lines) => ({ ...nothing, raw: `${lines.join("\r\n")}\r\n\r\n` })),
  fc
    .constantFrom(0, 2, 210)
    .map((count) => ({ ...nothing, headers: Array<Header>(count).fill(["Host", "localhost"]) })),
  fc.tuple(requestOf(tame), badBody).map(([request, { headers, body, framingFault }]) => {
    const others = request.headers.filter(([name]) => !isFraming(name));
    return { ...request, headers: [...others, ...headers], body, framingFault };
  }),
);

/** Requests that are answered at once and can be recognised by their answer. */
const numbered = fc.nat({ max: 998 }).map((offset) => ({ ...nothing, target: `/teachers/?limit=1&offset=${offset}` }));

const tameRequest = requestOf(tame);
const request = fc.oneof({ weight: 12, arbitrary: tameRequest }, { weight: 1, arbitrary: odd });
const pipelined = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: numbered }, { weight: 1, arbitrary: tameRequest }), { maxLength: 7 }),
    request,
  )
  .map(([first, last]) => [...first, last]);

const exchange: Arbitrary<Exchange> = fc.record({
  requests: fc.oneof({ weight: 4, arbitrary: request.map((one) => [one]) }, { weight: 1, arbitrary: pipelined }),
  cuts: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }) },
  ),
  ending: fc.constantFrom(...Array<"nothing">(18).fill("nothing"), "empty line" as const, "half-close" as const),
});

export function isFraming(name: string): boolean {
  return /^(?:content-length|transfer-encoding)$/i.test(name);
}

/** A request for each status that a draw may miss. */
const ofEachStatus: Readonly<Record<string, Partial<FuzzRequest>>> = {
  200: {},
  204: { method: "OPTIONS", headers: [...nothing.headers, ["Origin", "a"], ["Access-Control-Request-Method", "GET"]] },
  301: { target: "/teachers" },
  304: { headers: [...nothing.headers, ["If-None-Match", "*"]] },
  400: { target: "/teachers/?limit=x" },
  404: { target: "/teachers/9999/" },
  405: { method: "DELETE" },
  406: { headers: [...nothing.headers, ["Accept", "image/png"]] },
  414: { target: `/teachers/?${"x".repeat(8080)}` },
};
export const statuses: readonly string[] = Object.keys(ofEachStatus);

/** Draws exchanges until they have this many requests in all, after one of each status. The same seed gives the same ones. */
export function* drawExchanges(requestCount: number, seed: number): Generator<Exchange> {
  for (const one of Object.values(ofEachStatus)) {
    yield { requests: [{ ...nothing, ...one }], cuts: [], ending: "nothing" };
  }
  let drawn = statuses.length;
  for (let batch = 0; ; batch++) {
    for (const each of fc.sample(exchange, { numRuns: 1000, seed: seed * 10_000 + batch })) {
      if (drawn >= requestCount) return;
      drawn += each.requests.length;
      yield each;
    }
  }
}

export function renderRequest({ method, target, version, headers, body, raw }: FuzzRequest): string {
  if (raw !== null) return raw;
  return `${method} ${target} HTTP/${version}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}
