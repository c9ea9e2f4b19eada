/** Every failure of a database, provoked: the command names the cause and what helps, and so do /readyz, the log and the office. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { damagePages } from "./support/damage.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { Officer, startOffice } from "./support/officer.ts";
import { findFreePorts } from "./support/ports.ts";
import { startPostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { makeFolder, root, run, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** What `status` says of a database. A command that can't read it prints nothing else. */
async function said(folder: string, url: string, stdout: unknown = ""): Promise<string> {
  const finished = await run(["status", "--database", url], { folder });
  expect(finished).toMatchObject({ exitCode: 1, stdout });
  return finished.stderr;
}

describe("status names the cause and what helps if a SQLite file", () => {
  const cases: readonly (readonly [what: string, make: (path: string) => void, words: RegExp])[] = [
    ["is missing", () => {}, /\.db does not exist; correct --database, restore the newest backup if it was lost, or/],
    ["is a folder", (path) => mkdirSync(path), /is not a file \(a folder or a device\); correct --database/],
    [
      "is another file",
      (path) => writeFileSync(path, "notes".repeat(999)),
      /or no database: file is not a database; if/,
    ],
    [
      "has a damaged page",
      (path) => damagePages(path, "teacher"),
      /is damaged, or no database: .*; if --database is right, restore the newest backup with `teachers restore FILE`/,
    ],
    [
      "has a changed row",
      (path) => new Database(path).run("update teacher set degree = 'декан' where id = 2"),
      /version 1 differs from what was published; if it is the newest, import its file again, or return to an earlier one/,
    ],
    [
      "is of a newer release",
      (path) => new Database(path).run("update migration set step = 99"),
      /was changed by a newer release \(step 99, this release knows \d+\); use that release/,
    ],
    [
      "is older than the first release",
      (path) => new Database(path).run("update migration set step = 4"),
      /has tables from before the first release \(step 4, .*\); export it with the commit that made it/,
    ],
  ];
  test.each(cases)("%s", async (what, make, words) => {
    using folder = makeFolder();
    const path = join(folder.path, "teachers.db");
    if (!/missing|folder|another/.test(what)) await publish(folder.path, makeTeachers(3000), `sqlite:${path}`);
    make(path);
    const shown = what === "has a changed row" ? expect.stringContaining("(does not match its rows)\n") : "";
    expect(await said(folder.path, `sqlite:${path}`, shown)).toMatch(words);
  });

  test("can't be read by the disk", async () => {
    using folder = makeFolder();
    // The memory of a process is a file that can't be read at its start.
    expect(await said(folder.path, "sqlite:/proc/self/mem")).toMatch(
      /can't be (?:read or written|opened or written): /,
    );
  });

  test("an import holds, or that has no tables", async () => {
    using folder = makeFolder();
    const empty = await run(["history", "--database", "sqlite:empty.db"], { folder: folder.path });
    expect(empty.stderr).toContain("empty.db does not exist; correct --database");
    writeFileSync(join(folder.path, "empty.db"), "");
    const { stderr } = await run(["history", "--database", "sqlite:empty.db"], { folder: folder.path });
    expect(stderr).toContain("empty.db has nothing published yet; import a file, or check --database");
  });
});

