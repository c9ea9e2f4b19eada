/** Several directories in one PostgreSQL database, each in a schema of its own. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { makeVersion, waitForVersion } from "./support/asking.ts";
import { sharePostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Finished, root, run, type Server, startListening, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const { postgres, folder } = await sharePostgres();

function command(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Finished> {
  return run(args, { folder: folder.path, environment });
}

describe.skipIf(postgres === null)("?schema=", () => {
  /** A name that works only if it is quoted, and encoded in the URL. */
  const odd = 'Школа "№ 1", public';
  let database: string;
  const urlOf = (schema: string, role?: string): string =>
    `${postgres.urlOf(database, role)}?schema=${encodeURIComponent(schema)}`;

  beforeAll(async () => {
    database = await postgres.createDatabase();
  });

  /** The number of teachers and the version that `status` shows, or its whole output. */
  async function showStatus(url: string): Promise<string> {
    const { stdout, stderr } = await command(["status"], { TEACHERS_DATABASE: url });
    const [, version, teachers] = /^Version {4}(\d+) .*^Teachers {3}(\d+) /ms.exec(stdout) ?? [];
    return version === undefined ? stdout + stderr : `${teachers} teachers, version ${version}`;
  }

  test("keeps directories in one database apart", async () => {
    await publish(folder.path, makeVersion(1), urlOf("staff"));
    await publish(folder.path, makeVersion(2), urlOf("staff"));
    await publish(folder.path, makeVersion(3), urlOf(odd));
    expect(await showStatus(urlOf("staff"))).toBe("502 teachers, version 2");
    expect(await showStatus(urlOf(odd))).toBe("503 teachers, version 1");
    expect((await command(["migrate"], { TEACHERS_DATABASE: postgres.urlOf(database) })).exitCode).toBe(0);
    expect(await showStatus(postgres.urlOf(database))).toStartWith("Nothing is published yet in ");
    expect(await showStatus(urlOf("public"))).toMatch(/^Nothing is published yet in \S+\?schema=public; import /);
    expect(
      await postgres.run(
        database,
        "select table_schema as name, count(*) from information_schema.tables where table_name = 'teacher' group by 1 order by 1",
      ),
    ).toEqual(["public", "staff", odd].map((name) => ({ name, count: "1" })));
  });

  test("has servers follow their own directory, with copies of their own", async () => {
    const started: Server[] = [];
    try {
      for (const schema of ["staff", odd]) {
        started.push(await startServer([], { folder: folder.path, environment: { TEACHERS_DATABASE: urlOf(schema) } }));
      }
      const [staff, other] = started as [Server, Server];
      expect([staff.content, other.content]).toEqual(["502 teachers, version 2", "503 teachers, version 1"]);
      await publish(folder.path, makeVersion(4), urlOf("staff"));
      await waitForVersion([staff], 3);
      expect(await (await fetch(`${other.origin}/readyz`)).json()).toMatchObject({ version: 1, newest_version: 1 });
    } finally {
      await Promise.all(started.map((server) => server[Symbol.asyncDispose]()));
    }
  });

  test("has a lock of its own: an import into another schema does not wait", async () => {
    const holder = new SQL(postgres.urlOf(database), { max: 1 });
    try {
      await holder.unsafe("begin; lock table public.migration in share row exclusive mode").simple();
      await publish(folder.path, makeVersion(5), urlOf("staff"));
      expect(await showStatus(urlOf("staff"))).toBe("505 teachers, version 4");
      const [row] = await postgres.run(
        database,
        "select count(*) from pg_locks where mode = 'ShareRowExclusiveLock' and granted",
      );
      expect(row).toEqual({ count: "1" });
    } finally {
      await holder.close();
    }
  });

  test("is backed up alone by pg_dump, and has erasures of its own", async () => {
    const { stderr } = await command(["backup", "staff.dump"], { TEACHERS_DATABASE: urlOf("staff") });
    expect(stderr).toMatch(/ pg_dump --format=custom --file "staff\.dump" "postgres:[^?"]*" --schema "staff"\n$/);
    expect(await command(["erase", "1", "--yes"], { TEACHERS_DATABASE: urlOf(odd) })).toMatchObject({ exitCode: 0 });
    expect(await showStatus(urlOf("staff"))).toBe("505 teachers, version 4");
    expect(await showStatus(urlOf(odd))).toBe("502 teachers, version 2");
  });

  test("needs no right to create schemas if the schema exists, and says which right is missing", async () => {
    await postgres.run(
      database,
      `create role importer login password '${password}'; create schema mine authorization importer;
        create schema others; revoke create on database ${database} from public`,
    );
    await publish(folder.path, makeVersion(6), urlOf("mine", "importer"));
    expect(await showStatus(urlOf("mine", "importer"))).toBe("506 teachers, version 1");
    for (const [schema, reason] of [
      ["others", /schema=others refuses the role of the URL: it may not use the schema; use the role/],
      ["missing", /refuses the role of the URL: permission denied for database /],
    ] as const) {
      const { exitCode, stderr } = await command(["migrate"], { TEACHERS_DATABASE: urlOf(schema, "importer") });
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(reason)]);
    }
  });

  test("is not created for a misspelt name but by migrate", async () => {
    const schemas = () => postgres.run(database, "select nspname from pg_namespace order by 1");
    const before = await schemas();
    const environment = { TEACHERS_DATABASE: urlOf("stafff") };
    const file = join(root, "sample/teachers.csv");
    for (const args of [["status"], ["history"], ["export"], ["import", file], ["import", "--dry-run", file]]) {
      expect([args, await command(args, environment)]).toEqual([
        args,
        {
          exitCode: 1,
          stdout: expect.any(String),
          stderr: expect.stringMatching(
            /schema=stafff can't be used: the schema does not exist; create it, or correct the name; `teachers migrate` creates/,
          ),
        },
      ]);
    }
    await using server = await startListening([], { folder: folder.path, environment });
    await server.logged("the schema does not exist; create it");
    expect(await schemas()).toEqual(before);
    expect(await command(["migrate"], environment)).toMatchObject({ exitCode: 0 });
    await waitFor(server.stderr, (stderr) => stderr.includes("database.reachable"));
  });
});
