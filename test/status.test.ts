/** The commands status and ready, on working and on faulty databases. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeVersion } from "./support/asking.ts";
import { findFreePorts } from "./support/ports.ts";
import { startPostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Finished, makeFolder, run, startListening, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

const ask = (folder: string, url: string): Promise<Finished> =>
  run(["status"], { folder, environment: { TEACHERS_DATABASE: url } });

describe("status", () => {
  test("shows the database, the newest version, and what the servers of the database serve", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    const ports = findFreePorts(2).map(String) as [string, string];
    await using first = await startServer(["--port", ports[0]], { folder: folder.path });
    await using second = await startServer([`--port=${ports[1]}`], {
      folder: folder.path,
      environment: { TEACHERS_DATABASE: `sqlite:${folder.path}/var/teachers.db` },
    });
    const { exitCode, stdout, stderr } = await run(["status"], { folder: folder.path });
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Digest +[0-9a-f]{64} \(matches its rows\)$/m);
    const lines: string[] = stdout.match(/^Server .*$/gm)!.sort();
    expect(lines).toEqual(ports.toSorted().map((port) => `Server     127.0.0.1:${port} serves version 1`));
    await using other = await startServer(["--port", "0", "--database", "sqlite:other.db", "--sample"], {
      folder: folder.path,
    });
    expect(JSON.parse((await run(["status", "--json"], { folder: folder.path })).stdout)).toMatchObject({
      is_writable: true,
      current: { version: 1 },
      servers: [{ problem: null }, { problem: null }],
      problems: [],
    });

    first.process.kill("SIGSTOP");
    const stopped = await run(["status"], { folder: folder.path });
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      1,
      `teachers: The server on 127.0.0.1:${ports[0]} does not answer: no answer within 3 s; restart it\n`,
    ]);
    first.process.kill("SIGCONT");
    expect([second.content, other.content]).toEqual(["501 teachers, version 1", "1000 teachers, version 1"]);
  });

  test("ends with 1 for each fault of a file, and says what to do about it", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    const file = join(folder.path, "var/teachers.db");
    const copy = async (name: string, damage: (path: string) => void): Promise<string> => {
      const path = join(folder.path, name);
      new Database(file).run("vacuum into ?", [path]);
      damage(path);
      return `sqlite:${name}`;
    };
    const pages = await copy("pages.db", (path) => {
      const { root } = new Database(path)
        .query("select rootpage as root from sqlite_master where name = 'teacher'")
        .get() as { root: number };
      writeSync(openSync(path, "r+"), Buffer.alloc(100, 0xee), 0, 100, (root - 1) * 4096);
    });
    const rows = await copy("rows.db", (path) =>
      new Database(path).run("update teacher set degree = 'x' where id = 2"),
    );
    const noise = await copy("noise.db", (path) => writeFileSync(path, "not a database\n".repeat(500)));
    const cases: readonly (readonly [url: string, words: RegExp])[] = [
      [
        "sqlite:none.db",
        /none\.db does not exist; correct --database, restore the newest backup if it was lost, or import a file\n$/,
      ],
      ["sqlite:var", /var is not a file \(a folder or a device\); correct --database\n$/],
      [noise, /noise\.db is damaged, or no database: .*; if --database is right, restore the newest backup with/],
      [pages, /pages\.db is damaged, or no database: .*; if --database is right, restore the newest backup with/],
      [
        rows,
        /version 1 differs from what was published; if it is the newest, import its file again, or `teachers rollback`;/,
      ],
    ];
    for (const [url, words] of cases) {
      const { exitCode, stderr } = await ask(folder.path, url);
      expect([url, exitCode, stderr]).toEqual([url, 1, expect.stringMatching(words)]);
    }
    expect((await ask(folder.path, rows)).stdout).toContain("(does not match its rows)\n");
    expect((await ask(folder.path, pages)).stdout).toBe("");
  });

  test.skipIf(process.getuid!() === 0)("says who may read or write a file", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    const file = join(folder.path, "var/teachers.db");
    chmodSync(file, 0o400);
    const reader = await run(["status"], { folder: folder.path });
    expect([reader.exitCode, reader.stdout]).toEqual([
      0,
      expect.stringContaining("(read-only for this user or role; "),
    ]);
    chmodSync(file, 0o000);
    const stranger = await run(["status"], { folder: folder.path });
    expect([stranger.exitCode, stranger.stderr]).toEqual([
      1,
      expect.stringContaining(
        "can't be opened or written: unable to open database file; run this as the user that owns it",
      ),
    ]);
    chmodSync(file, 0o600);
  });

  test.skipIf(postgres === null)("shows a PostgreSQL database and the rights of its role", async () => {
    using folder = makeFolder();
    const database = await postgres!.createDatabase();
    const url = postgres!.urlOf(database);
    const dead = `postgres://postgres:${password}@127.0.0.1:${findFreePorts(1)[0]}/teachers`;
    expect((await ask(folder.path, url)).stdout).toStartWith("Nothing is published yet in postgres://");
    expect(await postgres!.run(database, "select to_regclass('migration') as found")).toEqual([{ found: null }]);

    await publish(folder.path, makeVersion(1), url);
    await postgres!.run(
      database,
      `create role status_reader login password '${password}'; grant select on all tables in schema public to status_reader`,
    );
    const owner = await ask(folder.path, url);
    expect([owner.exitCode, owner.stderr, owner.stdout]).toEqual([0, "", expect.not.stringContaining("read-only")]);
    expect((await ask(folder.path, postgres!.urlOf(database, "status_reader"))).stdout).toContain(
      "(read-only for this",
    );
    const { exitCode, stdout, stderr } = await ask(folder.path, dead);
    expect([exitCode, stdout, stderr.includes(password)]).toEqual([1, "", false]);
    expect(stderr).toMatch(/Failed to connect; check that PostgreSQL runs, and the host and the port of the URL/);
  });
});

describe("ready", () => {
  const askPort = (port: string | number, args: readonly string[] = [], environment = {}): Promise<Finished> =>
    run(["ready", "--port", String(port), ...args], { folder: import.meta.dir, environment });

  test("follows a server from nothing published to ready, and after its end", async () => {
    using folder = makeFolder();
    await using server = await startListening(["--base-url", "https://example.edu/x"], { folder: folder.path });
    const { port } = new URL(server.origin);
    const stderr = expect.stringMatching(
      new RegExp(`^teachers: Not ready: 127\\.0\\.0\\.1:${port} answers 503, \\w.*\n$`),
    );
    expect(await askPort(port)).toEqual({ exitCode: 1, stdout: "", stderr });
    await publish(folder.path, makeVersion(1));
    await using served = await startServer(["--host", "0.0.0.0", "--base-url", "https://example.edu"], {
      folder: folder.path,
    });
    const ready = { exitCode: 0, stdout: "Ready: 501 teachers, version 1\n", stderr: "" };
    const ownPort = new URL(served.origin).port;
    const proxied = { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    expect(await askPort(ownPort, ["--host", "0.0.0.0"], proxied)).toEqual(ready);
    await served.stop();
    expect(await askPort(ownPort)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("does not answer") });
  });

  test("gives up if another program listens, or if nothing answers in time", async () => {
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
    expect(await askPort(other.port!)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(" answers 200, an unexpected response"),
    });
    using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const stderr = `teachers: Not ready: 127.0.0.1:${silent.port} does not answer: no answer within 3 s\n`;
    expect(await askPort(silent.port)).toEqual({ exitCode: 1, stdout: "", stderr });
  });
});
