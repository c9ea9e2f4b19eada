/** The log of a running server: its formats, the access log, request ids, and readers that do not read. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { type LogEvent, logEvents } from "../src/server/log/log-events.ts";
import { openDownload } from "./support/download.ts";
import { eventLines } from "./support/events.ts";
import { writeTeachers } from "./support/generate/teachers.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { gather, makeFolder, programFile, type Server, start, startServer, waitFor } from "./support/program.ts";
import { importConfirmed, makeTeachers, publish } from "./support/publish.ts";
import { startSampleServer } from "./support/sample.ts";
import { askOnce, openConnection } from "./support/wire.ts";

type Line = Readonly<Record<string, unknown>> & { readonly event: LogEvent };

/** All lines of a JSON log so far. Throws for a line that is not an object. */
function linesOf({ stderr }: Pick<Server, "stderr">): Line[] {
  const whole = stderr().slice(0, stderr().lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
}

/** The lines of the access log, once there are this many. */
async function waitForAnswers(server: Server, count: number): Promise<Line[]> {
  const find = (): Line[] =>
    linesOf(server).filter(({ event, path }) => event === "request.answered" && path !== "/readyz");
  return waitFor(find, (lines) => lines.length >= count);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("--log-format json", () => {
  test("gives one object per line, and nothing else is printed", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    const args = ["--log-format", "json", "--access-log", "--admin-port", "0"];
    await using server = await startServer(args, { folder: folder.path });
    for (let i = 0; i < 20; i++) await fetch(`${server.origin}/teachers/?offset=${i}`, { keepalive: false });
    expect(await server.stop()).toBe(0);
    const { stdout } = await server.finished;
    expect(stdout).toBe("");
    const lines = linesOf(server);
    const { version } = packageJson;
    for (const event of ["server.listening", "server.stopped"] as const)
      expect(lines.filter((line) => line.event === event)).toEqual([expect.objectContaining({ release: version })]);
    expect(lines.at(-1)!.event).toBe("server.stopped");
    expect(lines.map(({ event }) => event)).toContainValues(["server.listening", "version.served", "server.draining"]);
    expect(lines.filter(({ path }) => path === "/teachers/?offset=")).toHaveLength(20);
    for (const { time, level, event, message, ...fields } of lines) {
      expect(time as string).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const [declaredLevel, declaredMessage, declared] = logEvents[event];
      expect([level, message]).toEqual([declaredLevel, declaredMessage]);
      for (const name of Object.keys(fields)) expect<readonly string[]>(declared, event).toContain(name);
    }
  });
});

describe("--access-log", () => {
  const jsonLog = ["--log-format", "json", "--access-log"];

  test("logs every request, with ids, and no values of queries", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(300));
    await using server = await startServer(jsonLog, { folder: folder.path });
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(server.origin + path, { keepalive: false, redirect: "manual", ...init });
    const list = await ask("/teachers/?search=%D0%90&limit=2&_secret=1");
    const csv = await (await ask("/teachers/?format=csv", { headers: { "Accept-Encoding": "identity" } })).bytes();
    await ask("/teachers/1/", { method: "HEAD", headers: { "X-Request-Id": "from-client:1" } });
    const kept = await ask("/teachers/?limit=x", { headers: { "X-Request-Id": "from-client:2" } });
    const replaced = await ask("/nowhere", { headers: { "X-Request-Id": "not well-formed" } });
    await ask("/teachers/", { method: "POST" });

    const lines = await waitForAnswers(server, 6);
    const shown = lines.map(({ method, path, status, bytes }) => [method, path, status, bytes]);
    const bytesOf = async (response: Response): Promise<number> => (await response.bytes()).length;
    expect(shown.slice(0, 5)).toEqual([
      ["GET", "/teachers/?search=&limit=", 200, await bytesOf(list)],
      ["GET", "/teachers/?format=", 200, csv.length],
      ["HEAD", "/teachers/1/", 200, 0],
      ["GET", "/teachers/?limit=", 400, await bytesOf(kept)],
      ["GET", "/nowhere", 404, await bytesOf(replaced)],
    ]);
    expect(shown[5]!.slice(0, 3)).toEqual(["POST", "/teachers/", 405]);
    for (const { ms } of lines) expect(ms).toBeNumber();
    expect(lines[2]!.id).toBe("from-client:1");
    expect([lines[3]!.id, kept.headers.get("x-request-id")]).toEqual(["from-client:2", "from-client:2"]);
    expect([lines[0]!.id, lines[4]!.id]).toEqual([
      list.headers.get("x-request-id"),
      replaced.headers.get("x-request-id"),
    ]);
    expect(lines[4]!.id as string).toMatch(uuid);
    expect(lines.some((line) => "aborted" in line)).toBe(false);
  });

  test("logs a download that its client aborts, with what was sent", async () => {
    using folder = makeFolder();
    // The download is larger than the buffers of the kernel.
    await publish(folder.path, makeTeachers(60_000));
    await using server = await startServer(jsonLog, { folder: folder.path });
    const download = await openDownload(server.origin, "/teachers/?format=csv", "identity");
    await download.take(100_000);
    download.abort();
    const [line] = await waitForAnswers(server, 1);
    expect(line).toMatchObject({ path: "/teachers/?format=", status: 200, aborted: true });
    expect(line!.bytes).toBeGreaterThan(100_000);
  });

  test("logs searches whose clients leave while they wait, as 499", async () => {
    using folder = makeFolder();
    writeTeachers(join(folder.path, "teachers.csv"), 60_000);
    await importConfirmed(["teachers.csv"], { folder: folder.path });
    await using server = await startServer([...jsonLog, "--admin-port", "0"], { folder: folder.path });
    // No teacher has these names, so the search tries all readings.
    const searches = Array.from(
      { length: 60 },
      (_, i) => `${"абвгдежз"[i % 8]}рукмосенк${i} ${"клмнопрс"[i % 8]}ентвагроп`,
    );
    const connections = await Promise.all(searches.map(() => openConnection(server.origin)));
    // While the server is frozen, all searches arrive and their clients leave. When it continues, it reads all of them
    // at once.
    server.process.kill("SIGSTOP");
    for (const [i, connection] of connections.entries()) {
      const target = `/teachers/?search=${encodeURIComponent(searches[i]!)}`;
      connection.send(`GET ${target} HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\n\r\n`);
    }
    for (const connection of connections) connection.close();
    server.process.kill("SIGCONT");
    const lines = await waitForAnswers(server, searches.length);
    expect(lines).toHaveLength(searches.length);
    const left = lines.filter(({ status }) => status === 499);
    expect(left.length).toBeGreaterThan(5);
    for (const { aborted, bytes } of left) expect([aborted, bytes]).toEqual([true, 0]);
    expect(lines.filter(({ status }) => status !== 200 && status !== 499)).toEqual([]);

    const metrics = await readMetrics(await findAdmin(server));
    expect(metrics.get('teachers_http_requests_total{route="/teachers/",status="499"}')).toBe(left.length);
  });

  test("never shows a raw control character", async () => {
    using folder = makeFolder();
    await using server = await startSampleServer(["--access-log"], { folder: folder.path });
    // With a malformed Host, Bun passes the target on as it was sent.
    for (const host of ["localhost", "a b"]) {
      await askOnce(
        server.origin,
        `GET /teachers/\xc2\x9b31m%1B%0A?search=\xc2\x9b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
    }
    await waitFor(server.stderr, (text) => text.split("%1B%0A?search=").length > 2, { program: server });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: They are what the test is about.
    expect(server.stderr()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  });

  test("is off by default, and no response has an id", async () => {
    using folder = makeFolder();
    await using server = await startSampleServer([], { folder: folder.path });
    const response = await fetch(`${server.origin}/teachers/`, { headers: { "X-Request-Id": "a" } });
    expect(response.headers.has("x-request-id")).toBe(false);
    expect(await server.stop()).toBe(0);
    expect(eventLines(server, "request.answered")).toEqual([]);
  });
});

describe("a reader of the log that does not read", () => {
  /** The longest path that is logged; the lines of some 150 requests are more than a process keeps. */
  const path = `/${"y".repeat(7900)}`;

  /** Sends requests until the pipe is full and lines are dropped. */
  async function fill(origin: string): Promise<void> {
    for (let i = 0; i < 300; i++) expect((await fetch(origin + path)).status).toBe(404);
  }

  test("delays no request, sees how much was dropped, and does not delay the shutdown", async () => {
    using folder = makeFolder();
    const fifo = join(folder.path, "log");
    expect((await Bun.spawn(["mkfifo", fifo]).exited) === 0).toBe(true);
    // Descriptor 3 holds the pipe open, and nobody reads it.
    const launcher = ["sh", "-c", 'exec 3<>"$LOG"; exec "$0" "$@" 2>"$LOG"', programFile];
    const args = ["serve", "--port=0", "--sample", "--access-log"];
    await using server = start(args, { folder: folder.path, launcher, environment: { LOG: fifo } });
    const line = await waitFor(server.stdout, (text) => text.includes("\n"), { program: server });
    const { origin } = new URL(line.slice("Listening on ".length).trim());
    await waitFor(
      () => fetch(`${origin}/readyz`),
      ({ status }) => status === 200,
    );
    await fill(origin);

    const reader = Bun.spawn(["cat", fifo], { stdout: "pipe" });
    const read = gather(reader.stdout);
    await waitFor(read.text, (text) => text.includes("log.dropped"));
    reader.kill();
    await read.ended;
    const log = read.text();
    const dropped = Number(/ warn log\.dropped: .* lines=(\d+)\n/.exec(log)![1]);
    expect(log.split(" request.answered: ").length - 1 + dropped).toBeGreaterThanOrEqual(300);
    expect(dropped).toBeGreaterThan(50);

    await fill(origin);
    expect(await server.stop()).toBe(0);
  });
});
