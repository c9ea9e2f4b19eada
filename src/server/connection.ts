/** The connection of a server to its database: opened again after a failure, and when the URL or the file changes. */
import type { Publication } from "../domain/publication.ts";
import { sqlitePath } from "../store/database-url.ts";
import { isFailure } from "../store/failure.ts";
import { openStore, type Store } from "../store/store.ts";

interface ConnectionOptions {
  /** Reads the URL before every poll, because its file may change. Throws if it can't. */
  readDatabaseUrl(): string;
  /** Called with why the URL can't be read again, or null once it can. The last one stays in use meanwhile. */
  onUrlRead(error: string | null): void;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
}

/** What a poll finds. */
interface Found {
  readonly current: Publication | null;
  /** In seconds since 1970; 0 if never. Null if the database does not know. */
  readonly lastBackup: number | null;
}

/** How long a database may take to answer a poll, and how long a poll waits for another writer. */
const limits = { answerMs: 2000, lockWaitMs: 1000 } as const;

/** How often each engine is polled. Polling a file is almost free. */
const [sqlitePollMs, postgresPollMs] = [300, 1000];

/** How long a connection to PostgreSQL is used before a new one must find where the address leads. */
const reopenMs = 30_000;

export function createConnection({ readDatabaseUrl, onUrlRead, onOpen }: ConnectionOptions) {
  let url = "";
  let store: Store | null = null;
  let openedAt = 0;

  /** Throws if the URL can't be read, and none was before. */
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

  async function open(create: boolean): Promise<Store> {
    const opened = await openStore(url, { ...limits, create, migrates: create ? "if allowed" : false });
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    openedAt = performance.now();
    return opened;
  }

  async function close(): Promise<void> {
    const closed = store;
    store = null;
    await closed?.close().catch(() => {});
  }

  async function find({ findCurrent, findLastBackup }: Store): Promise<Found> {
    const current = await findCurrent();
    if (sqlitePath(url) === null) return { current, lastBackup: null };
    const at = await findLastBackup();
    return { current, lastBackup: at === null ? 0 : Date.parse(at) / 1000 };
  }

  return {
    updateUrl,
    close,
    /** The newest publication, and when to poll again. `create` says whether a missing file or missing tables are created. */
    async poll(create: boolean): Promise<Found & { readonly pollMs: number }> {
      updateUrl();
      const isFile = sqlitePath(url) !== null;
      // An open connection stays with its server, even if the address leads to another one by now.
      if (store !== null && !isFile && performance.now() - openedAt > reopenMs) await close();
      try {
        store ??= await open(create);
        const found = await find(store).catch(async (error: unknown) => {
          if (!isFailure(error, "replaced")) throw error;
          // Closed first, because the old connection holds locks on files that the new one uses too.
          await close();
          store = await open(create);
          return find(store);
        });
        return { ...found, pollMs: isFile ? sqlitePollMs : postgresPollMs };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
