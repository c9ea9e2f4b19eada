/** A SQLite file as the store's database. */
import type { Database as Connection } from "bun:sqlite";
import { accessSync, existsSync, constants as modes, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, OpenOptions, Queries, Remainder } from "../engine.ts";
import { explained, explainFailure, isFailure, StoreError } from "../failure.ts";
import { listBeside } from "../files.ts";
import {
  applicationId,
  connectToRead,
  connectToWrite,
  createFileCheck,
  openSession,
  type SqliteFile,
} from "./sqlite-connection.ts";

/**
 * Opens the file, which errors call `name`. Throws if it can't be opened, and on every query after the open files were replaced.
 *
 * It is opened for writing only during a write: a writable connection copies its log into the file on close, which would
 * destroy a copy that was renamed over the file.
 */
export async function openSqlite(
  relativePath: string,
  { lockWaitMs, create = true }: OpenOptions,
  name?: string,
): Promise<Database> {
  const path = resolve(relativePath);
  const file: SqliteFile = { path, name: name ?? `sqlite:${path}`, lockWaitMs, create };
  if (isMissing(file)) connectToWrite(file).close();
  const { connection, isImmutable } = connectToRead(file);
  const reader = openSession(connection, file);
  const checkFiles = createFileCheck(file, isImmutable);

  /**
   * Opens a writable connection, because only such a connection removes the log, if it is the last one to close. A
   * remaining log would be applied to any file that is copied over this one later. The connection is opened before the
   * reader is closed, because the first connection to a file reads its whole log. Null if there is no log, or if the
   * files were replaced or are read-only.
   */
  function openToRemoveLog(): Connection | null {
    try {
      checkFiles();
      return existsSync(`${path}-wal`) ? connectToWrite({ ...file, create: false }) : null;
    } catch {
      return null;
    }
  }

  /** Settles with the last transaction. Queries wait for it, so they see what it wrote. */
  let written: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = written.then(work);
    written = result.catch(() => {});
    return result;
  }

  return {
    async query<Row>(text: string, values?: readonly unknown[]) {
      await written;
      checkFiles();
      return reader.run<Row>(text, values);
    },
    name: file.name,
    dialect: {
      clustered: " without rowid",
      afterSchema: [],
      findTable: "select name from sqlite_master where type = 'table' and name = $1",
    },
    async read(work) {
      await written;
      const reader = openSession(connectToRead(file).connection, file);
      reader.run("begin");
      return work(reader.queries).finally(reader.close);
    },
    write: (work, signal) => enqueue(() => transact(file, work, signal)),
    compact: () => enqueue(() => compactFile(file)),
    prepare: (statement) =>
      enqueue(() =>
        transact(file, async ({ query }) => {
          await query(`pragma application_id = ${applicationId}`);
          await query(statement);
        }),
      ),
    async findRefusal() {
      try {
        // A write creates files beside the file.
        for (const place of [path, dirname(path)]) accessSync(place, modes.W_OK);
        return null;
      } catch (error) {
        return explainFailure(error, file.name);
      }
    },
    findDamage: () => findDamage(reader),
    async close() {
      const last = openToRemoveLog();
      reader.close();
      last?.close();
    },
  };
}

/** Throws if the path can't be looked at, or is not that of a file. */
function isMissing({ path, name }: SqliteFile): boolean {
  const stats = explained(name, () => statSync(path, { throwIfNoEntry: false }));
  if (stats?.isFile() === false) throw new StoreError("notAFile", name, "a folder or a device");
  return stats === undefined;
}

/** Why the pages of the file can't be read; null if all can. */
function findDamage({ run }: ReturnType<typeof openSession>): string | null {
  try {
    const [found] = run<{ integrity_check: string }>("pragma integrity_check(1)");
    const text = found?.integrity_check.trim() ?? "ok";
    return text === "ok" ? null : text.replaceAll("\n", " ");
  } catch (error) {
    if (isFailure(error, "damaged")) return error.detail;
    throw error;
  }
}

/** Runs `work` in a transaction that holds the write lock, and can also read the file `attached`, as `restored`. */
export async function transact<Result>(
  file: SqliteFile,
  work: (queries: Queries) => Promise<Result>,
  signal?: AbortSignal,
  attached?: string,
): Promise<Result> {
  const writer = openSession(connectToWrite(file), file);
  try {
    if (attached !== undefined) writer.run("attach $1 as restored", [attached]);
    await lock(writer, file, signal);
    const result = await work(writer.queries);
    writer.run("commit");
    // Copies the log into the file and empties it, as far as readers allow, without waiting for them. So a copy of the
    // file is complete, and a copy that is renamed into its place does not meet a log of another file, which SQLite would
    // apply to it. Readers never do this.
    try {
      writer.run("pragma wal_checkpoint(truncate)");
    } catch {
      // Committed content is in the log; the next writer copies it.
    }
    return result;
  } finally {
    // Closing rolls back an uncommitted transaction.
    writer.close();
  }
}

/** The delay between two attempts to get the lock. */
const lockPollMs = 25;

/** Begins a transaction. SQLite's own wait for the lock would block requests and signals of the process. */
async function lock(
  { run }: ReturnType<typeof openSession>,
  { lockWaitMs }: SqliteFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const giveUpAt = performance.now() + lockWaitMs;
  run("pragma busy_timeout = 0");
  for (;;) {
    signal?.throwIfAborted();
    try {
      run("begin immediate");
      return;
    } catch (error) {
      if (!isFailure(error, "busy") || performance.now() > giveUpAt) throw error;
    }
    await sleep(lockPollMs);
  }
}

/**
 * Rewrites the file without deleted rows. Unless a reader needs the log, also empties the log, because it has copies of
 * old pages.
 */
async function compactFile(file: SqliteFile): Promise<readonly Remainder[]> {
  const writer = openSession(connectToWrite({ ...file, create: false }), file);
  let isBusy = false;
  try {
    writer.run("vacuum");
  } finally {
    // The log is emptied after a failure too, because the log of a failed VACUUM would occupy the last space of a full
    // disk.
    try {
      isBusy = writer.run<{ busy: number }>("pragma wal_checkpoint(truncate)")[0]?.busy === 1;
    } finally {
      writer.close();
    }
  }
  const beside = listBeside(file.path).map((path) => ({ code: "sqliteBeside", path }) as const);
  return isBusy ? [{ code: "sqliteLog", path: `${file.path}-wal` }, ...beside] : beside;
}
