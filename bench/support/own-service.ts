/** Our service as the benchmarks measure it: generated teachers are imported, and a server starts. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeTeachers } from "../../sample/generate/teachers.ts";
import { confirmed, findFreePort, type Running, run, start, waitForAnswer } from "./process.ts";
import { type Page, pathOf, type Service } from "./service.ts";

export const ownName = "teachers";
export const launcher = join(import.meta.dir, "../../bin/teachers");

/** Creates a database of `count` generated teachers, on all cores. Returns its URL. */
export async function createDatabase(folder: string, count: number): Promise<string> {
  const database = `sqlite:${join(folder, "teachers.db")}`;
  await importGenerated(database, { folder, count, seed: 1 });
  return database;
}

/** Publishes `count` generated teachers. Each seed gives other teachers. */
export async function importGenerated(
  database: string,
  { folder, count, seed }: { readonly folder: string; readonly count: number; readonly seed: number },
): Promise<void> {
  const file = join(folder, "generated.csv");
  writeTeachers(file, count, seed);
  await run(confirmed([launcher, "import", file, "--database", database]), {
    cores: "0,1",
    log: join(folder, "import.log"),
  });
  rmSync(file);
}

export interface OwnService extends Service {
  readonly process: Running;
  readonly count: number;
  /** The time from the start of the process to its first 200 response. */
  readonly startMs: number;
}

interface ServerOptions {
  /** The launcher to run. Default: the launcher of this checkout. */
  readonly launcher?: string;
  /** All cores if absent. */
  readonly cores?: string;
  /** Additional flags of `serve`. */
  readonly flags?: readonly string[];
  readonly folder: string;
  readonly cleanup: AsyncDisposableStack;
}

/** Starts a server, which the cleanup stops. Throws if it does not answer within ten minutes. */
export async function startService(
  database: string,
  { launcher: program = launcher, flags = [], folder, cleanup, ...cores }: ServerOptions,
): Promise<OwnService> {
  const port = findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = [program, "serve", "--port", String(port), "--database", database, ...flags];
  const startedAt = performance.now();
  const process = cleanup.use(start(command, { ...cores, log: join(folder, "teachers.log") }));
  await waitForAnswer(`${origin}/teachers/`, process, 600_000);
  const startMs = performance.now() - startedAt;
  const { count } = await fetchPage(origin, "/teachers/");
  return { name: ownName, origin, pathOf, pids: [process.pid], process, count, startMs };
}

/** Fetches a page with our envelope. Throws if the status is not 200. */
export async function fetchPage(origin: string, path: string): Promise<Page> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`${origin}${path} was answered ${response.status}`);
  return (await response.json()) as Page;
}
