/** The store: versions and their teachers in SQL, the durable data that servers follow. */

import type { Roster } from "../domain/roster.ts";
import type { PublisherNote, Version } from "../domain/version.ts";
import { parseDatabaseUrl, sqlitePath } from "./database-url.ts";
import { type Database, type OpenOptions, type Queries, refuseDamage } from "./engine.ts";
import { isFailure } from "./failure.ts";
import { eraseTeachers, findRanges } from "./history/erase.ts";
import { findHighestId, listErased } from "./history/ids.ts";
import { deleteUnusedRows, pruneVersions, type Retention } from "./history/prune.ts";
import { type Kept, publishRoster } from "./history/publish.ts";
import { readerOf } from "./history/reader.ts";
import { migrate, requireTables } from "./migrations.ts";
import type { Restored, RestoreOptions } from "./sqlite/restore.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

interface StoreOptions extends OpenOptions {
  /**
   * Whether missing tables are created and older tables migrated. Otherwise opening such a database fails. False by
   * default. A server migrates if its role may; the failure then says what the tables lack.
   */
  readonly migrates?: boolean | "if allowed";
}

/** Everything that can be read, on the database or on one snapshot of it. */
function allReaders(queries: Queries) {
  return {
    ...readerOf(queries),
    findHighestId: () => findHighestId(queries),
    listErased: () => listErased(queries),
    /** The rows of some teachers in all versions, and which of the ids were erased before. */
    findTraces: async (ids: readonly number[]) => ({
      ranges: await findRanges(queries, ids),
      erasedIds: (await listErased(queries)).map(({ id }) => id).filter((id) => ids.includes(id)),
    }),
  };
}

/** Opens the store. Throws the errors of `failure.ts`. */
export async function openStore(url: string, options: StoreOptions) {
  const database = await openDatabase(url, options);
  try {
    if (options.migrates) {
      await migrate(database).catch((error: Error) => {
        if (options.migrates === true || !isFailure(error, "readOnly", "notGranted", "denied")) throw error;
      });
    }
    await requireTables(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...allReaders(database),
    name: database.name,
    compact: database.compact,
    /** Runs `work` with a reader on a consistent snapshot. */
    read: <Result>(work: (reader: ReturnType<typeof allReaders>) => Promise<Result>): Promise<Result> =>
      database.read((queries) => work(allReaders(queries))),
    /** Publishes the roster as a new version, in one transaction, see {@link publishRoster}. */
    publish: (roster: Roster, kept: Kept, baseId: string | null, signal?: AbortSignal) =>
      database.write((queries) => publishRoster(queries, roster, kept, baseId, signal), signal),
    findRefusal: database.findRefusal,
    erase: (ids: readonly number[], note: PublisherNote, signal?: AbortSignal) =>
      database.write((queries) => eraseTeachers(queries, ids, note, signal), signal),
    /** Prunes old versions. Returns them, newest first. Their rows remain until `deleteUnused`. */
    prune: async (kept: Retention, signal?: AbortSignal): Promise<Version[]> => {
      // A damaged file may have nothing left but the versions that would be deleted.
      refuseDamage(database);
      return database.write((queries) => pruneVersions(queries, kept), signal);
    },
    deleteUnused: (): Promise<void> => deleteUnusedRows(database),
    /** Writes a backup of a SQLite database. Returns its versions, newest first. */
    backup: async (file: string, signal?: AbortSignal): Promise<Version[]> => {
      // Loaded here, because few commands need it.
      const { writeBackup } = await import("./sqlite/backup.ts");
      return writeBackup(database, sqlitePath(url)!, file, signal);
    },
    close: database.close,
  };
}

/** Replaces a SQLite database, which may be missing or damaged, by a backup, see `restoreBackup`. */
export async function restoreDatabase(url: string, backup: string, options: RestoreOptions): Promise<Restored> {
  const { restoreBackup } = await import("./sqlite/restore.ts");
  const path = sqlitePath(url)!;
  return restoreBackup({ path, name: `sqlite:${path}`, lockWaitMs: importLockWaitMs, create: false }, backup, options);
}

/** Opens the database. Throws if it can't. */
async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const address = parseDatabaseUrl(url);
  // Only the required engine is loaded, to keep the start fast.
  if (address.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite/sqlite.ts");
    return openSqlite(address.path, options);
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(url, options);
}

/** How long a command waits for an import in progress. */
const importLockWaitMs = 60_000;

/** Opens the database for a command, runs `work`, and always closes it. */
export async function withDatabase<Result>(
  url: string,
  options: Partial<OpenOptions>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(url, { lockWaitMs: importLockWaitMs, ...options });
  return work(database).finally(database.close);
}

/** Opens the store for a command, and always closes it. */
export async function withStore<Result>(
  url: string,
  options: Partial<StoreOptions>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(url, { lockWaitMs: importLockWaitMs, ...options });
  return work(store).finally(store.close);
}
