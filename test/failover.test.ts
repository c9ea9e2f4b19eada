/** The primary fails and the promoted standby misses a publication: servers follow the available database. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { importTeachers, publish } from "./support/publish.ts";

const postgres = (await startPostgres())!;
const folder = makeFolder();
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  folder.remove();
});

function serve(database: string, images: string, args: readonly string[] = []): Promise<Server> {
  return startServer(["--data-dir", join(folder.path, images), "--admin-port", "0", ...args], {
    folder: folder.path,
    environment: { TEACHERS_DATABASE: database },
  });
}

test.skipIf(postgres === null)(
  "a version that a promoted standby never received is given up, but only after the promotion",
  async () => {
    const database = await postgres.createDatabase();
    await publish(folder.path, makeVersion(1), postgres.urlOf(database));
    await using standby: Postgres = await postgres.createStandby();
    const both = `${postgres.urlOf(database)} ${standby.urlOf(database)}`;
    await using one = await serve(both, "first");
    await using other = await serve(both, "second");
    const servers = [one, other];
    const clients = keepAsking(servers);

    // From here on, the standby receives nothing.
    await standby.run("postgres", "alter system set primary_conninfo = ''");
    await standby.run("postgres", "select pg_reload_conf()");
    await waitFor(
      () => standby.run("postgres", "select count(*) from pg_stat_wal_receiver"),
      ([row]) => row!.count === "0",
    );
    await publish(folder.path, makeVersion(2), both);
    await waitForVersion(servers, 2);
    const lost = (await askReady(one)).publication;

    await postgres.stop("SIGKILL");
    for (const server of servers) {
      await server.logged(/ database\.switched: .* database=\S+\n/);
      const ready = await waitFor(
        () => askReady(server),
        ({ database }) => database === "reachable",
      );
      expect(ready).toMatchObject({ version: 2, publication: lost });
      expect(eventLines(server, "version.given_up")).toEqual([]);
    }

    await standby.run("postgres", "select pg_promote()");
    await waitForVersion(servers, 1);
    for (const server of servers) {
      await server.logged(new RegExp(` warn version\\.given_up: .* version=2 id=${lost}\n`));
      expect((await readMetrics(await findAdmin(server))).get("teachers_versions_given_up_total")).toBe(1);
    }

    expect(await importTeachers(folder.path, makeVersion(3), both)).toStartWith("Published version 2: 2 added");
    await waitForVersion(servers, 2);
    const found = await Promise.all(servers.map(askReady));
    expect(found.map(({ teachers }) => teachers)).toEqual([503, 503]);
    expect(new Set(found.map(({ publication }) => publication)).size).toBe(1);
    expect(found[0]!.publication).not.toBe(lost);
    const { failures } = await clients.stop();
    expect(failures).toEqual([]);
  },
);
