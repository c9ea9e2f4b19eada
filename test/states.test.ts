/** The states of a server under load: a new version during walks, and shutdown with slow clients. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { composeTeacher, type StoredTeacher, type Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import type { Page } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import { type Listening, makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { askOnce, type Connection, headerOf, openConnection, type WireAnswer } from "./support/wire.ts";

const ask = (target: string, method = "GET"): string => `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const textOf = ({ body }: WireAnswer): string => new TextDecoder().decode(body);

/** Teachers with ids from 1, whose last name names their version. */
function makeTeachers(count: number, last_name: string): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) =>
    storedTeacher({ id: i + 1, last_name, first_name: i % 3 === 0 ? "О'Н" : "Олена", degree: "доцент" }),
  );
}

describe("a reload during a walk", () => {
  const versions = [2000, 2500, 1500, 2200].map((count, i) => {
    const teachers = makeTeachers(count, ["Перший", "Другий", "Третій", "Четвертий"][i]!);
    const all = teachers.map((teacher) => composeTeacher(teacher));
    return { teachers, all, filtered: all.filter(({ first_name }) => first_name === "О'Н") };
  });

  /** The walk of each client, repeated in one representation. */
  const walks = [
    { query: "limit=100", isFiltered: false, headers: {} },
    { query: "limit=100&offset=50", isFiltered: false, headers: {} },
    { query: "limit=20&first_name=О'Н", isFiltered: true, headers: {} },
    { query: "limit=1000", isFiltered: false, headers: { "Accept-Encoding": "gzip" } },
    { query: "limit=37", isFiltered: false, headers: { Accept: "application/json" } },
  ] as const;

  test("every answer is of one version: count, records, ETag and Dataset-Version agree", async () => {
    using folder = makeFolder();
    await publish(folder.path, versions[0]!.teachers);
    await using server = await startServer([], { folder: folder.path });
    const seen = new Set<number>();
    let pages = 0;
    let unchanged = 0;
    let isDone = false;

    /** The tag of each URL of each version, and the other way round. */
    const tags = new Map<string, string>();

    /** Sends a request and returns the version that the response names. */
    async function get(url: string, headers: Record<string, string> = {}) {
      const response = await fetch(url, { headers });
      const version = Number.parseInt(response.headers.get("dataset-version") ?? "", 10);
      const etag = response.headers.get("etag") ?? "";
      const page = JSON.stringify([url, version]);
      expect([tags.get(page) ?? etag, tags.get(etag) ?? page]).toEqual([etag, page]);
      tags.set(page, etag).set(etag, page);
      seen.add(version);
      return { response, version, etag };
    }

    async function walk({ query, isFiltered, headers }: (typeof walks)[number]): Promise<void> {
      const limit = Number(/limit=(\d+)/.exec(query)![1]);
      const start = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0);
      let offset = start;
      let url = `${server.origin}/teachers/?${query}`;
      while (!isDone) {
        const { response, version, etag } = await get(url, headers);
        expect(response.status).toBe(200);
        const { all, filtered } = versions[version - 1]!;
        const expected: readonly Teacher[] = isFiltered ? filtered : all;
        const page = (await response.json()) as Page;
        expect(page.count).toBe(expected.length);
        expect(page.results).toEqual(expected.slice(offset, offset + limit));
        expect([page.next === null, page.previous === null]).toEqual([offset + limit >= expected.length, offset === 0]);
        if (pages++ % 3 === 0) {
          const again = await get(url, { ...headers, "If-None-Match": etag });
          expect(again.response.status).toBe(again.version === version ? 304 : 200);
          if (again.version === version) unchanged++;
          await again.response.arrayBuffer();
        }
        offset = page.next === null ? start : offset + limit;
        url = page.next ?? `${server.origin}/teachers/?${query}`;
      }
    }

    async function download(): Promise<void> {
      while (!isDone) {
        const { response, version } = await get(`${server.origin}/teachers/?format=ndjson`);
        const lines = (await response.text()).trimEnd().split("\n");
        expect(lines.map((line) => JSON.parse(line) as Teacher)).toEqual(versions[version - 1]!.all);
      }
    }

    const failure = Promise.withResolvers<never>();
    const walking = Promise.all([...walks.map(walk), download()]);
    walking.catch(failure.reject);
    for (const [i, { teachers }] of versions.entries()) {
      if (i > 0) await publish(folder.path, teachers);
      await Promise.race([waitFor(() => seen.has(i + 1), Boolean), failure.promise]);
    }
    await Promise.race([waitFor(() => pages > 100 && unchanged > 20, Boolean), failure.promise]);
    isDone = true;
    await walking;
    expect([...seen]).toEqual([1, 2, 3, 4]);
    expect(eventLines(server, "request.failed")).toEqual([]);
  });
});

/** Long names, so that a page exceeds the buffers of two sockets. */
function makeLong(): StoredTeacher[] {
  const long = (letter: string): string => letter.repeat(200);
  const texts = { last_name: long("Ж"), first_name: long("О"), middle_name: long("Ї"), degree: long("д") };
  return Array.from({ length: 5000 }, (_, i) => storedTeacher({ id: i + 1, ...texts }));
}

const wholeDownload = "/teachers/?format=ndjson";
const wholePage = "/teachers/?limit=5000";

/** Requests a page of about 20 MB, or a download, and stops reading after the first bytes. */
async function beginSlowly(origin: string, target = wholePage): Promise<Connection> {
  const connection = await openConnection(origin);
  connection.send(ask(target));
  await connection.arrived(1);
  connection.pause();
  return connection;
}

