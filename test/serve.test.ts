/** The running server: its ready line, publications, failures, signals, and the messages to systemd. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askReady, summaryOf } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import {
  type Listening,
  makeFolder,
  programFile,
  run,
  start,
  startListening,
  startServer,
  waitFor,
} from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { startSampleServer } from "./support/sample.ts";
import { openConnection } from "./support/wire.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function get({ origin }: Listening, path: string): Promise<Answer> {
  const response = await fetch(origin + path);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

const databaseOf = (folder: string): string => join(folder, "var/teachers.db");

describe("serve prints one line when it listens", () => {
  test("and nothing else on standard output; the log names the served version", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    await using server = await startServer([], { folder: folder.path });
    expect(server.readyLine).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\/teachers\/$/);
    await server.logged(/ info version\.served: .* version=1 id=\S+ teachers=3\b/);
    await publish(folder.path, makeTeachers(4));
    await waitFor(() => summaryOf(server), "200, version 2, 4 teachers");
    expect(await server.stop()).toBe(0);
    expect((await server.finished).stdout).toBe(`${server.readyLine}\n`);
  });

  test("even if nothing is published yet, and serves the first version later", async () => {
    using folder = makeFolder();
    await using server = await startServer([], { folder: folder.path });
    expect(server.content).toBe("nothing published yet");
    const list = await get(server, "/teachers/");
    expect([list.status, list.headers.get("retry-after")]).toEqual([503, "1"]);
    const ready = await get(server, "/readyz");
    expect([ready.status, ready.body.reason]).toEqual([503, "nothing published yet"]);

    await publish(folder.path, makeTeachers(3));
    await waitFor(() => summaryOf(server), "200, version 1, 3 teachers");
    expect((await get(server, "/readyz")).body).toMatchObject({ status: "ready", version: 1, teachers: 3 });
    await server.stop();
    expect((await server.finished).stdout).toBe(`${server.readyLine}\n`);
  });
});

describe("serve --sample", () => {
  test("publishes the sample if the database is empty, and says so on standard error", async () => {
    using folder = makeFolder();
    await using server = await startServer(["--sample"], { folder: folder.path });
    expect(server.content).toBe("1000 teachers, version 1");
    await server.logged("version.served");
    await server.stop();

    await using again = await startServer(["--sample"], { folder: folder.path });
    expect(again.content).toBe("1000 teachers, version 1");
    expect(again.stderr()).not.toContain("sample");
  });

  test("gives way to the first import, as if nothing had been published", async () => {
    using folder = makeFolder();
    await using server = await startServer(["--sample"], { folder: folder.path });
    const options = { folder: folder.path };
    const rows = Array.from({ length: 12 }, (_, i) => `Коваль,Олена,${"АБВГДЕЖЗИКЛМ"[i]}.,доцент\n`);
    writeFileSync(join(folder.path, "staff.csv"), `last_name,first_name,middle_name,degree\n${rows.join("")}`);
    const tried = await run(["import", "staff.csv", "--yes", "--dry-run"], options);
    const words = "Replaces the sample of 1,000 invented teachers\nAdded: 12\n  + 1 Коваль Олена А., доцент\n";
    expect([tried.exitCode, tried.stdout]).toEqual([0, expect.stringContaining(words)]);
    expect((await run(["history"], options)).stdout).toContain("the sample");

    const imported = await run(["import", "staff.csv", "--yes"], options);
    expect(imported.stdout).toStartWith(words);
    expect(imported.stdout).toContain("Published version 2: 12 added, 0 changed, 0 removed, 0 unchanged");
    await waitFor(() => summaryOf(server), "200, version 2, 12 teachers");
    expect((await get(server, "/teachers/?limit=1")).body).toMatchObject({
      count: 12,
      results: [{ id: 1, last_name: "Коваль" }],
    });
    const history = JSON.parse((await run(["history", "--json"], options)).stdout);
    expect(history).toMatchObject([{ version: 2, source: { kind: "file", name: "staff.csv" }, added: 12 }]);
    expect((await run(["show", "2"], options)).stdout).toContain("Added: 12\n");
    // From now on, the guard compares each import with the published content.
    writeFileSync(join(folder.path, "half.csv"), `last_name,first_name,middle_name,degree\n${rows.slice(6).join("")}`);
    const refused = await run(["import", "half.csv", "--yes"], options);
    expect(refused.stdout).toContain("! Yes, remove 6 of 12 teachers\n");
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining("--confirm ")]);
  });
});

describe("serve follows the publications", () => {
  test("keeps serving if a version can't be loaded, and says why", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    await publish(folder.path, makeTeachers(4));
    await using server = await startServer([], { folder: folder.path });
    const readyzOf = async () => (await get(server, "/readyz")).body;
    await waitFor(readyzOf, ({ version, newest_version }) => version === 2 && newest_version === 2);
    // A row that is missing in the digest of the publication.
    using database = new Database(databaseOf(folder.path));
    database.run("update teacher set degree = 'підроблений' where id = 1");
    database.run(`insert into publication select 3, 'ffffffff-0000-4000-8000-000000000000', '2100-01-01T00:00:00.000Z', source, count,
      added, changed, removed, digest, message, published_by, answers from publication where version = 2`);
    const waitsOf = () =>
      [...server.stderr().matchAll(/ version\.not_loaded: .* retry_ms=(\d+)\n/g)].map(([, ms]) => ms);
    await waitFor(waitsOf, ({ length }) => length >= 3);
    // Every attempt reads all teachers.
    expect(waitsOf().slice(0, 3)).toEqual(["300", "600", "1200"]);
    await server.logged("version 3 differs from what was published");
    const ofDatabase = ["database.unreachable", "database.reachable", "database.older"] as const;
    expect(eventLines(server, ...ofDatabase)).toEqual([]);
    expect(await summaryOf(server)).toBe("200, version 2, 4 teachers");
    const failing = await waitFor(readyzOf, ({ load_error }) => load_error !== undefined);
    expect(failing).toMatchObject({
      status: "ready",
      version: 2,
      newest_version: 3,
      load_error: "the log says why the newest version can't be loaded",
    });

    await publish(folder.path, makeTeachers(5));
    const repaired = await waitFor(readyzOf, ({ version, load_error }) => version === 4 && load_error === undefined);
    expect(repaired.newest_version).toBe(4);
    await waitFor(() => summaryOf(server), "200, version 4, 5 teachers");
  });

  test("listens at once, and answers 503 with the reason until a version is loaded", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    using database = new Database(databaseOf(folder.path));
    database.run("update teacher set degree = 'підроблений' where id = 1");
    await using server = await startListening([], { folder: folder.path });
    const failing = await waitFor(
      () => get(server, "/readyz"),
      ({ body }) => body.load_error !== undefined,
    );
    expect(failing.body).toMatchObject({ status: "not ready", reason: "loading", newest_version: 1 });
    for (const { status, headers } of [failing, await get(server, "/teachers/")])
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    await publish(folder.path, makeTeachers(4));
    await waitFor(() => summaryOf(server), "200, version 2, 4 teachers");
  });
});

test("serve with a database that can't be opened listens, answers 503, and recovers when it appears", async () => {
  using folder = makeFolder();
  mkdirSync(join(folder.path, "var"));
  writeFileSync(databaseOf(folder.path), "garbage\n".repeat(1000));
  await using server = await startListening([], { folder: folder.path });
  await waitFor(() => askReady(server), { reason: "database unreachable" });
  const readyz = await get(server, "/readyz");
  expect([readyz.status, readyz.headers.get("retry-after")]).toEqual([503, "1"]);
  const list = await get(server, "/teachers/");
  expect([list.status, list.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(list.headers.get("content-type")).toBe("application/problem+json");
  await server.logged("error database.unreachable");
  expect(server.stderr().match(/error database\.unreachable/g)).toHaveLength(1);

  rmSync(databaseOf(folder.path));
  await publish(folder.path, makeTeachers(3));
  await waitFor(() => summaryOf(server), "200, version 1, 3 teachers");
  await server.logged("info database.reachable");
  await server.stop();
  expect((await server.finished).stdout).toBe(`${server.readyLine}\n`);
});

test("serve on a port in use ends with 2 and says what to set", async () => {
  using folder = makeFolder();
  using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const environment = { TEACHERS_PORT: String(other.port) };
  const { exitCode, stdout, stderr } = await run(["serve"], { folder: folder.path, environment });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  const advice = "set --port or TEACHERS_PORT to another one; 0 chooses a free one";
  expect(stderr).toBe(`teachers: --port: "${other.port}" is in use on 127.0.0.1; ${advice}\n`);
  expect(readdirSync(folder.path)).toEqual([]);
});

describe("serve ends with 0", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("at %s, at once, though a connection is open and idle", async (signal) => {
    using folder = makeFolder();
    await using server = await startSampleServer([], { folder: folder.path });
    const connection = await openConnection(server.origin);
    connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect((await connection.read())?.status).toBe(200);
    server.process.kill(signal);
    expect((await server.finished).exitCode).toBe(0);
    await connection.closed();
    expect(server.stderr()).toContain("server.draining");
    expect(eventLines(server, "server.cut_off")).toEqual([]);
  });

  test("while nothing is published, and while the database is unreachable", async () => {
    using folder = makeFolder();
    await using server = await startServer([], { folder: folder.path });
    expect(await server.stop()).toBe(0);
    writeFileSync(databaseOf(folder.path), "garbage\n".repeat(1000));
    await using unready = await startListening([], { folder: folder.path });
    expect(await unready.stop()).toBe(0);
  });
});

describe("serve continues", () => {
  /** The server answers, and still ends with 0. */
  async function expectAlive(server: Listening): Promise<void> {
    for (let i = 0; i < 20; i++) expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }

  test("after SIGUSR1 and SIGUSR2, and after SIGHUP if nohup started it", async () => {
    using folder = makeFolder();
    const launcher = ["nohup", programFile];
    await using server = await startSampleServer([], { folder: folder.path, launcher });
    for (const signal of ["SIGUSR1", "SIGUSR2", "SIGHUP"] as const) server.process.kill(signal);
    await expectAlive(server);
  });

  test("if its ready line can't be written, and ends with 0", async () => {
    using folder = makeFolder();
    const launcher = ["sh", "-c", 'exec "$0" "$@" >/dev/full', programFile];
    await using server = start(["serve", "--port=0", "--sample"], { folder: folder.path, launcher });
    await server.logged("can't be written");
    expect(await server.stop()).toBe(0);
    expect(server.stderr()).toContain("server.draining");
  });

  test("if its log can't be written, and ends with 0", async () => {
    using folder = makeFolder();
    const launcher = ["sh", "-c", 'exec "$0" "$@" 2>/dev/full', programFile];
    // Without a log nothing but the probe says that the server is ready.
    await using server = await startListening(["--sample"], { folder: folder.path, launcher });
    await waitFor(() => fetch(`${server.origin}/readyz`), { status: 200 });
    await expectAlive(server);
  });
});

test("a server tells systemd that it is alive, as long as it is, and only if systemd waits for it", async () => {
  using folder = makeFolder();
  const messages = join(folder.path, "messages");
  const bin = join(folder.path, "bin");
  mkdirSync(bin);
  // In place of the program of systemd, whose socket needs systemd.
  writeFileSync(join(bin, "systemd-notify"), `#!/bin/sh\necho "$@" >>'${messages}'\n`, { mode: 0o755 });
  const PATH = `${bin}:${process.env.PATH}`;
  writeFileSync(messages, "");
  const countMessages = (): number => readFileSync(messages, "utf8").split("\n").length - 1;
  {
    await using other = await startServer(["--sample"], { folder: folder.path, environment: { PATH } });
    expect(await other.stop()).toBe(0);
  }
  expect(countMessages()).toBe(0);

  const environment = { PATH, WATCHDOG_USEC: "60000" };
  await using server = await startServer([], { folder: folder.path, environment });
  await waitFor(countMessages, (count) => count >= 3);
  expect(readFileSync(messages, "utf8")).toStartWith("WATCHDOG=1\nWATCHDOG=1\n");
  expect(await server.stop()).toBe(0);
});
