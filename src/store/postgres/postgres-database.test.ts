/** The database module on a real PostgreSQL. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { findPart } from "../../../test/support/parts.ts";
import { findFreePorts } from "../../../test/support/ports.ts";
import { createStandby, startPostgres } from "../../../test/support/postgres.ts";
import { password } from "../../../test/support/postgres-data.ts";
import { makeFolder } from "../../../test/support/program.ts";
import { makeTeachers, publish } from "../../../test/support/publish.ts";
import { startTcpProxy } from "../../../test/support/tcp-proxy.ts";
import { type Database, insertStatement, type OpenOptions, type Queries } from "../engine.ts";
import { openStore } from "../store.ts";
import { openPostgres } from "./postgres.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

const lockWaitMs = 300;

async function open(url: string, options: Partial<OpenOptions> = {}): Promise<Database & AsyncDisposable> {
  const database = await openPostgres(url, { lockWaitMs, ...options });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** A database with the table that writers lock. */
async function openWritable(url: string, options: Partial<OpenOptions> = {}): Promise<Database & AsyncDisposable> {
  const database = await open(url, options);
  await database.prepare("create table if not exists migration (step integer primary key)");
  return database;
}

/** An expected error. */
async function refusal(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error("It was not refused"),
    (reason: Error) => reason,
  );
  expect(Bun.inspect(error)).not.toContain(password);
  return error;
}

/** A URL where nothing listens. */
const deadUrl = (): string => `postgres://postgres:${password}@127.0.0.1:${findFreePorts(1)[0]}/teachers`;

