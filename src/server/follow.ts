/**
 * Follows a database: polls it, loads each later version in a worker, and serves it. It follows the publication with the
 * latest time, and never goes back to an older one, whatever database answers.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import { isLater, type Publication } from "../domain/publication.ts";
import type { PollResult } from "../http/request-context.ts";
import { sqlitePath } from "../store/database-url.ts";
import { isFailure } from "../store/failure.ts";
import { openStore, type Store } from "../store/store.ts";
import type { CopyPlace } from "./copy.ts";
import { identityOf } from "./copy-path.ts";
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
  /**
   * Called with each version, and the time that it took to load. The words of the first one may come later, so that its
   * list need not wait for them.
   */
  onContent(content: Content, words: Words | Promise<Words>, ms: number): void;
  onPoll(result: PollResult): void;
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
  let openedAt = 0;
  let databaseUrl = "";
  let served: Publication | null = null;
  let pollFailures = 0;
  /** The consecutive failures to load a version. */
  let loadFailures = { id: "", count: 0, retryAt: 0 };
  /** Resolves when the last copy is written. */
  let written: Promise<void> = Promise.resolve();
  let reported: Omit<PollResult, "outcome"> = {
    databaseError: null,
    newestVersion: null,
    loadError: null,
    olderAdvice: null,
    lastBackup: null,
  };
  /** The last text of each event that is logged again only when its text changes. */
  const logged = new Map<string, string>();

  function report(outcome: PollResult["outcome"], change: Partial<typeof reported> = {}): void {
    reported = { ...reported, ...change };
    onPoll({ outcome, ...reported });
  }

  function logOnce<Fields extends { readonly error: string }>(
    event: "copy.not_written" | "database.unreachable" | "secret.ignored",
    fields: Fields,
  ): void {
    if (logged.get(event) !== fields.error) log(event, fields);
    logged.set(event, fields.error);
  }

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
      if (copyPath !== null) await serve(load({ databaseUrl: null, copy: copyPlace() }, signal, () => {}));
    } catch (error) {
      if (!signal.aborted) log("copy.ignored", { error: (error as Error).message });
    }
  }

  const copyPlace = (): CopyPlace | null =>
    copyPath === null ? null : { path: copyPath, database: identityOf(databaseUrl) };

  /** Polls the database, and serves what is later. Returns the delay until the next poll. */
  async function poll(): Promise<number> {
    let current: Publication | null;
    let lastBackup: number | null;
    try {
      current = await findCurrent();
      lastBackup = await findLastBackup();
    } catch (error) {
      await close();
      const databaseError = (error as Error).message;
      const serving = served === null ? "nothing" : `version ${served.version}`;
      logOnce("database.unreachable", { serving, error: databaseError });
      report("unreachable", { databaseError });
      return delayAfter(++pollFailures, pollDelayMax);
    }
    if (pollFailures > 0) log("database.reachable");
    logged.delete("database.unreachable");
    pollFailures = 0;
    reported = { ...reported, databaseError: null, newestVersion: current?.version ?? null, lastBackup };
    const { pollMs, url } = store!.database;
    if (served !== null && current?.id !== served.id && (current === null || !isLater(current, served))) {
      reportOlder(current, served);
      return pollMs;
    }
    if (current === null || current.id === served?.id) {
      report(current === null ? "nothing published" : "current", { loadError: null, olderAdvice: null });
      return pollMs;
    }
    return Math.min(pollMs, await update(url, current));
  }

  async function findCurrent(): Promise<Publication | null> {
    updateUrl();
    // An open connection stays with its server, even if the address leads to another one by now.
    if (store !== null && performance.now() - openedAt > store.database.reopenMs) await close();
    store ??= await open();
    try {
      return await store.findCurrent();
    } catch (error) {
      if (!isFailure(error, "replaced")) throw error;
      // Closed first, because the old connection holds locks on files that the new one uses too.
      await close();
      store = await open();
      return store.findCurrent();
    }
  }

  async function findLastBackup(): Promise<number | null> {
    if (sqlitePath(databaseUrl) === null) return null;
    const at = await store!.findLastBackup();
    return at === null ? 0 : Date.parse(at) / 1000;
  }

  /** Reports that the database has only older publications. Logs it once, until the database has a later one. */
  function reportOlder(current: Publication | null, { version, publishedAt }: Publication): void {
    const olderAdvice = adviseOnOlder(current, publishedAt, copyPath !== null);
    if (reported.olderAdvice === null) {
      const newest = current === null ? "none" : `version ${current.version} of ${current.publishedAt}`;
      const serving = `version ${version} of ${publishedAt}`;
      log("database.older", { serving, newest, advice: olderAdvice, copy: copyPath ?? undefined });
    }
    report("older", { olderAdvice });
  }

  /** Loads and serves the newest version. Returns the delay until the next attempt; 0 if it has succeeded. */
  async function update(url: string, current: Publication): Promise<number> {
    if (loadFailures.id !== current.id) loadFailures = { id: current.id, count: 0, retryAt: 0 };
    const waitMs = loadFailures.retryAt - performance.now();
    report("not served", { olderAdvice: null });
    if (waitMs > 0) return waitMs;
    const start = performance.now();
    try {
      // An older copy must not replace a newer one.
      await written;
      const loading = load({ databaseUrl: url, copy: copyPlace() }, signal, (error) =>
        logOnce("copy.not_written", { error }),
      );
      written = loading.done;
      await serve(loading);
      report("current", { loadError: null });
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      const delayMs = delayAfter(++loadFailures.count, loadDelayMax);
      loadFailures.retryAt = performance.now() + delayMs;
      const { message } = error as Error;
      const ms = Math.round(performance.now() - start);
      log("version.not_loaded", { version: current.version, error: message, ms, retry_ms: delayMs });
      report("not served", { loadError: summarize(message) });
      return delayMs;
    }
  }

  /** Serves what is loaded, if it is later: another database may have answered meanwhile. */
  async function serve({ content: loaded, words }: Load): Promise<void> {
    const start = performance.now();
    const content = await loaded;
    if (content === null || (served !== null && !isLater(content.publication, served))) return;
    const isFirst = served === null;
    if (isFirst) onContent(content, words, performance.now() - start);
    const built = await words;
    if (!isFirst) onContent(content, built, performance.now() - start);
    served = content.publication;
  }

  async function open(): Promise<Store> {
    // After content was served, creating an empty database, or tables in an emptied file, would hide that it is gone.
    const isFirst = served === null;
    const migrates = isFirst ? "if allowed" : false;
    const opened = await openStore(databaseUrl, { lockWaitMs, answerMs, create: isFirst, migrates });
    try {
      await onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    openedAt = performance.now();
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
      logOnce("secret.ignored", { error: (error as Error).message });
    }
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

/** Clocks differ by less, unless one runs ahead. */
const aheadMs = 60_000;

/** The way out, for a database that has only older publications than the one served. */
function adviseOnOlder(newest: Publication | null, servedAt: string, hasCopy: boolean): string {
  if (Date.parse(servedAt) > Date.now() + aheadMs) {
    const deletion = hasCopy ? "delete the server's copy, which the log names, and " : "";
    return `the version served has a time in the future: ${deletion}restart the server`;
  }
  if (newest === null) return "import the last file again, or restore a backup";
  return `\`teachers rollback ${newest.version}\` publishes the newest version of the database again`;
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
