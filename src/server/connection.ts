/** The connection of a server to its database: opened again after a failure, and when the URL or the file changes. */
import type { Version } from "../domain/version.ts";
import { sqlitePath } from "../store/database-url.ts";
import { isFailure } from "../store/failure.ts";
import { openStore, type Store } from "../store/store.ts";

export interface ConnectionOptions {
  /** Reads the URL before every poll, because its file may change. Throws if it can't. */
  readDatabaseUrl(): string;
  /** Called whenever the database has been opened, which is hourly at least. */
  onOpen(store: Store, url: string): Promise<void>;
}

/** How long a database may take to answer a poll, and how long a poll waits for another writer. */
const limits = { answerMs: 2000, lockWaitMs: 1000 } as const;

/** How long a connection is used: to PostgreSQL until a new one must find where the address leads; a file is checked hourly. */
const reopenMs = { postgres: 30_000, file: 60 * 60 * 1000 } as const;

/** `onUrlRead` gets why the URL can't be read again, and null once it can. The last one stays in use meanwhile. */
export function createConnection(
  { readDatabaseUrl, onOpen }: ConnectionOptions,
  onUrlRead: (error: string | null) => void,
) {
  let url = "";
  let store: Store | null = null;
  let openedAt = 0;

  async function close(): Promise<void> {
    const closed = store;
    store = null;
    await closed?.close().catch(() => {});
  }

  /** The URL of now. Throws if it can't be read, and none was before. */
  function updateUrl(): string {
    try {
      const found = readDatabaseUrl();
      onUrlRead(null);
      if (found !== url) void close();
      url = found;
    } catch (error) {
      if (url === "") throw error;
      onUrlRead((error as Error).message);
    }
    return url;
  }

  /**
   * The newest version, the name of the database, when it was last backed up (in seconds since 1970, 0 if never, null if
   * it does not know), and when to poll again. `create` says whether a missing file or missing tables are created.
   */
  async function poll(
    create: boolean,
  ): Promise<{ current: Version | null; lastBackup: number | null; pollMs: number; name: string }> {
    const isFile = sqlitePath(updateUrl()) !== null;
    // An open connection stays with its server, even if the address leads to another one by now.
    if (performance.now() - openedAt > (isFile ? reopenMs.file : reopenMs.postgres)) await close();
    try {
      if (store === null) {
        store = await openStore(url, { ...limits, create, migrates: create ? "if allowed" : false });
        openedAt = performance.now();
        await onOpen(store, url);
      }
      const found = { current: await store.findCurrent(), name: store.name, lastBackup: null };
      // Polling a file is almost free.
      if (!isFile) return { ...found, pollMs: 1000 };
      const backupAt = await store.findLastBackup();
      return { ...found, lastBackup: backupAt === null ? 0 : Date.parse(backupAt) / 1000, pollMs: 300 };
    } catch (error) {
      // The old connection holds locks on files that a new one uses too.
      await close();
      if (isFailure(error, "replaced")) return poll(create);
      throw error;
    }
  }

  return { updateUrl, poll, close };
}
