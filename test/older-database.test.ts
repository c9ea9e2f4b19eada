/** The database falls back to an older state in every known way: no request fails, and nobody sees an older version. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import { isLong } from "./support/long.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { findFreePorts } from "./support/ports.ts";
import { createStandby, type Postgres, sharePostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { run, type Server, startServer, waitFor } from "./support/program.ts";
import { importTeachers, publish } from "./support/publish.ts";
import { startTcpProxy } from "./support/tcp-proxy.ts";

const { postgres, folder } = await sharePostgres();

const serve = (database: string, copy: string, args: readonly string[] = []): Promise<Server> =>
  startServer(["--copy", join(folder.path, `${copy}.copy`), "--admin-port", "0", ...args], {
    folder: folder.path,
    environment: { TEACHERS_DATABASE: database },
  });

/** Waits until a query of rows in PostgreSQL finds this many. */
async function waitForCount(of: Postgres, rows: string, count: string, database = "postgres"): Promise<void> {
  const ask = async (): Promise<unknown> => (await of.run(database, `select count(*) from ${rows}`))[0]!.count;
  await waitFor(ask, count);
}

/** Waits until all servers say that the database has only older versions, while they serve this one. */
async function waitForOlder(servers: readonly Server[], version: number, advice: string): Promise<void> {
  for (const server of servers) {
    const ready = await waitFor(() => askReady(server), { database: "older" });
    expect(ready).toMatchObject({ status: 200, version, database_advice: expect.stringContaining(advice) });
    expect((await readMetrics(await findAdmin(server))).get("teachers_database_older")).toBe(1);
  }
}

/** Waits until all servers serve this version, which the database has, and which is not the one that was lost. */
async function waitForReachable(servers: readonly Server[], version: number, lost?: unknown): Promise<void> {
  for (const server of servers) {
    const ready = await waitFor(
      () => askReady(server),
      ({ publication, ...ready }) =>
        ready.database === "reachable" && ready.version === version && publication !== lost,
    );
    expect(ready).not.toHaveProperty("database_advice");
    expect((await readMetrics(await findAdmin(server))).get("teachers_database_older")).toBe(0);
  }
}

