/** The program on PostgreSQL: commands, roles, concurrent servers and imports, and how versions spread. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { withoutPassword } from "../src/store/database-url.ts";
import { askReady } from "./support/asking.ts";
import { sharePostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Finished, root, run, type Server, startListening, startServer, waitFor } from "./support/program.ts";
import { importConfirmed, importTeachers, publish, spellNumber } from "./support/publish.ts";

const { postgres, folder } = await sharePostgres();
/** The output of every command, which must not contain a password. */
const printed: string[] = [];

/** `count` teachers with ids from 1, all with this degree. */
function makeTeachers(count: number, degree = "доцент"): StoredTeacher[] {
  return Array.from({ length: count }, (_, i) =>
    storedTeacher({ id: i + 1, last_name: spellNumber(i % 9), first_name: "Олена", degree }),
  );
}

async function command(args: readonly string[], database: string): Promise<Finished> {
  const options = { folder: folder.path, environment: { TEACHERS_DATABASE: database } };
  const [name, ...rest] = args;
  const isImport = name === "import" && !rest.includes("--dry-run");
  const finished = await (isImport ? importConfirmed(rest, options) : run(args, options));
  printed.push(finished.stdout, finished.stderr);
  return finished;
}

/** Serves a database, with a copy of its own. */
async function serve(database: string, args: readonly string[] = []): Promise<Server & AsyncDisposable> {
  const copy = join(folder.path, crypto.randomUUID());
  const server = await startServer(["--copy", copy, ...args], {
    folder: folder.path,
    environment: { TEACHERS_DATABASE: database },
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      printed.push(server.stdout(), server.stderr());
    },
  };
}

