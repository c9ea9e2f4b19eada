/** The database that a server polls. It is opened on demand, and again after a failure and from time to time. */
import { FileReplacedError } from "../../store/engine.ts";
import { openStore, type Store } from "../../store/store.ts";
import type { Log } from "../log/log.ts";
import type { PublicationSource } from "./follower.ts";

export interface PolledDatabaseOptions {
  readonly log: Log;
  /** Called when something may have been published. */
  onPublication(): void;
  /** Reads the URL of the database before every poll, because its file may change. Throws if it can't. */
  readDatabaseUrl(): string;
  readonly imageFolder: string;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
  /** Builds the image of the newest publication in the folder, and returns its path. Throws if it can't. */
  build(databaseUrl: string, imageFolder: string, signal: AbortSignal): Promise<string>;
}

/** How long a database may take to answer a poll. */
const answerMs = 2000;
/** How long a poll waits for another writer if tables must be migrated. */
const lockWaitMs = 1000;

/** A database as a source; opens nothing yet. */
export function createPolledDatabase(options: PolledDatabaseOptions): PublicationSource {
  const { readDatabaseUrl, imageFolder, log, onOpen, onPublication } = options;
  let store: Store | null = null;
  let openedAt = 0;
  /** The last URL that was read, and why it could not be read again; null if it could. */
  let databaseUrl = "";
  let urlFault: string | null = null;

  async function open(create: boolean): Promise<Store> {
    const opened = await openStore(databaseUrl, { lockWaitMs, answerMs, create, migrates: true });
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    openedAt = performance.now();
    opened.database.listen(onPublication);
    return opened;
  }

  async function close(): Promise<void> {
    const closed = store;
    store = null;
    await closed?.close().catch(() => {});
  }

  /**
   * Reads the URL again, and closes the database if the URL has changed. If the URL can't be read, the last one stays
   * in use.
   */
  async function updateUrl(): Promise<void> {
    try {
      const url = readDatabaseUrl();
      urlFault = null;
      if (url === databaseUrl) return;
      databaseUrl = url;
      await close();
    } catch (error) {
      const { message } = error as Error;
      if (message !== urlFault) log("secret.ignored", { error: message });
      urlFault = message;
    }
  }

  return {
    async findCurrent(isServing) {
      await updateUrl();
      // An open connection stays with its server, even if the address leads to another one by now.
      if (store !== null && performance.now() - openedAt > store.database.reopenMs) await close();
      // After content has been served, creating an empty database would hide that the file is gone.
      store ??= await open(!isServing);
      try {
        return await store.findCurrent();
      } catch (error) {
        if (!(error instanceof FileReplacedError)) throw error;
        // Closed first, because the old connection holds locks on files that the new one uses too.
        await close();
        store = await open(!isServing);
        return store.findCurrent();
      }
    },
    pollMs: () => store!.database.pollMs,
    makeImage: (signal) => options.build(databaseUrl, imageFolder, signal),
    close,
  };
}