async function readyzOf({ origin }: Pick<Listening, "origin">): Promise<WireAnswer | null> {
  return askOnce(origin, ask("/readyz"));
}

describe("a server after SIGTERM", () => {
  const folder = makeFolder();
  beforeAll(() => publish(folder.path, makeLong()));
  afterAll(() => folder.remove());

  const startLong = (...args: string[]): Promise<Server> =>
    startServer(["--max-limit", "5000", ...args], { folder: folder.path });

  /** Waits until it accepts no connections. */
  async function waitForRefusal(server: Server): Promise<void> {
    await waitFor(() => readyzOf(server).catch(() => "refused"), "refused");
  }

  test("says so and answers during --drain-delay, and closes every connection after its response", async () => {
    // The delay outlasts the test.
    await using server = await startLong("--drain-delay", "300");
    const { origin } = server;
    const idle = await openConnection(origin);
    idle.send(ask("/teachers/?limit=1"));
    expect(headerOf((await idle.read())!, "connection")).not.toBe("close");
    const halfSent = await openConnection(origin);
    halfSent.send("GET /teachers/?limit=2 HTTP/1.1\r\nHost: loc");

    server.process.kill("SIGTERM");
    const readyz = await waitFor(
      () => readyzOf(server),
      (answer) => answer?.status === 503,
    );
    expect(JSON.parse(textOf(readyz!))).toMatchObject({ reason: "draining" });
    expect(headerOf(readyz!, "retry-after")).toMatch(/^\d+$/);
    expect(headerOf(readyz!, "connection")).toBe("close");

    // New connections are accepted, and every response closes its connection.
    for (const [bytes, status] of [
      [ask("/teachers/?limit=1"), 200],
      [ask("/teachers/1/", "HEAD"), 200],
      [ask("/teachers"), 301],
      [ask("/nope"), 404],
      [ask("/livez"), 200],
      [ask("/teachers/", "OPTIONS"), 200],
    ] as const) {
      const connection = await openConnection(origin);
      connection.send(bytes);
      const answer = await connection.read({ isHead: bytes.startsWith("HEAD") });
      expect([bytes, answer?.status, headerOf(answer!, "connection")]).toEqual([bytes, status, "close"]);
      await connection.closed();
    }

    idle.send(ask("/teachers/?limit=1"));
    const last = await idle.read();
    expect([last?.status, headerOf(last!, "connection")]).toEqual([200, "close"]);
    await idle.closed();
    halfSent.send("alhost\r\n\r\n");
    const completed = await halfSent.read();
    expect([completed?.status, headerOf(completed!, "connection")]).toEqual([200, "close"]);
    expect((JSON.parse(textOf(completed!)) as Page).results).toHaveLength(2);
    expect((await readyzOf(server))?.status).toBe(503);
    server.process.kill("SIGKILL");
  });

  test("refuses connections once --drain-delay is over, completes responses, and ends with 0", async () => {
    await using server = await startLong("--drain-delay", "1");
    const slow = await beginSlowly(server.origin);
    const told = performance.now();
    server.process.kill("SIGTERM");
    await waitForRefusal(server);
    expect(performance.now() - told).toBeGreaterThan(900);
    expect(server.process.exitCode).toBeNull();
    slow.resume();
    const page = JSON.parse(textOf((await slow.read())!)) as Page;
    expect([page.count, page.results.length]).toEqual([5000, 5000]);
    expect((await server.finished).exitCode).toBe(0);
    expect(eventLines(server, "server.cut_off", "request.failed")).toEqual([]);
  });

  test("refuses connections at once without a delay, and still completes responses", async () => {
    await using server = await startLong();
    const reader = await beginSlowly(server.origin);
    const downloader = await beginSlowly(server.origin, wholeDownload);
    server.process.kill("SIGTERM");
    await waitForRefusal(server);
    // A program that forwards signals, as npm does, sends a Ctrl-C twice.
    for (const signal of ["SIGTERM", "SIGINT"] as const) server.process.kill(signal);
    expect(server.process.exitCode).toBeNull();
    // Both resume at the same time, because the server cuts off responses after 10 seconds.
    for (const connection of [reader, downloader]) connection.resume();
    const [read, downloaded] = await Promise.all([reader.read(), downloader.read()]);
    const page = JSON.parse(textOf(read!)) as Page;
    expect(page.results).toHaveLength(5000);
    const lines = textOf(downloaded!).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as Teacher)).toEqual([...page.results]);
    expect((await server.finished).exitCode).toBe(0);
    expect(eventLines(server, "server.cut_off")).toEqual([]);
  });

  test("waits at most 10 s for stuck clients, and ends with 0", async () => {
    await using server = await startLong();
    const stuck = await beginSlowly(server.origin);
    const halfSent = await openConnection(server.origin);
    halfSent.send("GET /teachers/ HTTP/1.1\r\nHost: loc");
    const halfBody = await openConnection(server.origin);
    halfBody.send("POST /teachers/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf");
    expect((await halfBody.read())?.status).toBe(405);

    const told = performance.now();
    server.process.kill("SIGTERM");
    expect((await server.finished).exitCode).toBe(0);
    expect(performance.now() - told).toBeGreaterThan(9000);
    expect(server.stderr()).toContain("server.cut_off");
    for (const connection of [stuck, halfSent, halfBody]) connection.close();
  });
});
