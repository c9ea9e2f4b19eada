/** The store: publications and their teachers in SQL, the durable data that servers follow. */
import type { HistoryEntry, PublisherNote } from "../domain/publication.ts";
import type { Roster } from "../domain/roster.ts";
import type { Restored } from "./backup/restore.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import type { Database, OpenOptions, ProgressOptions } from "./engine.ts";
import { type Erasure, eraseTeachers, findRanges } from "./history/erase.ts";
import { findErasedIds } from "./history/past-ids.ts";
import { deleteUnusedRows, pruneVersions, type Retention } from "./history/prune.ts";
import { type PublishOptions, type PublishResult, publishRoster } from "./history/publish.ts";
import { readerOf, type StoreReader } from "./history/reader.ts";
import { migrate, requireTables } from "./migrations.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

interface StoreOptions extends OpenOptions {
  /**
   * Whether missing tables are created and older tables migrated. Otherwise opening such a database fails. False by
   * default.
   */
  readonly migrates?: boolean;
}

/** Opens the store. Unless `migrates` is set, throws the same errors as {@link requireTables}. */
export async function openStore(url: string, options: StoreOptions) {
  const database = await openDatabase(url, options);
  try {
    if (options.migrates) await migrate(database);
    else await requireTables(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...readerOf(database),
    database,
    /** Runs `work` with a reader on a consistent snapshot of the versions, see `Database.read`. */
    read: <Result>(work: (reader: StoreReader) => Promise<Result>): Promise<Result> =>
      database.read((queries) => work(readerOf(queries))),
    /** Publishes the roster as the new content, in one transaction. Unchanged content is not published again. */
    publish: (roster: Roster, publishOptions: PublishOptions): Promise<PublishResult> =>
      database.write(async (queries) => {
        const result = await publishRoster(queries, readerOf(queries), roster, publishOptions);
        if (result.published) await database.announce(queries);
        return result;
      }),
    /** Passes all versions to `write` as the lines of a backup, from one snapshot. Throws `DamagedHistoryError`. */
    async backup(
      write: (pieces: AsyncIterable<string>) => Promise<void>,
      onProgress?: ProgressOptions["onProgress"],
    ): Promise<void> {
      // Loaded here, because few commands need zod, which takes longer to load than they take to run.
      const { renderBackup } = await import("./backup/backup.ts");
      await database.snapshot((queries) => write(renderBackup(queries, onProgress)));
    },
    /** Replaces everything with a backup, see `restoreBackup`. */
    async restore(lines: AsyncIterable<string>, allowsLoss: boolean, progress?: ProgressOptions): Promise<Restored> {
      const { restoreBackup } = await import("./backup/restore.ts");
      return database.write(async (queries) => {
        const restored = await restoreBackup(queries, lines, { ...progress, allowsLoss, databaseName: database.name });
        await database.announce(queries);
        return restored;
      });
    },
    /** Erases teachers from every version, and publishes a version without them. The note is for the history. */
    erase: (ids: readonly number[], note: PublisherNote, progress?: ProgressOptions): Promise<Erasure> =>
      database.write(async (queries) => {
        const erasure = await eraseTeachers(queries, ids, note, progress);
        await database.announce(queries);
        return erasure;
      }),
    /** Prunes old versions. Returns them, newest first. Their rows remain until `deleteUnused`. */
    prune: (kept: Retention, progress?: ProgressOptions): Promise<HistoryEntry[]> =>
      database.write((queries) => pruneVersions(queries, kept, progress)),
    /** Deletes the rows that no version has. */
    deleteUnused: (): Promise<void> => deleteUnusedRows(database),
    /** The rows of some teachers in all versions, and which of the ids were erased before. */
    findTraces: async (ids: readonly number[]) => ({
      ranges: await findRanges(database, ids),
      erasedIds: await findErasedIds(database, ids),
    }),
    close: (): Promise<void> => database.close(),
  };
}

/** Opens the database. Throws if it can't. */
export async function openDatabase(text: string, options: OpenOptions): Promise<Database> {
  const address = parseDatabaseUrl(text);
  // Only the required engine is loaded, to keep the start fast.
  if (address.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite/sqlite.ts");
    return openSqlite(address.url, address.path, options);
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(address.url, options);
}

/** Opens the database, runs `work`, and always closes it. */
export async function withDatabase<Result>(
  url: string,
  options: OpenOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(url, options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** How long a command waits for an import in progress. */
export const importLockWaitMs = 60_000;

/** Opens the store for a command, and always closes it. */
export async function withStore<Result>(
  url: string,
  options: Partial<StoreOptions>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(url, { lockWaitMs: importLockWaitMs, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
