/**
 * The database that a server polls. It is opened on demand, reopened after a failure, and replaced by its primary if it
 * is a lagging standby. A database server whose timeline is older than that of the version served is never read.
 */
import { FileReplacedError, type ListedDatabase, TimelineError, type Wanted } from "../../store/engine.ts";
import { chooseDatabase } from "../../store/postgres/choose-database.ts";
import { openStore, type Polled, type Store } from "../../store/store.ts";
import type { Log } from "../log/log.ts";
import { readTimeline, writeTimeline } from "./follow-state.ts";
import type { PublicationSource } from "./follower.ts";

export interface PolledDatabaseOptions {
  readonly log: Log;
  /** Called when something may have been published. */
  onPublication(): void;
  /** Reads the URL of the database before every poll, because its file may change. Throws if it can't. */
  readDatabaseUrl(): string;
  /** The folder for images, and for the timeline of the served version. */
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

/**
 * A database as a source; opens nothing yet. A poll returns the served publication if only a lagging standby answers. A
 * poll throws if no database answers, or if the timeline of the database is too old.
 */
export function createPolledDatabase(options: PolledDatabaseOptions): PublicationSource {
  const { readDatabaseUrl, imageFolder, log, onOpen, onPublication } = options;
  let store: Store | null = null;
  /** The last URL that was read, and why it could not be read again; null if it could. */
  let databaseUrl = "";
  let urlFault: string | null = null;
  let askedAt = 0;
  /** The listed databases as they were at `askedAt`. */
  let listed: readonly ListedDatabase[] = [];
  let lastName: string | null = null;
  let known = readTimeline(imageFolder);
  /** The logged problems of databases other than the selected one, by label. */
  const logged = new Map<string, string>();

  async function open(wanted: Wanted, create: boolean): Promise<Store> {
    const how = { lockWaitMs, answerMs, create, migrates: true, wanted, known, onAsked };
    const opened = await openStore(databaseUrl, how);
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    const { name } = opened.database;
    if (lastName !== null && lastName !== name) log("database.switched", { database: name });
    lastName = name;
    askedAt = performance.now();
    opened.database.listen(onPublication);
    return opened;
  }

  /**
   * Logs new problems of databases other than the selected one. If none is selected, the error of the poll lists them
   * all.
   */
  function onAsked(databases: readonly ListedDatabase[]): void {
    listed = databases;
    const isAnySelected = databases.some(({ isSelected }) => isSelected);
    for (const { label, problem } of databases) {
      if (problem === null) logged.delete(label);
      else if (isAnySelected && logged.get(label) !== problem) {
        log("database.ignored", { database: label, error: problem });
        logged.set(label, problem);
      }
    }
  }

  async function replace(next: Store | null): Promise<void> {
    const replaced = store;
    store = next;
    await replaced?.close().catch(() => {});
  }

  /** Checks all databases and chooses again. If none answers, polls continue on the open connection. */
  async function askAgain(create: boolean): Promise<void> {
    askedAt = performance.now();
    const chosen = await open("any", create).catch((error: Error) => {
      if (error instanceof TimelineError) throw error;
      return null;
    });
    if (chosen !== null) await replace(chosen);
  }

  /**
   * Polls the open database. Checks its timeline, because the database may have been promoted, or replaced by another
   * one.
   */
  async function poll({ database, poll }: Store): Promise<Polled> {
    const polled = await poll();
    if (polled.server === null) return polled;
    const [refusal] = chooseDatabase([{ name: database.name, answer: polled.server }], known, "any").refusals;
    if (refusal) throw refusal;
    return polled;
  }

  /** Polls the open database. If another file took its place, such as a newer copy, opens that one. */
  async function pollOpened(opened: Store, create: boolean): Promise<Polled> {
    try {
      return await poll(opened);
    } catch (error) {
      if (!(error instanceof FileReplacedError)) throw error;
      // Closed first, because the old connection holds locks on files that the new one uses too.
      await replace(null);
      store = await open("any", create);
      return poll(store);
    }
  }

  function remember({ current, server }: Polled): void {
    const timeline = server?.timeline ?? null;
    if (current === null || timeline === null || Bun.deepEquals(timeline, known)) return;
    known = timeline;
    writeTimeline(imageFolder, timeline);
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
      await replace(null);
    } catch (error) {
      const { message } = error as Error;
      if (message !== urlFault) log("secret.ignored", { error: message });
      urlFault = message;
    }
  }

  function connection(): Store["database"] {
    if (store === null) throw new Error("The database is not open");
    return store.database;
  }

  return {
    async findCurrent(served) {
      await updateUrl();
      // After content has been served, creating an empty database would hide that the file is gone.
      const create = served === null;
      if (store === null) store = await open("any", create);
      else if (performance.now() - askedAt > store.database.askAgainMs) await askAgain(create);
      let polled = await pollOpened(store, create);
      if (served !== null && (polled.current?.version ?? 0) < served.version && polled.server?.isStandby) {
        // A standby may lag. Only a primary proves that the served version was discarded.
        const primary = await open("primary", create).catch(() => null);
        if (primary === null) return served;
        await replace(primary);
        polled = await poll(primary);
      }
      remember(polled);
      return polled.current;
    },
    pollMs: () => connection().pollMs,
    makeImage: (signal) => options.build(connection().url, imageFolder, signal),
    databases: () => listed,
    close: () => replace(null),
  };
}