/** Publishes the content of a version of the database again. */
async function rollBack(database: string, version: number): Promise<string> {
  const options = { folder: folder.path, environment: { TEACHERS_DATABASE: database } };
  const { exitCode, stdout, stderr } = await run(["rollback", String(version), "--yes"], options);
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

/** The number of times that a server has logged that its database is older. */
const episodesOf = (server: Server): number => eventLines(server, "database.older").length;

async function expectNothingOlder(clients: ReturnType<typeof keepAsking>): Promise<void> {
  const { failures, versions } = await clients.stop();
  expect(failures).toEqual([]);
  for (const seen of versions) expect(seen).toEqual(seen.toSorted((a, b) => a - b));
}

describe.skipIf(postgres === null)("PostgreSQL at one address", () => {
  test("dies, its standby is promoted, the address leads to it, and then back to the old primary", async () => {
    const database = await postgres.createDatabase();
    await publish(folder.path, makeVersion(1), postgres.urlOf(database));
    await using standby = await createStandby(postgres);
    using address = await startTcpProxy({ port: postgres.port });
    const url = `postgres://postgres:${password}@127.0.0.1:${address.port}/${database}`;
    await publish(folder.path, makeVersion(2), url);
    await using one = await serve(url, "one");
    let other = await serve(url, "other");
    const servers = (): Server[] => [one, other];
    let clients = keepAsking(servers());
    await waitForCount(standby, "publication", "2", database);

    // From here on, the standby receives nothing.
    await standby.run("postgres", "alter system set primary_conninfo = ''");
    await standby.run("postgres", "select pg_reload_conf()");
    await waitForCount(standby, "pg_stat_wal_receiver", "0");
    await publish(folder.path, makeVersion(3), url);
    await waitForVersion(servers(), 3);
    const lost = (await askReady(one)).publication;

    await postgres.stop("SIGKILL");
    for (const server of servers()) {
      await waitFor(() => askReady(server), { database: "unreachable" });
    }
    await standby.run("postgres", "select pg_promote()");
    address.leadTo(standby.port);
    await waitForOlder(servers(), 3, "`teachers rollback 2` publishes");
    // A restart does not go back either.
    await expectNothingOlder(clients);
    await other.stop();
    other = await serve(url, "other");
    expect(other.content).toContain("version 3");
    clients = keepAsking(servers());
    await waitForOlder(servers(), 3, "`teachers rollback 2` publishes");
    expect((await askReady(other)).publication).toBe(lost);
    expect(await rollBack(url, 2)).toContain("Published version 3: 0 added, 0 changed, 0 removed, 502 unchanged");
    await waitForReachable(servers(), 3, lost);

    // In the long form the open connections stay with the new primary for half a minute, as after a change of DNS.
    await postgres.start();
    address.leadTo(postgres.port, { cuts: !isLong });
    await waitForOlder(servers(), 3, "`teachers rollback 3` publishes");
    expect((await askReady(one)).publication).not.toBe(lost);
    address.leadTo(standby.port, { cuts: true });
    expect(await importTeachers(folder.path, makeVersion(4), url)).toStartWith("Published version 4");
    await waitForReachable(servers(), 4);
    await expectNothingOlder(clients);
    expect(servers().map(episodesOf)).toEqual([2, 2]);
    await other.stop();
  });
});

/** A SQLite file with one version, a copy of it, and then another version in it. */
async function makeFile(name: string): Promise<{ readonly file: string; readonly url: string; copyBack(): void }> {
  const file = join(folder.path, name);
  const url = `sqlite:${file}`;
  await publish(folder.path, makeVersion(1), url);
  copyFileSync(file, `${file}.copy`);
  await publish(folder.path, makeVersion(2), url);
  const copyBack = (): void => {
    // The log would be applied to the copy. It stays if a server was reading when the import ended.
    for (const ending of ["-wal", "-shm"]) rmSync(file + ending, { force: true });
    renameSync(`${file}.copy`, file);
  };
  return { file, url, copyBack };
}

test("a SQLite file is copied back", async () => {
  const { url, copyBack } = await makeFile("copied.db");
  // `status` finds only servers whose port is set.
  const [port] = findFreePorts(1);
  await using server = await serve(url, "copied", ["--port", String(port)]);
  const clients = keepAsking([server]);
  const { publication: lost } = await askReady(server);
  copyBack();
  await waitForOlder([server], 2, "`teachers rollback 1` publishes");
  await server.logged(
    / error database\.older: .* serving="version 2 of \S+" newest="version 1 of \S+" advice=".*rollback 1/,
  );
  const status = await run(["status", "--database", url], { folder: folder.path });
  expect(status.exitCode).toBe(1);
  expect(status.stderr).toContain(
    `The server on 127.0.0.1:${port}: the database has only older versions than the one that it serves; \`teachers rollback 1\` publishes`,
  );
  expect(await rollBack(url, 1)).toContain("Published version 2: 0 added, 0 changed, 0 removed, 501 unchanged");
  await waitForReachable([server], 2, lost);
  await expectNothingOlder(clients);
  expect(episodesOf(server)).toBe(1);
});

test("the database is emptied", async () => {
  const { file, url } = await makeFile("emptied.db");
  const empty = `sqlite:${join(folder.path, "empty.db")}`;
  await using server = await serve(url, "emptied");
  expect((await run(["migrate", "--database", empty], { folder: folder.path })).exitCode).toBe(0);
  renameSync(join(folder.path, "empty.db"), file);
  await waitForOlder([server], 2, "import the last file again, or restore a backup");
});

test("a version comes from a clock that was 400 days ahead, and then an older file is copied back", async () => {
  const { file, url, copyBack } = await makeFile("ahead.db");
  const days400 = new Date(Date.now() + 400 * 86_400_000).toISOString();
  {
    using database = new Database(file);
    database.run("update publication set published_at = ? where version = 2", [days400]);
  }
  await using server = await serve(url, "ahead");
  const { headers } = await fetch(`${server.origin}/teachers/`);
  expect(Date.parse(headers.get("last-modified")!)).toBeLessThanOrEqual(Date.parse(headers.get("date")!));
  let clients = keepAsking([server]);
  // The next version is followed, because its time is later still.
  await publish(folder.path, makeVersion(3), url);
  await waitForReachable([server], 3);
  expect(Date.parse((await askReady(server)).published_at as string)).toBe(Date.parse(days400) + 1);

  copyBack();
  await waitForOlder([server], 3, "the version served has a time in the future: restart the server");
  // A version of today is still older.
  await rollBack(url, 1);
  await waitFor(() => askReady(server), { newest_version: 2 });
  expect(await askReady(server)).toMatchObject({ version: 3, database: "older" });
  await expectNothingOlder(clients);
  await server.stop();
  await using restarted = await serve(url, "ahead");
  clients = keepAsking([restarted]);
  await waitForReachable([restarted], 2);
  await expectNothingOlder(clients);
});
