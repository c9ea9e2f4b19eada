/** Bodies of requests to match that are slow, endless, many or large: they take little memory, and delay nobody. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { eventLines } from "./support/events.ts";
import { readMemory, tellsMemory } from "./support/memory.ts";
import { makeFolder, type Server, waitFor } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";
import { askOnce, type Connection, headerOf, openConnection, type WireAnswer } from "./support/wire.ts";

const kib = 1024;
const bodyBytesMax = 256 * kib;

const folder = makeFolder();
let server: Server;
const stack = new AsyncDisposableStack();
/** A body that never arrives. Other tests run during its ten seconds. */
let slow: Connection;

function serve(...args: readonly string[]): Promise<Server> {
  const own = join(folder.path, crypto.randomUUID());
  mkdirSync(own);
  return startSampleServer([...args], { folder: own });
}

beforeAll(async () => {
  server = await serve();
});

afterAll(async () => {
  await stack.disposeAsync();
  expect(await server.stop()).toBe(0);
  expect(eventLines(server, "server.cut_off", "request.failed")).toEqual([]);
  folder.remove();
});

/** The start of a request with a body of this many bytes; chunks if null. */
function headOf(length: number | null, type = "text/plain"): string {
  const framing = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  return `POST /teachers/match/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`;
}

/** A chunk of 64 KiB. */
const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;

/** Opens connections whose bodies stop after the first byte. */
async function openUnfinished(count: number, { origin }: Server = server): Promise<Connection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(origin)));
  for (const connection of connections) {
    stack.defer(connection.close);
    connection.send(`${headOf(100)}x`);
  }
  return connections;
}

async function post(body: string, { origin }: Server = server, type = "text/plain"): Promise<WireAnswer> {
  const bytes = Buffer.from(body);
  return (await askOnce(origin, Buffer.concat([Buffer.from(headOf(bytes.length, type)), bytes])))!;
}

const get = (path: string): Promise<number> => fetch(server.origin + path).then(({ status }) => status);

/** Resolves once the server takes a body again. */
async function waitUntilFree(of: Server = server): Promise<void> {
  await waitFor(() => post("x", of), { status: 200 });
}

test("64 bodies may arrive at once, further ones are refused with Retry-After, and no other request waits for them", async () => {
  const unfinished = await openUnfinished(64);
  const refused = await waitFor(() => post("x"), { status: 503 });
  expect([headerOf(refused, "retry-after"), headerOf(refused, "connection")]).toEqual(["1", "close"]);
  for (const path of ["/teachers/", "/teachers/?search=ко", "/teachers/match/?name=x", "/livez"]) {
    expect([path, await get(path)]).toEqual([path, 200]);
  }
  const [first, second, ...others] = unfinished as [Connection, Connection, ...Connection[]];
  first.send(`${"x".repeat(98)}\n`);
  expect((await first.read())?.status).toBe(200);
  await waitUntilFree();

  for (const connection of others) connection.close();
  slow = second;
});

test.skipIf(!tellsMemory)("a thousand unfinished bodies, and endless ones, take little memory", async () => {
  const before = readMemory(server.process.pid).resident;
  const unfinished = await openUnfinished(1000);
  const endless = Array.from({ length: 16 }, async () => {
    const connection = await openConnection(server.origin);
    stack.defer(connection.close);
    connection.send(headOf(null));
    while (!connection.hasEnded) {
      connection.send(piece);
      await Bun.sleep(0);
    }
  });
  await Promise.all(endless);
  expect(await get("/teachers/")).toBe(200);
  expect(readMemory(server.process.pid).resident - before).toBeLessThan(100);
  for (const connection of unfinished) connection.close();
  await waitUntilFree();
});

test("a length above the limit is refused before the body arrives", async () => {
  const connection = await openConnection(server.origin);
  connection.send(headOf(bodyBytesMax + 1));
  expect((await connection.read())?.status).toBe(413);
  // The bytes that follow are not read as a request.
  connection.send("x".repeat(bodyBytesMax + 1));
  connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect((await connection.read())?.status).toBe(200);
  connection.close();
});

const filled = (text: string): string => text.repeat(Math.floor(bodyBytesMax / Buffer.byteLength(text)));
const lines = (text: string): string => filled(`${text}\n`).split("\n").slice(0, 1000).join("\n");
const nested = (open: string, close: string): string => {
  const depth = Math.floor((bodyBytesMax - 200) / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};
const large: readonly (readonly [what: string, type: string, body: string, status: number])[] = [
  ["one word", "text/plain", filled("ш"), 400],
  ["line breaks", "text/plain", filled("\n"), 400],
  ["commas", "text/plain", filled(","), 400],
  ["lines of separators", "text/plain", lines("/;, |".repeat(40)), 200],
  ["people in every line", "text/plain", lines("Ко/".repeat(50)), 400],
  ["nested lists as the names", "application/json", `{"names":${nested("[", "]")}}`, 400],
  ["nested lists as a name", "application/json", `{"names":[${nested("[", "]")}]}`, 400],
  ["nested lists as another member", "application/json", `{"name":${nested("[", "]")}}`, 400],
  ["nested objects", "application/json", nested('{"names":', "}"), 400],
  ["brackets that never close", "application/json", filled("["), 400],
  ["wide lists", "application/json", `{"names":[${filled("[[],[]],").slice(0, bodyBytesMax - 100)}0]}`, 400],
  ["quotation marks", "application/json", filled('"'), 400],
  ["backslashes in a name", "application/json", `{"names":["${filled("\\\\").slice(0, 200_000)}"]}`, 400],
];

/** More requests than this process answers while a server is only busy. It stops when the server answers. */
const ownRequestsMax = 200_000;

describe("256 KiB", () => {
  test.each(large)("of %s are answered, and other requests meanwhile", async (_, type, body, status) => {
    using own = Bun.serve({ port: 0, fetch: () => new Response("own") });
    const before = tellsMemory ? readMemory(server.process.pid).resident : 0;
    const answers = Promise.all(Array.from({ length: 16 }, () => post(body, server, type)));
    let isAnswered = false;
    const other = get("/teachers/?limit=1").finally(() => {
      isAnswered = true;
    });
    let asked = 0;
    while (!isAnswered && asked < ownRequestsMax) {
      await (await fetch(own.url)).text();
      asked++;
    }
    expect(asked).toBeLessThan(ownRequestsMax);
    expect(await other).toBe(200);
    for (const answer of await answers) {
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.body.length).toBeLessThan(10_000);
    }
    if (tellsMemory) expect(readMemory(server.process.pid).resident - before).toBeLessThan(200);
  });
});

test("a server that drains ends bodies that have not arrived, and exits with 0", async () => {
  const draining = await serve();
  const unfinished = await openUnfinished(10, draining);
  // An answer to the first body, once it is complete, shows that the server has begun to read bodies.
  unfinished[0]!.send(`${"x".repeat(98)}\n`);
  expect((await unfinished[0]!.read())?.status).toBe(200);
  expect(await draining.stop()).toBe(0);
  expect(eventLines(draining, "server.cut_off", "request.failed")).toEqual([]);
  for (const connection of unfinished.slice(1)) {
    const answer = (await connection.read())!;
    expect([answer.status, headerOf(answer, "retry-after"), headerOf(answer, "connection")]).toEqual([
      503,
      "1",
      "close",
    ]);
  }
});

test("a body that has not arrived after ten seconds is refused, and its connection closed", async () => {
  const answer = (await slow.read())!;
  expect([answer.status, headerOf(answer, "connection")]).toEqual([408, "close"]);
  expect(await slow.closed()).toHaveLength(0);
});
