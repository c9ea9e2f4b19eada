/** The commands doctor and ready, on working and on faulty setups. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeVersion } from "./support/asking.ts";
import { findFreePorts } from "./support/ports.ts";
import { startPostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Finished, makeFolder, run, startListening, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** A line that `doctor` prints. */
interface Finding {
  readonly status: string;
  readonly check: string;
  readonly text: string;
}

/** The findings that `doctor` prints, without the remark that it runs as root. */
async function findAll(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number; readonly findings: readonly Finding[] }> {
  const { exitCode, stdout, stderr } = await run(["doctor", ...args], { folder, environment });
  expect([stderr, stdout.includes(password)]).toEqual(["", false]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => /^(\w+) +(\w+) +(.*)$/.exec(line)!.slice(1));
  const findings = lines.map(([status, check, text]) => ({ status: status!, check: check!, text: text! }));
  expect(findings.every(({ status }) => status !== "fail")).toBe(exitCode === 0);
  return { exitCode, findings: findings.filter(({ text }) => !text.startsWith("root may write everywhere")) };
}

/** The finding of a check, as `status: detail; action`. */
function show(findings: readonly Finding[], check: string): string {
  return findings
    .filter((finding) => finding.check === check)
    .map(({ status, text }) => `${status}: ${text}`)
    .join("\n");
}

describe("doctor", () => {
  test("finds nothing wrong with a server that clients reach by its base URL", async () => {
    using folder = makeFolder();
    const [port] = findFreePorts(1) as [number];
    const settings = ["--port", String(port), "--base-url", `http://127.0.0.1:${port}`];
    await using server = await startServer([...settings, "--sample"], { folder: folder.path });
    const { exitCode, findings } = await findAll(folder.path, settings);
    expect(exitCode).toBe(0);
    expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      "settings ok",
      "database ok",
      "permissions ok",
      "disk ok",
      "disk ok",
      "memory ok",
      "clock ok",
      "links ok",
    ]);
    expect(show(findings, "database")).toMatch(/: version 1 of 20\d\d-.* UTC, 1,000 teachers, imports are possible$/);
    expect(show(findings, "links")).toContain(`next link ${server.origin}/teachers/?limit=1&offset=1`);

    const { stdout } = await run(["doctor", "--json", ...settings], { folder: folder.path });
    const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: object[] };
    expect(healthy).toBe(true);
    expect(checks).toContainEqual({
      check: "database",
      status: "ok",
      code: "database.published",
      values: expect.objectContaining({ version: 1, teachers: 1000, is_standby: false, may_publish: true }),
    });
    // Codes and values, no sentences.
    expect(stdout).not.toMatch(/": "[^"]*\w \w/);

    const other = await findAll(folder.path, ["--base-url", `http://localhost:${port}`]);
    expect([other.exitCode, show(other.findings, "links")]).toEqual([
      1,
      `fail: clients on other machines get the next link ${server.origin}/teachers/?limit=1&offset=1; set the same --base-url on the running servers`,
    ]);
    const prefixed = await findAll(folder.path, ["--base-url", `http://127.0.0.1:${port}/nope`]);
    expect([prefixed.exitCode, show(prefixed.findings, "links")]).toEqual([1, expect.stringContaining("answers 404")]);
  });

  test("prints a line for each check, and says what to do before the first import", async () => {
    using folder = makeFolder();
    const { exitCode, stdout, stderr } = await run(["doctor"], { folder: folder.path });
    expect([exitCode, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(/^(?:ok|warn) {1,4}(?:[a-z]+) +\S/);
    expect(stdout).toContain(
      "teachers.db does not exist; restore a backup if it was lost; otherwise import a file, or serve with --sample\n",
    );
    expect(stdout).toContain("next is http://127.0.0.1:8000/teachers/?limit=10&offset=10, which only this machine");
    expect(await Array.fromAsync(new Bun.Glob("**/*").scan({ cwd: folder.path, dot: true }))).toEqual([]);
  });

  test("fails for each thing that keeps a server from working", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, "notes.txt"), "not a database\n".repeat(500));
    const rows: readonly (readonly [args: readonly string[], check: string, words: string])[] = [
      [["--database", "sqlite:notes.txt"], "database", "notes.txt"],
      [["--host", "0.0.0.0"], "settings", '"0.0.0.0" can be reached from other machines; set --base-url'],
      [["--host", "nosuch.invalid", "--base-url", "http://127.0.0.1:1"], "settings", '--host: "nosuch.invalid"'],
      [["--data-dir", "notes.txt"], "permissions", "notes.txt is not a folder; make it writable, or set --data-dir"],
      [["--workers", "256", "--cache-size", "100000"], "memory", "add memory, or lower --workers or --cache-size"],
    ];
    for (const [args, check, words] of rows) {
      const { exitCode, findings } = await findAll(folder.path, args);
      expect([exitCode, show(findings, check)]).toEqual([1, expect.stringMatching(/^fail: /)]);
      expect(show(findings, check)).toContain(words);
    }
    const limited = await findAll(folder.path, ["--rate-limit", "9/s", "--base-url", "http://127.0.0.1:1"]);
    expect([limited.exitCode, show(limited.findings, "settings")]).toEqual([
      0,
      expect.stringMatching(/^warn: --rate-limit counts all clients of the proxy as one; set --trusted-proxy/),
    ]);
    const unreachable = await findAll(folder.path, ["--base-url", "http://127.0.0.1:1"]);
    expect([unreachable.exitCode, show(unreachable.findings, "links")]).toEqual([
      0,
      expect.stringMatching(
        /^warn: next would be http:\/\/127\.0\.0\.1:1\/teachers\/\?limit=1&offset=1, but .* can't be reached from here: .*; start the server, or try it from outside$/,
      ),
    ]);
  });

  test.skipIf(postgres === null)("checks each of several databases, its clock and the rights of the role", async () => {
    using folder = makeFolder();
    const database = await postgres!.createDatabase();
    const url = postgres!.urlOf(database);
    const dead = `postgres://postgres:${password}@127.0.0.1:${findFreePorts(1)[0]}/teachers`;
    const empty = await findAll(folder.path, [], { TEACHERS_DATABASE: url });
    expect([empty.exitCode, show(empty.findings, "database")]).toEqual([
      0,
      expect.stringMatching(/^warn: .* has nothing published yet; import a file$/),
    ]);
    expect(await postgres!.run(database, "select to_regclass('migration') as found")).toEqual([{ found: null }]);

    await publish(folder.path, makeVersion(1), url);
    await postgres!.run(
      database,
      `create role doctor_reader login password '${password}'; grant select on all tables in schema public to doctor_reader`,
    );
    const all = `${dead} ${postgres!.urlOf(database, "doctor_reader")} ${url}`;
    const { exitCode, findings } = await findAll(folder.path, [], { TEACHERS_DATABASE: all });
    expect(exitCode).toBe(0);
    const [first, second, third] = show(findings, "database").split("\n");
    expect(first).toMatch(/^warn: postgres:\/\/postgres:\*\*\*@.*Failed to connect; check that the database runs/);
    expect(second).toMatch(/^ok: .*501 teachers, read-only$/);
    expect(third).toMatch(/^ok: .*501 teachers, imports are possible$/);
    expect(show(findings, "clock")).toMatch(/^ok: .*Z, the same as the clock of the database$/);

    await postgres!.run(database, "revoke execute on function pg_control_system() from public");
    const reader = postgres!.urlOf(database, "doctor_reader");
    const silent = await findAll(folder.path, [], { TEACHERS_DATABASE: reader });
    expect([silent.exitCode, show(silent.findings, "database")]).toEqual([
      0,
      expect.stringMatching(/^warn: \S+ does not report its timeline, .*; grant the role execute on pg_control_system/),
    ]);

    const none = await findAll(folder.path, [], { TEACHERS_DATABASE: dead });
    expect([none.exitCode, show(none.findings, "database")]).toEqual([1, expect.stringMatching(/^fail: /)]);
  });
});

