/** The database that a server polls: opened on demand, reopened after a failure, and replaced by its primary if it lags. */
import type { Publication } from "../domain/publication.ts";
import { openStore, type Store } from "../store/store.ts";
import type { Log } from "./log.ts";

interface PolledDatabaseOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
  /** Called when something may have been published. */
  onPublication(): void;
}

export interface PolledDatabase {
  /**
   * The current publication; null if there is none. Returns `served` if a standby lags behind it and no primary answers.
   * Throws if the database does not answer.
   */
  findCurrent(served: Publication | null): Promise<Publication | null>;
  /** The open database. Throws before the first call of {@link findCurrent}, and after {@link close}. */
  connection(): Store["database"];
  /** Closes the database until it is needed again. */
  close(): Promise<void>;
}

/** How long a database may take to answer a poll. */
const answerMs = 2000;
/** How long a poll waits for another writer if tables must be migrated. */
const lockWaitMs = 1000;
/** How long we read from a standby, or from any database but the first, before trying the list again. */
const secondChoiceMs = 30_000;

/** Opens nothing yet. */
export function createPolledDatabase(options: PolledDatabaseOptions): PolledDatabase {
  const { databaseUrl, log, onOpen, onPublication } = options;
  let store: Store | null = null;
  let openedAt = 0;
  let lastName: string | null = null;

  async function open(wanted: "any" | "primary", create: boolean): Promise<Store> {
    const opened = await openStore(databaseUrl, { lockWaitMs, answerMs, create, wanted });
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    const { name } = opened.database;
    if (lastName !== null && lastName !== name) log("database.switched", { database: name });
    lastName = name;
    openedAt = performance.now();
    opened.database.listen(onPublication);
    return opened;
  }

  async function close(): Promise<void> {
    const closing = store;
    store = null;
    await closing?.close().catch(() => {});
  }

  return {
    async findCurrent(served) {
      if (store?.database.isFirstChoice === false && performance.now() - openedAt > secondChoiceMs) await close();
      // After content has been served, creating an empty database would hide that the file is gone.
      const create = served === null;
      store ??= await open("any", create);
      const current = await store.findCurrent();
      if (served === null || (current?.version ?? 0) >= served.version || !(await store.database.isStandby())) {
        return current;
      }
      // A standby may just lag behind. Only a writable database can tell that the version served was discarded.
      const primary = await open("primary", create).catch(() => null);
      if (primary === null) return served;
      await close();
      store = primary;
      return store.findCurrent();
    },
    connection() {
      if (store === null) throw new Error("The database is not open");
      return store.database;
    },
    close,
  };
}
