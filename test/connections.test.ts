/** Bytes that arrive while a response is written: Bun handles them as docs/api.md says, and nginx buffers them. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { isBare } from "./contract/rules.ts";
import { startDeployedNginx } from "./support/deployed-nginx.ts";
import { eventLines } from "./support/events.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { askOnce, type Connection, headerOf, openConnection, type WireAnswer } from "./support/wire.ts";

/** Too many for the buffers of a socket, so a download stays in progress while the client does not read. */
const teacherCount = 30_000;

const folder = makeFolder();
const nginxBinary = findPart("nginx");
let server: Server;

const get = (target: string, ...headers: string[]): string =>
  `GET ${target} HTTP/1.1\r\n${["Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;
const page = get("/teachers/?limit=1");
const download = "/teachers/?format=csv";

beforeAll(async () => {
  await publish(folder.path, [...generateTeachers(teacherCount, 1)]);
  server = await startServer(["--base-url", "http://localhost"], { folder: folder.path });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  // A response that was lost with its connection is no longer in progress.
  expect(eventLines(server, "server.cut_off", "request.failed")).toEqual([]);
  folder.remove();
});

/** Sends bytes on a new connection, and runs `then` on it while the download is blocked. */
async function sendPaused(bytes: string, then: (connection: Connection) => void): Promise<Connection> {
  const connection = await openConnection(server.origin);
  connection.send(bytes);
  await connection.arrived(1);
  connection.pause();
  then(connection);
  connection.resume();
  return connection;
}

function countLines(answer: WireAnswer | null): number {
  return new TextDecoder().decode(answer?.body).split("\r\n").length - 1;
}

for (const target of ["teachers.example:443", "/teachers/", "10.0.0.1:80", "@", "[", "*", ":", "http://[::1]/"]) {
  test(`the connection is closed after CONNECT ${target}`, async () => {
    const connection = await openConnection(server.origin);
    connection.send(`CONNECT ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const answer = await connection.read();
    expect(answer?.status).toBe(405);
    expect(headerOf(answer!, "connection")).toBe("close");
    expect(await connection.closed()).toHaveLength(0);
  });
}

test("pages and searches that are asked for at once do not overwrite each other", async () => {
  const targets = Array.from({ length: 100 }, (_, i) => [
    `/teachers/?limit=100&offset=${i * 100}`,
    `/teachers/?limit=100&search=${encodeURIComponent("шев".slice(0, 1 + (i % 3)))}&offset=${i}`,
  ]).flat();
  const fetchText = async (target: string): Promise<string> => (await fetch(server.origin + target)).text();
  const atOnce = await Promise.all(targets.map(fetchText));
  for (const [i, target] of targets.entries()) {
    const { results } = JSON.parse(atOnce[i]!) as { results: unknown[] };
    expect(results).toHaveLength(100);
    expect(await fetchText(target)).toBe(atOnce[i]!);
  }
});

test("a request after a download ends it, and earlier responses are complete", async () => {
  const connection = await openConnection(server.origin);
  connection.send(page + page + get(download) + page);
  for (let i = 0; i < 2; i++) expect((await connection.read())?.status).toBe(200);
  await expect(connection.read()).rejects.toThrow("Cut off");
});

test("an empty line after a download ends it", async () => {
  const connection = await openConnection(server.origin);
  connection.send(`${get(download)}\r\n`);
  await expect(connection.read()).rejects.toThrow(/Cut off|Not a chunk|Not a header/);
});

test("a client that closes its half still gets a page, but not the rest of a download", async () => {
  const one = await openConnection(server.origin);
  one.send(page);
  one.end();
  expect((await one.read())?.status).toBe(200);
  const all = await sendPaused(get(download), (connection) => connection.end());
  await expect(all.read()).rejects.toThrow("Cut off");
});

test("bytes after a request with Connection: close do not affect its download", async () => {
  const asked = get(download, "Connection: close");
  const connection = await sendPaused(asked, ({ send }) => send(`\r\n${page}GET /teach`));
  expect(countLines(await connection.read())).toBe(teacherCount + 1);
  expect(await connection.closed()).toHaveLength(0);
});

test("an empty line after a page is answered 400 and ends the connection", async () => {
  const connection = await openConnection(server.origin);
  connection.send(`${page}\r\n`);
  expect((await connection.read())?.status).toBe(200);
  expect(isBare((await connection.read())!)).toBe(true);
  expect(await connection.read()).toBeNull();
});

test.skipIf(nginxBinary === null)(
  "behind nginx a download and the requests sent meanwhile are answered completely",
  async () => {
    const port = Number(new URL(server.origin).port);
    await using nginx = await startDeployedNginx(nginxBinary!, join(folder.path, "nginx"), [port, port, port]);
    const connection = await openConnection(nginx.origin);
    connection.send(`${get(download)}\r\n${page}`);
    expect(countLines(await connection.read())).toBe(teacherCount + 1);
    expect((await connection.read())?.status).toBe(200);
    connection.close();
    expect((await askOnce(nginx.origin, page))?.status).toBe(200);
  },
);
