/**
 * The drill: three servers behind nginx with the configuration of deploy/, a PostgreSQL with a streaming standby at one address, and
 * clients that browse continuously while one part after another is killed, frozen, replaced or restarted.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { askReady } from "./asking.ts";
import { type Browsing, type Count, startBrowsing } from "./browsing.ts";
import { startDeployedNginx } from "./deployed-nginx.ts";
import { createServers, type DeployedServers } from "./deployed-servers.ts";
import { writeTeachers } from "./generate/teachers.ts";
import { findFreePorts } from "./ports.ts";
import type { Postgres } from "./postgres.ts";
import { password } from "./postgres-data.ts";
import { run, waitFor } from "./program.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface DrillOptions {
  readonly nginx: string;
  readonly postgres: Postgres;
  readonly folder: string;
  readonly teachers: number;
  /** The duration for which PostgreSQL is frozen. */
  readonly freezeMs: number;
  onEvent?(event: DrilledEvent): void;
}

export interface DrilledEvent extends Count {
  readonly name: string;
  /** The time from the beginning of the event until everything was running again. */
  readonly tookMs: number;
  /**
   * The time from the commit of the version that was published during the event until all three servers answered with
   * that version.
   */
  readonly followedMs: number;
}

export interface Drilled {
  readonly events: readonly DrilledEvent[];
  /** The version of each server at the end, and the last published version. */
  readonly versions: readonly string[];
  readonly published: string;
  /**
   * The requests that nginx sent to another server, and those that it answered from its cache because no server was
   * left.
   */
  readonly retried: number;
  readonly stale: number;
}

/** The number of teachers that a publication changes. */
export const changedTeachers = 50;

export async function drill({ nginx, postgres, folder, teachers, freezeMs, onEvent }: DrillOptions): Promise<Drilled> {
  const database = await postgres.createDatabase();
  const publisher = await createPublisher(folder, teachers);
  await publisher.publish(postgres.urlOf(database));
  await using standby = await postgres.createStandby();
  // By default a standby waits 5 s before it looks for its primary again; see docs/operations.md.
  await standby.run("postgres", "alter system set wal_retrieve_retry_interval = '500ms'");
  await standby.run("postgres", "select pg_reload_conf()");
  using address = await startTcpProxy({ port: postgres.port });
  const url = `postgres://postgres:${password}@127.0.0.1:${address.port}/${database}`;
  const ports = findFreePorts(3);
  await using servers = createDrilledServers(folder, url, ports);
  await Promise.all(ports.map((_, i) => servers.start(i)));
  await using balancer = await startDeployedNginx(nginx, join(folder, "nginx"), ports);
  const events: DrilledEvent[] = [];

  /** Publishes. Returns the time from the commit until every running server answered with the new version. */
  async function follow(primary: Postgres = postgres): Promise<number> {
    const watch = await watchCommits(primary, database);
    try {
      const version = publisher.count() + 1;
      // The time is counted from the commit, because the import takes a while to end after it.
      const following = watch.next().then(async (committedAt) => {
        await servers.waitForVersion(version);
        return performance.now() - committedAt;
      });
      const [followedMs] = await Promise.all([following, publisher.publish(url)]);
      return followedMs;
    } finally {
      await watch.close();
    }
  }

  {
    await using clients = await startBrowsing(balancer.origin, teachers);
    for (const [name, pass] of Object.entries(listEvents({ postgres, standby, address, servers, freezeMs, follow }))) {
      events.push(await passEvent(name, pass, clients));
      onEvent?.(events.at(-1)!);
    }
  }
  const log = balancer.readLog();
  return {
    events,
    versions: await Promise.all(ports.map((port) => readVersion(`http://127.0.0.1:${port}`))),
    published: String(publisher.count()),
    retried: log.filter((line) => / upstream="[^"]+,/.test(line)).length,
    stale: log.filter((line) => line.includes(" cache=STALE ")).length,
  };
}

interface Parts {
  readonly postgres: Postgres;
  readonly standby: Postgres;
  /** Leads servers and imports to the primary. */
  readonly address: TcpProxy;
  readonly servers: Servers;
  readonly freezeMs: number;
  follow(primary?: Postgres): Promise<number>;
}