describe.skipIf(postgres === null)("status names the cause and what helps if PostgreSQL", () => {
  const server = postgres!;

  test("refuses the password, the role or the name of the database", async () => {
    using folder = makeFolder();
    const database = await server.createDatabase();
    const url = server.urlOf(database);
    await publish(folder.path, makeTeachers(3), url);
    const wrong = await said(folder.path, url.replace(`:${password}@`, ":wrong@"));
    expect(wrong).toMatch(/refuses the user or the password: .*; correct them in the URL \(TEACHERS_DATABASE/);
    expect(wrong).not.toContain(":wrong@");
    expect(await said(folder.path, server.urlOf("none"))).toMatch(
      /can't be used: database "none" does not exist; create it/,
    );
    expect(await said(folder.path, `${url}?schema=staff`)).toMatch(
      /can't be used: the schema does not exist; create it/,
    );
    await server.run(database, `create role stranger login password '${password}'`);
    expect(await said(folder.path, server.urlOf(database, "stranger"))).toMatch(
      /refuses the role of the URL: permission denied for table \w+; use the role that owns the tables, or grant/,
    );
    const { stderr } = await run(["rollback", "1", "--database", server.urlOf(database, "stranger")], {
      folder: folder.path,
    });
    expect(stderr).toContain("grant the privilege as deploy/postgres-roles.sql does");
  });

  test("takes no writes, has no connection left, does not answer, or can't be reached", async () => {
    using folder = makeFolder();
    const database = await server.createDatabase();
    const url = server.urlOf(database);
    await publish(folder.path, makeTeachers(3), url);
    await server.run(database, `alter database ${database} set default_transaction_read_only = on`);
    const refused = await run(["rollback", "1", "--database", url], { folder: folder.path });
    expect(refused.stderr).toMatch(
      /takes no writes: it is a standby, or .*; use the address that leads to the primary/,
    );

    await server.run("postgres", `create role busy login password '${password}' connection limit 1`);
    const sql = new SQL(server.urlOf(database, "busy"), { max: 1 });
    await sql.unsafe("select 1");
    expect(await said(folder.path, server.urlOf(database, "busy"))).toMatch(
      /has no connection left: .*; end other clients, or raise max_connections/,
    );
    await sql.close();

    server.freeze();
    expect(await said(folder.path, url)).toMatch(
      /has not answered for \d+ s; check that PostgreSQL runs|can't be reached: /,
    );
    server.thaw();
    const [port] = findFreePorts(1);
    expect(await said(folder.path, `postgres://u:p@127.0.0.1:${port}/t`)).toMatch(
      /can't be reached: .*; check that PostgreSQL runs, and the host and the port of the URL/,
    );
  });

  test("has a damaged page", async () => {
    using folder = makeFolder();
    const database = await server.createDatabase();
    const url = server.urlOf(database);
    await publish(folder.path, makeTeachers(3000), url);
    await server.run(database, "checkpoint");
    const [row] = await server.run(
      database,
      "select current_setting('data_directory') || '/' || pg_relation_filepath('teacher') as path",
    );
    const path = row!.path as string;
    await server.stop();
    const bytes = readFileSync(path);
    bytes.fill(0xee, 8192, 16_384);
    writeFileSync(path, bytes);
    await server.start();
    expect(await said(folder.path, url)).toMatch(/is damaged, or no database: invalid page in block 1 of relation/);
  });
});

test("damage that no page needs is found when a server opens the file: in the log, a metric and status", async () => {
  using folder = makeFolder();
  for (const degree of ["доцент", "професор"]) await publish(folder.path, makeTeachers(3000, degree));
  const serve = (): Promise<Server> => startServer(["--admin-port", "0"], { folder: folder.path });
  const waitForMetric = async (server: Server, wanted: number): Promise<unknown> => {
    const admin = await findAdmin(server);
    return waitFor(async () => (await readMetrics(admin)).get("teachers_database_damaged"), wanted);
  };
  {
    await using server = await serve();
    await waitForMetric(server, 0);
  }
  damagePages(join(folder.path, "var/teachers.db"), "teacher_ended");
  await using server = await serve();
  await server.logged(/ error database\.damaged: the SQLite file is damaged; .* error=.*\n/);
  await waitForMetric(server, 1);
  expect((await fetch(`${server.origin}/teachers/1/`)).status).toBe(200);
  expect(await said(folder.path, "sqlite:var/teachers.db")).toContain("teachers.db is damaged, or no database: ");
});

test("the same sentence is in /readyz of the admin port alone, the log and the officer's page", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "teachers.db");
  const environment = { TEACHERS_DATABASE: `sqlite:${file}` };
  await publish(folder.path, makeTeachers(3), `sqlite:${file}`);
  await using server = await startServer(["--admin-port", "0"], { folder: folder.path, environment });
  await using office = await startOffice([], { folder: folder.path, environment });
  const officer = new Officer(office.origin);
  await officer.enter(office.key);
  writeFileSync(`${file}.new`, "notes".repeat(999));
  Bun.spawnSync(["mv", `${file}.new`, file]);
  const words = "is damaged, or no database: file is not a database; if --database is right, restore the newest backup";
  const admin = await findAdmin(server);
  await waitFor(
    async () => ((await (await fetch(`${admin}/readyz`)).json()) as { database_error?: string }).database_error ?? "",
    (error) => error.includes(words),
  );
  expect(server.stderr()).toContain(words);
  expect(await (await fetch(`${server.origin}/readyz`)).text()).not.toContain(words);
  expect((await fetch(`${server.origin}/teachers/1/`)).status).toBe(200);
  await officer.get("/history");
  expect(officer.page.text).toContain(words);
  expect(readFileSync(join(root, "docs/operations.md"), "utf8")).toContain("### A damaged file");
});
