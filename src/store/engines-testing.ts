/**
 * What the tests of the store need from an engine, implemented for SQLite. test/postgres-store.test.ts runs them on
 * PostgreSQL.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rosterOf } from "../domain/roster-testing.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import type { Version } from "../domain/version.ts";
import type { Kept } from "./history/publish.ts";
import { openStore, type Store } from "./store.ts";

/** For tests in which a lock is not released in time. Other tests wait as long as a busy machine needs. */
export const lockWaitMs = 300;

export const kept: Kept = {
  source: { kind: "file", name: "test" },
  message: "",
  publishedBy: "",
  answers: "",
};

/** Publishes teachers, who have ids, on whatever is the newest version. */
export async function publish(
  store: Store,
  teachers: readonly StoredTeacher[],
  changes: Partial<Kept> = {},
): Promise<Version> {
  const { id = null } = (await store.findCurrent()) ?? {};
  return (await store.publish(rosterOf(teachers), { ...kept, ...changes }, id))!;
}

/** A new database, and ways to inspect it and tamper with it without our own code. */
interface Target extends AsyncDisposable {
  readonly url: string;
  /** Runs a query in the engine itself, and returns one value. */
  ask(query: string): Promise<unknown>;
  tamper(statements: string): Promise<void>;
  /** Holds the lock of writers until the returned function is called. */
  holdLock(): Promise<() => Promise<void>>;
}

export interface Engine {
  /** How many cases each property test runs. */
  readonly runs: number;
  /** Makes the insert of a row into `publication`, the last insert, fail with `no space left`. */
  readonly makeFail: string;
  readonly makeWork: string;
  /** A query that returns `ok` if the files are sound. */
  readonly checkFiles: string;
  makeTarget(): Promise<Target>;
}

export function makeFile(): { file: string; url: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "store-test-"));
  const file = join(folder, "teachers.db");
  return { file, url: `sqlite:${file}`, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

export const sqlite: Engine = {
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

export async function open(url: string, waitMs = 60_000): Promise<Store & AsyncDisposable> {
  const store = await openStore(url, { lockWaitMs: waitMs, migrates: true });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}
