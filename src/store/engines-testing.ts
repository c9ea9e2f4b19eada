/** The engines that tests of the store run on: SQLite, and PostgreSQL for test/postgres-suite.test.ts. */
import { Database } from "bun:sqlite";
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { startPostgres } from "../../test/support/postgres.ts";
import { openStore, type Store } from "./store.ts";

export const lockWaitMs = 300;
export const options = { source: "test", dryRun: false };

/** A database of its own, and ways to look at it and tamper with it past our own code. */
export interface Target extends AsyncDisposable {
  readonly url: string;
  /** One value that the engine itself gives. */
  ask(query: string): Promise<unknown>;
  tamper(statements: string): Promise<void>;
  /** Holds the lock of a writer until the function given back is called. */
  holdLock(): Promise<() => Promise<void>>;
}

export interface Engine {
  /** How often properties are tried. */
  readonly runs: number;
  /** Makes the publication's own row, which is written last, fail with `no space left`. */
  readonly makeFail: string;
  readonly makeWork: string;
  /** A query that gives `ok` where the files are. */
  readonly checkFiles: string;
  makeTarget(): Promise<Target>;
}

export function makeFile(): { file: string; url: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "store-test-"));
  const file = join(folder, "teachers.db");
  return { file, url: `sqlite:${file}`, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const sqlite: Engine = {
  runs: 60,
  makeFail: "create trigger fail before insert on publication begin select raise(abort, 'no space left'); end",
  makeWork: "drop trigger fail",
  checkFiles: "pragma integrity_check",
  async makeTarget() {
    const { file, url, [Symbol.dispose]: remove } = makeFile();
    return {
      url,
      async ask(query) {
        using database = new Database(file, { readonly: true });
        return Object.values(database.query(query).get() as Record<string, unknown>)[0];
      },
      async tamper(statements) {
        using database = new Database(file);
        database.run(statements);
      },
      async holdLock() {
        const writer = new Database(file);
        writer.run("begin immediate");
        return async () => writer.close();
      },
      [Symbol.asyncDispose]: async () => remove(),
    };
  },
};

// test/postgres-suite.test.ts sets it.
const postgres = process.env.STORE_ON_POSTGRES === "true" ? await startPostgres() : null;
afterAll(() => postgres?.[Symbol.asyncDispose]());
const freeDatabases: string[] = [];

const postgresql: Engine = {
  runs: 20,
  makeFail: `create function fail() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
    create trigger fail before insert on publication execute function fail()`,
  makeWork: "drop trigger fail on publication",
  checkFiles: "select 'ok'",
  async makeTarget() {
    const database = freeDatabases.pop() ?? (await postgres!.createDatabase());
    return {
      url: postgres!.urlOf(database),
      async ask(query) {
        const [row] = await postgres!.run(database, query);
        const value = Object.values(row!)[0];
        return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
      },
      async tamper(statements) {
        await postgres!.run(database, statements);
      },
      async holdLock() {
        const sql = new SQL(postgres!.urlOf(database), { max: 1 });
        await sql.unsafe("select pg_advisory_lock(8386093281472574067)");
        return () => sql.close();
      },
      async [Symbol.asyncDispose]() {
        await postgres!.run(database, "drop schema public cascade; create schema public");
        freeDatabases.push(database);
      },
    };
  },
};

export const engines: readonly [string, Engine][] = [
  ["SQLite", sqlite],
  ...(postgres === null ? [] : [["PostgreSQL", postgresql] as [string, Engine]]),
];

export async function open(url: string): Promise<Store & AsyncDisposable> {
  const store = await openStore(url, { lockWaitMs });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}
