/** Random bytes in path, query and headers, over raw sockets: whatever comes, the answer is a documented one. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { answeredOf, findBroken, findBrokenWire, isBare } from "./contract/rules.ts";
import { makeFolder, startServer } from "./support/program.ts";
import { askOnce, type Connection, openConnection, type WireAnswer } from "./support/wire.ts";

const requestCount = 10_000;
const connectionCount = 8;

/** All texts here are Latin-1: one character a byte. */
interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Anything at all instead of a request line and headers. */
  readonly raw: string | null;
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const byteFrom = (min: number, max: number) => fc.integer({ min, max }).map((byte) => String.fromCharCode(byte));

const visible = byteFrom(0x21, 0x7e);
const escaped = fc.nat({ max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
const known = fc.constantFrom(
  ...["/", "?", "&", "=", "+", "%", "%%", "..", "/../", "\\", "//", "#", ";", ",", '"', "*", "q=0", "7", "-1", "1e3"],
  ...["/teachers/", "/teachers", ".json", "/openapi.json", "/livez", "/readyz", "/docs/", "limit=", "offset=5"],
  ...["first_name=", "Limit=1", "degree__in=a", "full_name=", "ordering=-id", "format=csv", "lang=uk", "search=a"],
  ...["application/json", "text/html", "text/csv", "*/*", ";indent=2", "gzip", "W/", "__proto__", "null"],
  ...["Олена", "ʼ", "’", "\u0438\u0306", "😀", "\u202e", "\ufeff"].map(latin1),
  ...["Олена", "О'Н", "\u0000", "\n", "\u0085", "😀"].map((text) => encodeURIComponent(text)),
);
const joined = (pieces: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...pieces), { maxLength: 12 }).map((all) => all.join(""));
/** Bytes that Bun's parser lets through wherever they stand. */
const tame = joined([visible, byteFrom(0x80, 0xff), escaped, known]);
/** Bytes of any kind. */
const wild = joined([byteFrom(0, 0xff), visible, escaped, known]);

const parameters = ["limit", "offset", "first_name", "last_name", "middle_name", "degree", "search", "ordering"];
// Content-Length and Transfer-Encoding are left out: they say where the next request starts.
const headerNames = [
  ...[
    "Accept",
    "Accept",
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "If-None-Match",
    "If-Modified-Since",
    "Range",
  ],
  ...["If-Match", "Origin", "Access-Control-Request-Method", "Expect", "Upgrade", "Cookie", "Forwarded", "User-Agent"],
  ...["X-Forwarded-Host", "Cache-Control", "TE", "Authorization", "X-HTTP-Method-Override", "Referer"],
];
const hosts = ["localhost", "127.0.0.1:8000", "[::1]", "LOCALHOST:0"];
const methods = [
  ...["GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "HEAD", "OPTIONS"],
  ...["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"],
];
/** Headers that mean something, besides those of random text. */
const meaningful = fc.constantFrom<readonly (readonly [name: string, value: string])[]>(
  [["Accept", "text/plain, image/*;q=0.5"]],
  [["Accept", "application/json;q=0, */*;q=0"]],
  [["Accept", "text/html,application/xhtml+xml,*/*;q=0.8"]],
  [["Accept-Encoding", "gzip, br"]],
  [["If-None-Match", "*"]],
  [
    ["Origin", "https://example.com"],
    ["Access-Control-Request-Method", "GET"],
  ],
);

/** A request made of such texts, now and then of a long one. */
function requestOf(junk: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> {
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
  );
  const host = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...hosts) }, { weight: 1, arbitrary: junk });
  const header = fc.tuple(fc.constantFrom(...headerNames), text);
  const headers = fc
    .tuple(fc.array(header, { maxLength: 3 }), fc.option(meaningful, { nil: [], freq: 2 }))
    .map(([random, others]) => [...random, ...others]);
  return fc
    .tuple(fc.constantFrom(...methods), target, host, headers, fc.boolean())
    .map(([method, path, name, others, close]) => ({
      method,
      target: path,
      headers: [["Host", name], ...others, ...(close ? [["Connection", "close"] as const] : [])],
      raw: null,
    }));
}

const plain: FuzzRequest = { method: "GET", target: "/teachers/", headers: [["Host", "localhost"]], raw: null };
/** Requests that Bun's parser has something to say about. */
const odd: fc.Arbitrary<FuzzRequest> = fc.oneof(
  requestOf(wild),
  tame.map((method) => ({ ...plain, method })),
  wild.map((target) => ({ ...plain, target })),
  fc.array(fc.tuple(wild, wild), { maxLength: 3 }).map((more) => ({ ...plain, headers: [...plain.headers, ...more] })),
  fc.array(wild, { maxLength: 5 }).map((lines) => ({ ...plain, raw: lines.join("\r\n") })),
);

