/** Our own service as it is measured: a directory is generated and imported, its image built, and one process serves it. */
import { join } from "node:path";
import { builderVariables } from "../src/server/builder.ts";
import { imageFolderBeside } from "../src/store/database-url.ts";
import { findFreePort, type Running, run, start, waitForAnswer } from "./process.ts";
import { type Page, pathOf, type Service } from "./service.ts";

export const launcher = join(import.meta.dir, "../bin/teachers");

/** Makes a directory of so many teachers with its image, and gives its database. It may use all cores. */
export async function makeDirectory(folder: string, count: number): Promise<string> {
  const database = `sqlite:${join(folder, "teachers.db")}`;
  await importGenerated(database, { folder, count, seed: 1 });
  const environment = { [builderVariables.database]: database, [builderVariables.folder]: imageFolderBeside(database) };
  await run([launcher, "build-image"], { log: join(folder, "builder.log"), environment });
  return database;
}

/** Publishes generated teachers, other ones for another seed. */
export async function importGenerated(
  database: string,
  { folder, count, seed }: { readonly folder: string; readonly count: number; readonly seed: number },
): Promise<void> {
  const pipe = '"$0" generate "$1" --seed "$2" | "$0" import - --database "$3"';
  const command = ["sh", "-c", pipe, launcher, String(count), String(seed), database];
  await run(command, { cores: "0,1", log: join(folder, "import.log") });
}

export interface OwnService extends Service {
  readonly process: Running;
  readonly count: number;
  /** From its start to its first answer. */
  readonly startMs: number;
}

interface ServerOptions {
  readonly cores?: string;
  /** Further settings, as on the command line. */
  readonly flags?: readonly string[];
  readonly folder: string;
  readonly cleanup: AsyncDisposableStack;
}

/** Serves a directory until the cleanup, from the given cores or all. */
export async function serveTeachers(
  database: string,
  { flags = [], folder, cleanup, ...cores }: ServerOptions,
): Promise<OwnService> {
  const port = findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = [launcher, "serve", "--port", String(port), "--database", database, ...flags];
  const from = performance.now();
  const process = cleanup.use(start(command, { ...cores, log: join(folder, "teachers.log") }));
  await waitForAnswer(`${origin}/teachers/`, process, 600_000);
  const startMs = performance.now() - from;
  const { count } = await fetchPage(origin, "/teachers/");
  return { name: "teachers", origin, pathOf, pids: [process.pid], process, count, startMs };
}

/** A page in the form that we answer in. Throws where the answer is none. */
export async function fetchPage(origin: string, path: string): Promise<Page> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`${origin}${path} was answered ${response.status}`);
  return (await response.json()) as Page;
}
