/** Follows a database: polls it, loads each newer version in a worker, and serves it. It never goes back. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Words } from "../directory/finding/words.ts";
import type { Content } from "../directory/plain/content.ts";
import type { Publication } from "../domain/publication.ts";
import { identityOf } from "../store/database-url.ts";
import { openStore, type Store } from "../store/store.ts";
import type { CopyPlace } from "./copy.ts";
import { type Load, load } from "./load.ts";
import { describeSystemError, type Log } from "./log/log.ts";

export interface FollowOptions {
  /** Reads the URL before every poll, because its file may change. Throws if it can't. */
  readDatabaseUrl(): string;
  /** The file of the server's own copy; null for SQLite, which needs none. */
  readonly copyPath: string | null;
  readonly log: Log;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
  /** Called with each version. The first one comes before its words, without which nobody can search. */
  onContent(content: Content, words: Words | null): void;
  onPoll(result: PollResult): void;
}

export interface PollResult {
  readonly outcome: "not polled" | "current" | "nothing published" | "unreachable" | "not served";
  readonly databaseError: string | null;
  readonly newestVersion: number | null;
  /** Why the newest version can't be loaded, as a sentence; null if nothing has failed. */
  readonly loadError: string | null;
}

/** How long a database may take to answer a poll, and how long a poll waits for another writer. */
const answerMs = 2000;
const lockWaitMs = 1000;

/** The delay after consecutive failures: it doubles, up to a maximum. */
const firstDelayMs = 300;
const pollDelayMax = 2000;
const loadDelayMax = 60_000;
const delayAfter = (failures: number, mostMs: number): number => Math.min(mostMs, firstDelayMs * 2 ** (failures - 1));

export function follow({ readDatabaseUrl, copyPath, log, onOpen, onContent, onPoll }: FollowOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Aborted to end the current sleep between two polls, or to skip the next one. */
  let waking = new AbortController();
  let store: Store | null = null;
  let databaseUrl = "";
  let served: Publication | null = null;
  let newestVersion: number | null = null;
  /** Consecutive failures to poll, and to load one version. */
  let pollFailures = 0;
  let loadFailures = { id: "", count: 0, retryAt: 0 };
  let loadError: string | null = null;
  let databaseError: string | null = null;
  /** Resolves when the last copy is written. */
  let written: Promise<void> = Promise.resolve();
  /** The last text of each event that is logged again only when its text changes. */
  const logged = new Map<string, string>();

  const report = (outcome: PollResult["outcome"]): void => onPoll({ outcome, databaseError, newestVersion, loadError });

  const copyPlace = (): CopyPlace | null =>
    copyPath === null ? null : { path: copyPath, database: identityOf(databaseUrl) };

  async function run(): Promise<void> {
    await startFromCopy();
    while (!signal.aborted) {
      const delayMs = await poll();
      await sleep(delayMs, undefined, { signal: waking.signal }).catch(() => {});
      waking = new AbortController();
    }
    await close();
    await written;
  }

  async function startFromCopy(): Promise<void> {
    try {
      updateUrl();
      if (copyPath === null) return;
      await serve(load({ databaseUrl: null, copy: copyPlace() }, signal, () => {}));
    } catch (error) {
      if (!signal.aborted) log("copy.ignored", { error: (error as Error).message });
    }
  }

  /** Polls the database, and serves what is newer. Returns the delay until the next poll. */
  async function poll(): Promise<number> {
    let current: Publication | null;
    try {
      updateUrl();
      store ??= await open();
      current = await store.findCurrent();
    } catch (error) {
      await close();
      databaseError = (error as Error).message;
      const serving = served === null ? "nothing" : `version ${served.version}`;
      logOnce("database.unreachable", databaseError, { serving, error: databaseError });
      report("unreachable");
      return delayAfter(++pollFailures, pollDelayMax);
    }
    if (pollFailures > 0) log("database.reachable");
    logged.delete("database.unreachable");
    pollFailures = 0;
    databaseError = null;
    newestVersion = current?.version ?? null;
    const { pollMs } = store.database;
    if (current !== null && isNewer(current)) {
      const waitMs = await update(store.database.url, current);
      return Math.min(pollMs, waitMs);
    }
    loadError = null;
    report(current === null ? "nothing published" : "current");
    return pollMs;
  }

  /** Times are ISO 8601 in UTC, so they compare as texts. */
  function isNewer({ publishedAt }: Publication): boolean {
    return served === null || publishedAt > served.publishedAt;
  }

  /** Loads and serves the newest version. Returns the delay until the next attempt; 0 if it has succeeded. */
  async function update(url: string, current: Publication): Promise<number> {
    if (loadFailures.id !== current.id) loadFailures = { id: current.id, count: 0, retryAt: 0 };
    const waitMs = loadFailures.retryAt - performance.now();
    report("not served");
    if (waitMs > 0) return waitMs;
    const start = performance.now();
    try {
      const onCopyError = (error: string): void => logOnce("copy.not_written", error, { error });
      // An older copy must not replace a newer one.
      await written;
      const loading = load({ databaseUrl: url, copy: copyPlace() }, signal, onCopyError);
      written = loading.done;
      await serve(loading);
      loadError = null;
      report("current");
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      const delayMs = delayAfter(++loadFailures.count, loadDelayMax);
      loadFailures.retryAt = performance.now() + delayMs;
      const { message } = error as Error;
      loadError = summarize(message);
      const ms = Math.round(performance.now() - start);
      log("version.not_loaded", { version: current.version, error: message, ms, retry_ms: delayMs });
      report("not served");
      return delayMs;
    }
  }

  /** Serves what is loaded, if it is newer: another database may have answered meanwhile. */
  async function serve({ content: loaded, words }: Load): Promise<void> {
    const content = await loaded;
    if (content === null || !isNewer(content.publication)) return;
    if (served === null) onContent(content, null);
    onContent(content, await words);
    served = content.publication;
  }

  async function open(): Promise<Store> {
    // After content was served, creating an empty database would hide that the file is gone.
    const opened = await openStore(databaseUrl, { lockWaitMs, answerMs, create: served === null, migrates: true });
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    opened.database.listen(() => {
      loadFailures.retryAt = 0;
      waking.abort();
    });
    return opened;
  }

  async function close(): Promise<void> {
    const closed = store;
    store = null;
    await closed?.close().catch(() => {});
  }

  /** Reads the URL again. If it can't be read, the last one stays in use. */
  function updateUrl(): void {
    try {
      const url = readDatabaseUrl();
      logged.delete("secret.ignored");
      if (url === databaseUrl) return;
      databaseUrl = url;
      void close();
    } catch (error) {
      if (databaseUrl === "") throw error;
      const { message } = error as Error;
      logOnce("secret.ignored", message, { error: message });
    }
  }

  function logOnce(
    event: "copy.not_written" | "database.unreachable" | "secret.ignored",
    text: string,
    fields: { readonly serving?: string; readonly error: string },
  ): void {
    if (logged.get(event) !== text) log(event, fields);
    logged.set(event, text);
  }

  const finished = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      waking.abort();
      await finished;
    },
  };
}

const reasonMax = 200;

/** The first line of a message as a sentence without URLs and paths, which belong in the log only. */
function summarize(message: string): string {
  const [line] = message.split("\n");
  const text = describeSystemError(new Error(line))
    .replace(/\b(?:sqlite|postgres(?:ql)?):\S+?(?=:?(?:\s|$))/g, "the database")
    .replace(/'\/[^']*'|(?<!\S)\/[^\s:]+/g, "a file")
    .slice(0, reasonMax);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