const request = fc.oneof({ weight: 12, arbitrary: requestOf(tame) }, { weight: 1, arbitrary: odd });

function bytesOf({ method, target, headers, raw }: FuzzRequest): string {
  if (raw !== null) return `${raw}\r\n\r\n`;
  return `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Why Bun's parser may answer by itself, with nothing of ours in it, or close the connection; null where it may not. */
function explainParser(asked: FuzzRequest): string | null {
  const { method, target, headers, raw } = asked;
  if (raw !== null) return "anything";
  if (!methods.includes(method)) return "an unknown method";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what this is about.
  if (/[\x00-\x20]/.test(target)) return "a space or a control byte in the target";
  if (!/^(?:\/|http:\/\/)/.test(target)) return "a target that is no path";
  if (bytesOf(asked).length > 16 * 1024) return "a head over 16 KiB";
  for (const [name, value] of headers) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "a header name that is no token";
    if (/^(?:content-length|transfer-encoding)$/i.test(name)) return "a body that never comes";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what this is about.
    if (/[\x00-\x08\x0a-\x1f]/.test(value)) return "a control byte in a header";
  }
  return null;
}

/** What is wrong with the answer; nothing where it is as it should be. */
function judge(asked: FuzzRequest, answer: WireAnswer | null): string[] {
  const explained = explainParser(asked);
  if (answer === null) return explained === null ? ["the connection was closed"] : [];
  if (isBare(answer)) {
    if (explained === null) return [`a bare ${answer.status} that nothing explains`];
    return [400, 431, 505].includes(answer.status) ? [] : [`a bare ${answer.status}`];
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of asked.headers)
    headers[name.toLowerCase()] = `${headers[name.toLowerCase()] ?? ""},${value}`;
  const path = asked.target.replace(/[?#].*/s, "");
  const broken = findBroken({ method: asked.method, path, headers }, answeredOf(answer));
  if (answer.status >= 500) broken.push(`status ${answer.status} while a version is served`);
  return [...broken, ...findBrokenWire(answer)];
}

/** Takes requests from the shared supply and sends them one after the other, on one connection as long as that lasts. */
async function sendAll(origin: string, supply: Iterator<FuzzRequest>, onAnswer: OnAnswer): Promise<void> {
  let connection: Connection | null = null;
  for (let next = supply.next(); next.done !== true; next = supply.next()) {
    const asked = next.value;
    // What may hold the end of a head in its middle is more than one request; only the first is looked at.
    const isAlone = asked.raw !== null || /[\r\n]/.test(bytesOf(asked).replaceAll("\r\n", ""));
    let answer: WireAnswer | null | Error = null;
    // The server may have closed a connection just as it is used again; a fresh one tells.
    for (let isFresh = false; answer === null && !isFresh; ) {
      isFresh = isAlone || connection === null || connection.hasEnded;
      if (isFresh) {
        connection?.close();
        connection = await openConnection(origin);
      }
      answer = await ask(connection!, asked);
    }
    onAnswer(asked, answer);
    if (!isAlone && answer !== null && !(answer instanceof Error)) continue;
    connection?.close();
    connection = null;
  }
  connection?.close();
}

type OnAnswer = (asked: FuzzRequest, answer: WireAnswer | null | Error) => void;

async function ask(connection: Connection, asked: FuzzRequest): Promise<WireAnswer | null | Error> {
  connection.send(bytesOf(asked));
  try {
    return await connection.read({ isHead: asked.method === "HEAD" && asked.raw === null });
  } catch (error) {
    return error as Error;
  }
}

test(`${requestCount} requests of random bytes get documented answers`, async () => {
  using folder = makeFolder();
  await using server = await startServer(["--sample"], { folder: folder.path });
  const statuses = new Map<string, number>();
  const failures: string[] = [];
  const supply = fc.sample(request, requestCount).values();
  const onAnswer: OnAnswer = (asked, answer) => {
    const broken = answer instanceof Error ? [answer.message] : judge(asked, answer);
    const bytes = JSON.stringify(bytesOf(asked));
    if (broken.length > 0) failures.push(`${bytes.slice(0, 2000)}\n    ${broken.join("\n    ")}`);
    if (answer instanceof Error) return;
    const kind = answer === null || isBare(answer) ? "by the parser" : String(answer.status);
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: connectionCount }, () => sendAll(server.origin, supply, onAnswer)));
  if (failures.length > 0) throw new Error(`${failures.length}, such as\n${failures.slice(0, 10).join("\n")}`);
  expect(server.stderr()).not.toContain("request.failed");

  // It would prove little if most requests came no further than the parser, or all got the same answer.
  const expected = ["200", "204", "301", "304", "400", "404", "405", "406", "414", "by the parser"];
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected));
  expect(statuses.get("by the parser")).toBeLessThan(requestCount / 8);

  const alive = await askOnce(server.origin, "GET /teachers/?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(alive?.status).toBe(200);
}, 60_000);
