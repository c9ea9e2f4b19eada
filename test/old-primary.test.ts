/** An old primary comes back after its standby was promoted: no server returns to its data. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Finished, makeFolder, run, type Server, startServer, waitFor } from "./support/program.ts";
import { importTeachers, publish } from "./support/publish.ts";

const postgres = (await startPostgres())!;
const folder = makeFolder();
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  folder.remove();
});

/** Two servers. Each keeps its images over restarts. */
function serve(database: string): Promise<Server[]> {
  const start = (images: string): Promise<Server> =>
    startServer(["--data-dir", join(folder.path, images), "--admin-port", "0"], {
      folder: folder.path,
      environment: { TEACHERS_DATABASE: database },
    });
  return Promise.all([start("one"), start("other")]);
}

/** Waits until every server says on its admin port why it can't read the database; null if it can. */
async function waitForError(servers: readonly Server[], error: string | null): Promise<void> {
  for (const server of servers) {
    const admin = await findAdmin(server);
    await waitFor(
      async () => (await (await fetch(`${admin}/readyz`)).json()) as { database: string; database_error?: string },
      ({ database, database_error = null }) =>
        error === null ? database === "reachable" : (database_error?.includes(error) ?? false),
    );
  }
}

/** The metrics of the databases with one of these ports: `up writable selected`, each 0 or 1. */
async function listDatabases(server: Server, databases: readonly Postgres[]): Promise<string[]> {
  const series = [...(await readMetrics(await findAdmin(server)))];
  return databases.map(({ port }) =>
    ["up", "writable", "selected"]
      .map((name) =>
        series.find(([key]) => key.startsWith(`teachers_listed_database_${name}{database="127.0.0.1:${port}/`)),
      )
      .map((found) => found?.[1])
      .join(" "),
  );
}

const runOn = (database: string, args: readonly string[]): Promise<Finished> =>
  run(args, { folder: folder.path, environment: { TEACHERS_DATABASE: database, LC_ALL: "C" } });

test.skipIf(postgres === null)("no server reads an old primary, and no import goes there", async () => {
  const database = await postgres.createDatabase();
  await publish(folder.path, makeVersion(1), postgres.urlOf(database));
  // An ordinary role is enough.
  await postgres.run(
    database,
    `create role reader login password '${password}'; alter role reader set default_transaction_read_only = on;
      grant select on all tables in schema public to reader`,
  );
  await using promoted = await postgres.createStandby();
  await using second = await postgres.createStandby();
  const urls = (servers: readonly Postgres[], role?: string): string =>
    servers.map((server) => server.urlOf(database, role)).join(" ");
  const both = [postgres, promoted];
  const seen: number[][] = [];
  let requests = 0;

  let servers = await serve(urls(both, "reader"));
  let clients = keepAsking(servers);
  const stopAsking = async (): Promise<void> => {
    const { failures, ...asked } = await clients.stop();
    expect(failures).toEqual([]);
    seen.push(...asked.versions);
    requests += asked.requests;
  };
  await importTeachers(folder.path, makeVersion(2), urls(both));
  await waitForVersion(servers, 2);
  expect(await listDatabases(servers[0]!, both)).toEqual(["1 1 1", "1 0 0"]);
  for (const standby of [promoted, second]) {
    await waitFor(
      () => standby.run(database, "select max(version) as version from publication"),
      ([row]) => row!.version === 2,
    );
  }

  await postgres.stop("SIGKILL");
  const status = await runOn(urls(both), ["status"]);
  expect(status.stdout).toMatch(/^Database +\S+ \(a standby; its primary may have a newer version\)\nVersion +2 /);
  await promoted.run("postgres", "select pg_promote()");
  expect(await importTeachers(folder.path, makeVersion(3), urls(both))).toStartWith("Published version 3");
  await waitForVersion(servers, 3);
  expect(await listDatabases(servers[1]!, both)).toMatchObject(["0 0 0", expect.stringMatching(/^1 . 1$/)]);

  // While the new primary is away, only the timeline shows that the old one is outdated.
  await promoted.stop("SIGKILL");
  await postgres.start();
  const outdated = "is outdated: it is on timeline 1, and the version served came from timeline 2";
  await waitForError(servers, outdated);
  await stopAsking();
  await Promise.all(servers.map((server) => server.stop()));
  servers = await serve(urls(both, "reader"));
  clients = keepAsking(servers);
  await waitForError(servers, outdated);

  await promoted.start();
  await waitForError(servers, null);
  expect(await importTeachers(folder.path, makeVersion(4), urls(both))).toStartWith("Published version 4");
  await waitForVersion(servers, 4);
  for (const server of servers) {
    expect(await listDatabases(server, both)).toEqual(["1 1 0", "1 1 1"]);
    await server.logged(/ warn database\.ignored: .* error="\S+ is outdated: it is on timeline 1, and \S+ on 2"\n/);
    expect(eventLines(server, "version.given_up")).toEqual([]);
  }

  // A second standby that was promoted is on the same timeline, with another history.
  await second.run("postgres", "select pg_promote()");
  const divided = urls([promoted, second]);
  await expect(importTeachers(folder.path, makeVersion(5), divided)).rejects.toThrow(
    /are both primaries on timeline 2; stop one of them\n$/,
  );

  await stopAsking();
  await Promise.all(servers.map((server) => server.stop()));
  servers = await serve(urls([promoted, second], "reader"));
  clients = keepAsking(servers);
  await waitForError(servers, "are both primaries on timeline 2");
  await second.stop("SIGKILL");
  await waitForError(servers, null);
  await stopAsking();
  for (const server of servers) await server.stop();

  for (const versions of seen) expect(versions).toEqual(versions.toSorted());
  expect(requests).toBeGreaterThan(100);
});