describe.skipIf(postgres === null)("on PostgreSQL", () => {
  test("every command works as on SQLite, and status shows what is published", async () => {
    const database = await postgres.createDatabase();
    const url = postgres.urlOf(database);
    const file = join(root, "sample/teachers.csv");
    expect(await command(["import", file, "--dry-run"], url)).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining(
        `\nWould publish: 1,000 added, 0 changed, 0 removed, 0 unchanged (database ${withoutPassword(url)})\n`,
      ),
    });
    expect((await command(["status"], url)).stdout).toContain(`published yet in ${withoutPassword(url)}; import `);
    expect(await postgres.run(database, "select to_regclass('publication') is null as is_empty")).toEqual([
      { is_empty: true },
    ]);
    expect((await command(["export"], url)).exitCode).toBe(1);
    expect((await command(["import", file], url)).stdout).toContain("Published version 1: 1,000 added");
    expect((await command(["import", file], url)).stdout).toStartWith("Nothing to publish");
    expect((await command(["status"], url)).stdout).toMatch(
      /^Database {3}postgres:\/\/postgres:\*\*\*@.*\nVersion {4}1 .*\nPublished .* from teachers\.csv\nBy {9}\S+\nTeachers {3}1,000 /,
    );
    const sqlite = `sqlite:${folder.path}/same.db`;
    await command(["import", file], sqlite);
    expect((await command(["export"], url)).stdout).toBe((await command(["export"], sqlite)).stdout);

    await using server = await serve(postgres.urlOf(await postgres.createDatabase()), ["--sample"]);
    expect(server.content).toBe("1000 teachers, version 1");
    expect(await askReady(server)).toMatchObject({ database: "reachable" });
  });

  test("a new password in the file that TEACHERS_DATABASE_FILE names needs no restart", async () => {
    const database = await postgres.createDatabase();
    const url = postgres.urlOf(database);
    await publish(folder.path, makeTeachers(1), url);
    const role = `reader_${database}`;
    await postgres.run(
      database,
      `create role ${role} login password '${password}'; grant select on all tables in schema public to ${role}`,
    );
    const environment = { TEACHERS_DATABASE_FILE: join(folder.path, "secret") };
    writeFileSync(environment.TEACHERS_DATABASE_FILE, postgres.urlOf(database, role));
    const copy = join(folder.path, crypto.randomUUID());
    await using server = await startServer(["--copy", copy], { folder: folder.path, environment });
    const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`;
    // The change is committed first, because a server that reconnects at once might still use the old password.
    await postgres.run(database, `alter role ${role} password 'another-${password}'`);
    await postgres.run(database, disconnect);
    await server.logged(/database\.unreachable: .*password authentication failed/);
    await publish(folder.path, makeTeachers(2), url);
    const changed = postgres.urlOf(database, role).replace(`:${password}@`, `:another-${password}@`);
    writeFileSync(environment.TEACHERS_DATABASE_FILE, changed);
    await server.logged("database.reachable");
    await server.logged(/version\.served: .* teachers=2\b/);
    printed.push(server.stdout(), server.stderr());
  });

  test("an import whose connection is cut off says so and publishes nothing, and the next one works", async () => {
    const database = await postgres.createDatabase();
    const url = postgres.urlOf(database);
    await publish(folder.path, makeTeachers(10), url);
    await postgres.run(
      database,
      `create function cut() returns trigger language plpgsql as $$
          begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return new; end $$;
        create trigger cut before insert on publication execute function cut()`,
    );
    const failed = await importTeachers(folder.path, makeTeachers(20), url).catch((error: Error) => error.message);
    expect(failed).toMatch(
      /import ended with 1: .*teachers: postgres:\/\/postgres:\*\*\*@\S+ can't be reached: terminating connection/s,
    );
    await postgres.run(database, "drop trigger cut on publication");
    expect(await postgres.run(database, "select count(*) from teacher")).toEqual([{ count: "10" }]);
    expect(await importTeachers(folder.path, makeTeachers(20), url)).toStartWith("Published version 2: 10 added");
  });

  test("a password in a flag causes a warning", async () => {
    const url = postgres.urlOf(await postgres.createDatabase());
    await using server = await serve(url, ["--database", url, "--sample"]);
    expect(server.stderr().split("use TEACHERS_DATABASE instead")).toHaveLength(2);
  });
});

describe.skipIf(postgres === null)("the roles of deploy/postgres-roles.sql", () => {
  const publisher = (): string => postgres.urlOf("teachers", "teachers_publisher");
  const reader = (): string => postgres.urlOf("teachers", "teachers_reader");
  const file = join(root, "sample/teachers.csv");

  beforeAll(async () => {
    const script = readFileSync(join(root, "deploy/postgres-roles.sql"), "utf8");
    // psql would take the passwords from the environment.
    const sql = script.replace(/^\\getenv .*$/gm, "").replace(/:'\w+_password'/g, `'${password}'`);
    await postgres.run("postgres", "create database teachers");
    await postgres.run("teachers", sql);
  });

  test("a reader sees who creates the tables; the publisher imports, and the reader serves and follows", async () => {
    expect((await command(["status"], reader())).stdout).toStartWith("Nothing is published yet in ");
    const early = await command(["migrate"], reader());
    expect([early.exitCode, early.stderr]).toEqual([
      1,
      expect.stringContaining(" takes no writes: it is a standby, or transactions of the role are read-only"),
    ]);
    await using waiting = await startListening(["--copy", join(folder.path, "waiting")], {
      folder: folder.path,
      environment: { TEACHERS_DATABASE: reader() },
    });
    await waiting.logged("has nothing published yet; import a file");

    expect((await command(["migrate"], publisher())).stdout).toStartWith("Created the tables in ");
    expect((await command(["import", file], publisher())).stdout).toContain("Published version 1");
    await waitFor(() => askReady(waiting), { version: 1, teachers: 1000 });
    expect((await command(["export"], reader())).exitCode).toBe(0);
    const ofReader = expect.stringContaining("(read-only for this user or role; ");
    expect(await command(["status"], reader())).toEqual({ exitCode: 0, stdout: ofReader, stderr: "" });
    expect((await command(["status"], publisher())).stdout).not.toContain("read-only");
    await using server = await serve(reader());
    await publish(folder.path, makeTeachers(7), publisher());
    await waitFor(() => askReady(server), { version: 2, teachers: 7 });
    printed.push(waiting.stdout(), waiting.stderr());
  });

  test("a reader that imports is refused and nothing is lost", async () => {
    const { exitCode, stdout, stderr } = await command(["import", file], reader());
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^teachers: \S+ takes no writes: it is a standby, or transactions of the role are read-only /m,
    );
    await postgres.run("teachers", "alter role teachers_reader reset default_transaction_read_only");
    const again = await command(["import", file], reader());
    expect([again.exitCode, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toMatch(
      /^teachers: \S+ refuses the role of the URL: permission denied for (?:table migration|schema public);/m,
    );
    expect((await command(["status"], reader())).stdout).toContain("Teachers   7 ");
  });
});

test.skipIf(postgres === null)("no command ever printed a password", () => {
  expect(printed.length).toBeGreaterThan(40);
  expect(printed.filter((text) => text.includes(password))).toEqual([]);
});