describe("ready", () => {
  const ask = (port: string | number, args: readonly string[] = [], environment = {}): Promise<Finished> =>
    run(["ready", "--port", String(port), ...args], { folder: import.meta.dir, environment });

  test("follows a server from nothing published to ready, and after its end", async () => {
    using folder = makeFolder();
    await using server = await startListening(["--base-url", "https://example.edu/x"], { folder: folder.path });
    const { port } = new URL(server.origin);
    const stderr = expect.stringMatching(
      new RegExp(`^teachers: Not ready: 127\\.0\\.0\\.1:${port} answers 503, \\w.*\n$`),
    );
    expect(await ask(port)).toEqual({ exitCode: 1, stdout: "", stderr });
    await publish(folder.path, makeVersion(1));
    await using served = await startServer(["--host", "0.0.0.0", "--base-url", "https://example.edu"], {
      folder: folder.path,
    });
    const ready = { exitCode: 0, stdout: "Ready: 501 teachers, version 1\n", stderr: "" };
    const ownPort = new URL(served.origin).port;
    const proxied = { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    expect(await ask(ownPort, ["--host", "0.0.0.0"], proxied)).toEqual(ready);
    await served.stop();
    expect(await ask(ownPort)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("does not answer") });
  });

  test("gives up if another program listens, or if nothing answers in time", async () => {
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
    expect(await ask(other.port!)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(" answers 200, an unexpected response"),
    });
    using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const stderr = `teachers: Not ready: 127.0.0.1:${silent.port} does not answer: no answer within 3 s\n`;
    expect(await ask(silent.port)).toEqual({ exitCode: 1, stdout: "", stderr });
  });

  test("refuses the port 0", async () => {
    expect(await ask(0)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--port: "0" lets serve choose a port'),
    });
  });
});