describe.skipIf(postgres === null)("openPostgres()", () => {
  test("reads integers of any width as numbers, and null as null", async () => {
    await using database = await open(postgres.urlOf("postgres"));
    const [row] = await database.query("select 1::int as narrow, $1::bigint as wide, null::bigint as none", [
      2 ** 53 - 1,
    ]);
    expect(row).toEqual({ narrow: 1, wide: 2 ** 53 - 1, none: null });
  });

  test("shows its URL without the password, and says what PostgreSQL said", async () => {
    await using database = await open(postgres.urlOf("postgres"));
    expect(database.name).toBe(`postgres://postgres:***@127.0.0.1:${postgres.port}/postgres`);
    const error = await refusal(database.query("select nothing from nowhere"));
    expect(error.message).toBe(`${database.name}: relation "nowhere" does not exist`);
  });

  test.each<[string, () => string, string]>([
    ["nothing listens", deadUrl, "Failed to connect"],
    [
      "the password is wrong",
      () => postgres.urlOf("postgres").replace(password, "wrong"),
      "password authentication failed",
    ],
    [
      "the role is unknown",
      () => postgres.urlOf("postgres", "unknown"),
      'password authentication failed for user "unknown"',
    ],
    ["the database is unknown", () => postgres.urlOf("nowhere"), 'database "nowhere" does not exist'],
    ["TLS is wanted and not there", () => `${postgres.urlOf("postgres")}?sslmode=require`, " by TLS: Server does not"],
  ])("says so if %s", async (_, urlOf, reason) => {
    const error = await refusal(open(urlOf()));
    expect(error.message).toMatch(/^postgres:\/\/\w+:\*\*\*@127\.0\.0\.1:\d+\/\w+(?:\?…)?(?:: | can't be | refuses )/);
    expect(error.message).toContain(reason);
  });

  test("reads a snapshot, regardless of concurrent writes", async () => {
    const url = postgres.urlOf(await postgres.createDatabase());
    await using database = await open(url);
    await using other = await open(url);
    await database.query("create table t (i integer)");
    const count = "select count(*) as count from t";
    const counts = await database.read(async (queries) => {
      const before = await queries.query(count);
      await other.query("insert into t values (1)");
      return [before, await queries.query(count)];
    });
    expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
    expect(await database.query(count)).toEqual([{ count: 1 }]);
    const error = await refusal(database.read((queries) => queries.query("insert into t values (2)")));
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:readOnly|notGranted)$/) });
  });

  test("lets one writer in at a time, and the next one sees what was written", async () => {
    const url = postgres.urlOf(await postgres.createDatabase());
    await using database = await openWritable(url, { lockWaitMs: 10_000 });
    await using other = await open(url, { lockWaitMs: 10_000 });
    await database.query("create table t (i integer)");
    const add = (on: Database): Promise<void> =>
      on.write(async (queries) => {
        const [row] = await queries.query<{ count: number }>("select count(*) as count from t");
        await queries.query("insert into t values ($1)", [row!.count]);
      });
    await Promise.all([database, other, database, other, database].map(add));
    const rows = await database.query<{ i: number }>("select i from t order by i");
    expect(rows.map(({ i }) => i)).toEqual([0, 1, 2, 3, 4]);
  });

  test("does not let a role that only reads hold up writers", async () => {
    const name = await postgres.createDatabase();
    await using database = await openWritable(postgres.urlOf(name));
    await postgres.run(
      name,
      `create role reads login password '${password}'; grant usage on schema public to reads; grant select on migration to reads`,
    );
    const reader = new SQL(postgres.urlOf(name, "reads"), { max: 1 });
    try {
      const lock = "begin; lock table migration in share row exclusive mode";
      await expect(reader.unsafe(lock).simple()).rejects.toThrow("permission denied");
      await reader.unsafe("rollback; begin; lock table migration in access share mode").simple();
      expect(await database.write((queries) => queries.query("select 1 as one"))).toEqual([{ one: 1 }]);
    } finally {
      await reader.close();
    }
  });

  test("refuses a connection whose pooler drops the schema of the URL", async () => {
    const name = await postgres.createDatabase();
    await postgres.run(name, "create schema staff");
    // The proxy replaces the name of the parameter by another name of the same length.
    using pooler = await startTcpProxy({
      port: postgres.port,
      rewrite: (piece) => Buffer.from(piece.toString("latin1").replace("search_path", "search.path"), "latin1"),
    });
    const urlOf = (port: number): string => `postgres://postgres:${password}@127.0.0.1:${port}/${name}?schema=staff`;
    await (await open(urlOf(postgres.port)))[Symbol.asyncDispose]();
    const error = await refusal(open(urlOf(pooler.port)));
    expect(error.message).toContain('uses the schema "public", not the one that the URL names');
  });

  test("reads a version over a link that takes longer for it than the database may be silent", async () => {
    using folder = makeFolder();
    const name = await postgres.createDatabase();
    const teachers = makeTeachers(12_000);
    await publish(folder.path, teachers, postgres.urlOf(name));
    using link = await startTcpProxy({ port: postgres.port, bytesPerSecond: 200_000 });
    const url = `postgres://postgres:${password}@127.0.0.1:${link.port}/${name}`;
    const store = await openStore(url, { lockWaitMs, answerMs: 3000 });
    const read = await store.read((reader) => Array.fromAsync(reader.readTeachers(1)));
    await store.close();
    expect(read.flat()).toEqual(teachers);
  });

  test("names itself to the server, or as application_name says", async () => {
    const url = postgres.urlOf("postgres");
    for (const [parameters, shown] of [
      ["", "teachers"],
      ["?application_name=web%202", "web 2"],
    ] as const) {
      await using database = await open(url + parameters);
      expect(await database.query("select current_setting('application_name') as name")).toEqual([{ name: shown }]);
    }
  });

  test("inserts any text, and rolls back if the server refuses a row, even if another batch follows", async () => {
    const url = postgres.urlOf(await postgres.createDatabase());
    await using database = await openWritable(url);
    await database.query("create table t (i bigint not null, note text)");
    const insert = ({ query }: Queries, values: readonly unknown[]) =>
      query(insertStatement("t", ["i", "note"], values.length / 2), values);
    const texts = ["Ґ 'є' \u{1d159}", "", null, "\\N", "\\.", 'a\tb\r\n"c"\\'];
    await database.write((queries) =>
      insert(
        queries,
        texts.flatMap((text, i) => [i, text]),
      ),
    );
    const read = async (): Promise<unknown[]> =>
      (await database.query<{ note: unknown }>("select note from t order by i")).map(({ note }) => note);
    expect(await read()).toEqual(texts);

    const cases: [values: unknown[], message: string][] = [
      [[1, "a\u0000b"], "invalid byte sequence"],
      [[null, "a"], "null value in column"],
      [["one", "a"], "invalid input syntax for type bigint"],
    ];
    for (const [values, message] of cases) {
      const error = await refusal(
        database.write(async (queries) => {
          await insert(queries, [10, "before"]);
          const refused = insert(queries, values);
          insert(queries, [11, "behind"]).catch(() => {});
          await refused;
        }),
      );
      expect(error.message).toContain(message);
      expect(await read()).toEqual(texts);
    }
  });

  test("stops operations that take too long on either side, and can be opened again", async () => {
    const url = postgres.urlOf("postgres");
    // Enough to connect on a busy machine.
    const answerMs = 2000;
    await using database = await open(url, { answerMs });
    const slow = await refusal(database.query("select pg_sleep(60)"));
    expect(slow.message).toMatch(/canceling statement due to statement timeout|has not answered for 2 s/);

    await using stuck = await open(url, { answerMs });
    await using writer = await openWritable(url, { answerMs });
    const writing = refusal(
      writer.write(async (queries) => {
        await queries.query("select 1");
        postgres.freeze();
        await Promise.reject(new Error("No longer needed"));
      }),
    );
    const error = await writing.then(() => refusal(stuck.query("select 1")));
    postgres.thaw();
    expect(error.message).toBe(
      `${stuck.name} has not answered for 2 s; check that PostgreSQL runs, and what else it does (pg_stat_activity)`,
    );
    await using again = await open(url);
    expect(await again.query("select 1 as one")).toEqual([{ one: 1 }]);
  });
});