/** The events in order. Each returns how long the servers took to serve the version published during it. */
function listEvents({
  postgres,
  standby,
  address,
  servers,
  freezeMs,
  follow,
}: Parts): Record<string, () => Promise<number>> {
  return {
    import: () => follow(),
    async "kill -9 of a server, and its restart"() {
      await servers.end(0, "SIGKILL");
      const followedMs = await follow();
      await servers.start(0);
      return followedMs;
    },
    async "kill -9 of PostgreSQL, and its restart"() {
      await postgres.stop("SIGKILL");
      await servers.waitForDatabase("unreachable");
      await postgres.start();
      await servers.waitForDatabase("reachable");
      return follow();
    },
    async [`SIGSTOP of PostgreSQL for ${freezeMs / 1000} s`]() {
      postgres.freeze();
      await Bun.sleep(freezeMs);
      postgres.thaw();
      return follow();
    },
    async "loss of the primary, promotion of the standby"() {
      await waitForStandby(postgres);
      await postgres.stop("SIGKILL");
      await standby.run("postgres", "select pg_promote()");
      address.leadTo(standby.port);
      return follow(standby);
    },
    async "rolling restart of all servers, with an import"() {
      let followedMs = 0;
      for (const i of servers.indexes) {
        await servers.end(i, "SIGTERM");
        if (i === 1) followedMs = await follow(standby);
        await servers.start(i);
      }
      return followedMs;
    },
  };
}

async function passEvent(name: string, pass: () => Promise<number>, clients: Browsing): Promise<DrilledEvent> {
  const from = performance.now();
  const followedMs = await pass();
  return { name, tookMs: performance.now() - from, followedMs, ...clients.take() };
}

interface Servers extends DeployedServers {
  /** Waits until all running servers answer with this version. */
  waitForVersion(version: number): Promise<void>;
  /** Waits until every server says this of its database. */
  waitForDatabase(wanted: "reachable" | "unreachable"): Promise<void>;
}

function createDrilledServers(folder: string, database: string, ports: readonly number[]): Servers {
  const servers = createServers({
    folder,
    ports,
    environment: { TEACHERS_DATABASE: database },
    argsOf: () => ["--drain-delay", "1"],
  });
  return {
    ...servers,
    async waitForVersion(version) {
      await waitFor(
        () => Promise.all(servers.running().map(({ origin }) => readVersion(origin))),
        (versions) => versions.every((found) => found === String(version)),
      );
    },
    async waitForDatabase(wanted) {
      await waitFor(
        () => Promise.all(servers.running().map(askReady)),
        (answers) => answers.every(({ database }) => database === wanted),
      );
    },
  };
}

/** The version that a page comes from. */
async function readVersion(origin: string): Promise<string> {
  const { headers } = await fetch(`${origin}/teachers/?limit=1`);
  return headers.get("dataset-version")?.split("-")[0] ?? "none";
}

interface Publisher {
  /** Imports the next version, in which some teachers have another degree. */
  publish(database: string): Promise<void>;
  /** The number of publications, which is also the last version. */
  count(): number;
}

/** Creates the publisher. The first publication has all teachers. */
async function createPublisher(folder: string, teachers: number): Promise<Publisher> {
  const file = join(folder, "teachers.csv");
  writeTeachers(file, teachers);
  let count = 0;
  return {
    count: () => count,
    async publish(database) {
      if (count > 0) {
        const lines = readFileSync(file, "utf8").split("\n");
        const step = Math.floor(teachers / changedTeachers);
        for (let i = 1; i <= changedTeachers; i++) {
          lines[i * step] = lines[i * step]!.replace(/[^,]*$/, `ступінь ${count}`);
        }
        writeFileSync(file, lines.join("\n"));
      }
      count++;
      const options = { folder, environment: { TEACHERS_DATABASE: database } };
      const { exitCode, stderr } = await run(["import", file], options);
      if (exitCode !== 0) throw new Error(`import ended with ${exitCode}: ${stderr}`);
    },
  };
}

/** Polls for new publications every few milliseconds, on a connection of its own. */
async function watchCommits(
  postgres: Postgres,
  database: string,
): Promise<{ next(): Promise<number>; close(): Promise<void> }> {
  const sql = new SQL(postgres.urlOf(database), { max: 1 });
  const findVersion = async (): Promise<number> => {
    const [row] = (await sql.unsafe("select max(version) as version from publication")) as [{ version: number }];
    return row.version;
  };
  const before = await findVersion();
  return {
    async next() {
      await waitFor(findVersion, (version) => version > before, { intervalMs: 5 });
      return performance.now();
    },
    close: () => sql.close(),
  };
}

/** Waits until a standby has received everything that its primary wrote. */
async function waitForStandby(primary: Postgres): Promise<void> {
  await waitFor(
    () => primary.run("postgres", "select count(*) from pg_stat_replication where replay_lsn >= pg_current_wal_lsn()"),
    ([row]) => row!.count === "1",
  );
}
