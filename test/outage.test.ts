/** The database fails in every known way while clients send requests: no request fails, and servers catch up. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines, waitForEvents } from "./support/events.ts";
import { sharePostgres } from "./support/postgres.ts";
import { password } from "./support/postgres-data.ts";
import { type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const { postgres, folder } = await sharePostgres();

function serve(database: string, copy: string): Promise<Server> {
  return startServer(["--copy", join(folder.path, copy)], {
    folder: folder.path,
    environment: { TEACHERS_DATABASE: database },
  });
}

/** How the database fails, and how it recovers. */
const outages: Readonly<Record<string, (database: string) => Promise<() => Promise<void>>>> = {
  async stopped() {
    await postgres.stop();
    return () => postgres.start();
  },
  async killed() {
    await postgres.stop("SIGKILL");
    return () => postgres.start();
  },
  async frozen() {
    postgres.freeze();
    return async () => postgres.thaw();
  },
  async "refusing logins"(database) {
    await postgres.run(database, "alter role server nologin");
    await postgres.run(database, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'server'");
    return async () => void (await postgres.run(database, "alter role server login"));
  },
  async "too slow"(database) {
    const sql = new SQL(postgres.urlOf(database), { max: 1 });
    await sql.unsafe("begin; lock table publication in access exclusive mode").simple();
    return () => sql.close();
  },
};

test.skipIf(postgres === null)(
  "servers answer every request, say what is wrong, and catch up by themselves",
  async () => {
    const database = await postgres.createDatabase();
    const url = postgres.urlOf(database);
    let version = 1;
    await publish(folder.path, makeVersion(version), url);
    await postgres.run(
      database,
      `create role server login password '${password}'; grant select on all tables in schema public to server`,
    );
    const own = postgres.urlOf(database, "server");
    await using one = await serve(own, "one");
    await using other = await serve(own, "other");
    const servers = [one, other];
    const clients = keepAsking(servers);

    for (const [kind, begin] of Object.entries(outages)) {
      const end = await begin(database);
      await waitFor(
        () => Promise.all(servers.map(askReady)),
        (answers) => answers.every(({ status, database }) => status === 200 && database === "unreachable"),
      );
      await end();
      version++;
      await publish(folder.path, makeVersion(version), url);
      await waitForVersion(servers, version);
      for (const server of servers) {
        await waitFor(() => askReady(server), { status: 200, database: "reachable" });
        await waitForEvents(server, "database.reachable", version - 1);
        expect(eventLines(server, "database.reachable"), kind).toHaveLength(version - 1);
        const events = server.stderr().match(/(?<= )database\.(?:reachable|unreachable.*)/g)!;
        expect(events.filter((event, i) => event === events[i + 1])).toEqual([]);
      }
    }

    const { failures, requests } = await clients.stop();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(0);
    for (const server of servers) {
      expect(eventLines(server, "request.failed", "version.not_loaded")).toEqual([]);
      expect(server.stderr()).not.toContain(password);
    }
  },
);