test.skipIf(postgres === null)(
  "write() refuses a standby and a role that only reads, before it asks for anything",
  async () => {
    await using standby = await createStandby(postgres);
    const fenced = await postgres.createDatabase();
    await postgres.run("postgres", `alter database ${fenced} set default_transaction_read_only = on`);
    for (const url of [standby.urlOf("postgres"), postgres.urlOf(fenced)]) {
      await using database = await open(url);
      let asked = 0;
      const error = await refusal(database.write(async () => asked++));
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:readOnly|notGranted)$/) });
      expect(error.message).toContain(" takes no writes: it is a standby, or transactions of the role are read-only");
      expect(asked).toBe(0);
    }
  },
);

const openssl = findPart("openssl");

test.skipIf(postgres === null || openssl === null)(
  "openPostgres() checks the certificate by sslmode and sslrootcert",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-test-"));
    const certificate = (name: string): string => {
      const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
      const names = ["-subj", "/CN=database", "-addext", "subjectAltName=IP:127.0.0.1"];
      const how = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
      const made = Bun.spawnSync([openssl!, ...how, ...names, "-keyout", key, "-out", file]);
      if (made.exitCode !== 0) throw new Error(made.stderr.toString());
      return file;
    };
    const [own, other] = [certificate("own"), certificate("other")];
    await postgres.useTls(own, own.replace(".pem", ".key"));

    const url = postgres.urlOf("postgres");
    const isEncrypted = async (parameters: string): Promise<boolean> => {
      await using database = await open(`${url}?${parameters}`);
      const [row] = await database.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
      return row!.ssl;
    };
    expect(await isEncrypted("sslmode=require")).toBe(true);
    expect(await isEncrypted(`sslmode=verify-full&sslrootcert=${own}`)).toBe(true);
    for (const parameters of ["sslmode=verify-full", `sslmode=verify-full&sslrootcert=${other}`]) {
      const error = await refusal(isEncrypted(parameters));
      expect(error.message).toMatch(/ by TLS: self.signed certificate; correct sslmode/);
    }
    const error = await refusal(
      open(`${url.replace("127.0.0.1", "localhost")}?sslmode=verify-full&sslrootcert=${own}`),
    );
    expect(error.message).toContain("does not match certificate's altnames; correct sslmode");
    rmSync(folder, { recursive: true });
  },
);
