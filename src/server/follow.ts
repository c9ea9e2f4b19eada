/**
 * Follows a database: polls it, loads each later version in a worker, and serves it. It follows the publication with the
 * latest time, and never goes back to an older one, whatever database answers.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import { isLater, type Publication } from "../domain/publication.ts";
import { notPolled, type PollResult } from "../http/request-context.ts";
import type { Store } from "../store/store.ts";
import { createConnection } from "./connection.ts";
import { type CopyPlace, identityOf } from "./copy.ts";
import { type Load, load } from "./load.ts";
import { describeSystemError, type Log, logOncePerText } from "./log/log.ts";

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

/** The delay after consecutive failures: it doubles, up to a maximum. */
const firstDelayMs = 300;
const pollDelayMax = 2000;
const loadDelayMax = 60_000;
const delayAfter = (failures: number, mostMs: number): number => Math.min(mostMs, firstDelayMs * 2 ** (failures - 1));

export function follow({ readDatabaseUrl, copyPath, log, onOpen, onContent, onPoll }: FollowOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const logOnce = logOncePerText(log);
  const connection = createConnection({
    readDatabaseUrl,
    onOpen,
    onUrlRead: (error) => logOnce("setting.unreadable", error, { setting: "TEACHERS_DATABASE_FILE" }),
  });
  let served: Publication | null = null;
  let pollFailures = 0;
  /** The version that could not be loaded last. */
  let failed = { id: "", count: 0, retryAt: 0 };
  /** Resolves when the last copy is written. */
  let written: Promise<void> = Promise.resolve();
  let result = notPolled;

  function report(change: Partial<PollResult>): void {
    result = { ...result, ...change };
    onPoll(result);
  }

  async function run(): Promise<void> {
    await startFromCopy();
    while (!signal.aborted) {
      const delayMs = await poll();
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
    await connection.close();
    await written;
  }

  async function startFromCopy(): Promise<void> {
    if (copyPath === null) return;
    try {
      await serve(load({ databaseUrl: null, copy: placeOf(connection.updateUrl()) }, signal, () => {}));
    } catch (error) {
      if (!signal.aborted) log("copy.failed", { error: (error as Error).message });
    }
  }

  const placeOf = (url: string): CopyPlace | null =>
    copyPath === null ? null : { path: copyPath, database: identityOf(url) };

  /** Polls the database, and serves what is later. Returns the delay until the next poll. */
  async function poll(): Promise<number> {
    let found: Awaited<ReturnType<typeof connection.poll>>;
    try {
      // After content was served, an empty database, or tables in an emptied file, would hide that it is gone.
      found = await connection.poll(served === null);
    } catch (error) {
      const databaseError = (error as Error).message;
      const serving = served === null ? "nothing" : `version ${served.version}`;
      logOnce("database.unreachable", databaseError, { serving });
      report({ outcome: "unreachable", databaseError });
      return delayAfter(++pollFailures, pollDelayMax);
    }
    const { current, lastBackup, pollMs } = found;
    if (pollFailures > 0) log("database.reachable");
    logOnce("database.unreachable", null);
    pollFailures = 0;
    result = { ...result, databaseError: null, newestVersion: current?.version ?? null, lastBackup };
    if (current?.id === served?.id) {
      report({ outcome: current === null ? "nothing published" : "current", loadError: null, olderAdvice: null });
      return pollMs;
    }
    if (current === null || (served !== null && !isLater(current, served))) {
      reportOlder(current, served!);
      return pollMs;
    }
    return Math.min(pollMs, await update(current));
  }

  /** Reports that the database has only older publications. Logs it once, until the database has a later one. */
  function reportOlder(current: Publication | null, { version, publishedAt }: Publication): void {
    const olderAdvice = adviseOnOlder(current, publishedAt, copyPath !== null);
    if (result.olderAdvice === null) {
      const newest = current === null ? "none" : `version ${current.version} of ${current.publishedAt}`;
      const serving = `version ${version} of ${publishedAt}`;
      log("database.older", { serving, newest, advice: olderAdvice, copy: copyPath ?? undefined });
    }
    report({ outcome: "older", olderAdvice });
  }

  /** Loads and serves the newest version. Returns the delay until the next attempt; 0 if it has succeeded. */
  async function update(current: Publication): Promise<number> {
    if (failed.id !== current.id) failed = { id: current.id, count: 0, retryAt: 0 };
    report({ outcome: "not served", olderAdvice: null });
    const start = performance.now();
    if (failed.retryAt > start) return failed.retryAt - start;
    try {
      // An older copy must not replace a newer one.
      await written;
      const databaseUrl = connection.updateUrl();
      const loading = load({ databaseUrl, copy: placeOf(databaseUrl) }, signal, (error) =>
        logOnce("copy.failed", error),
      );
      written = loading.done;
      await serve(loading);
      report({ outcome: "current", loadError: null });
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      const delayMs = delayAfter(++failed.count, loadDelayMax);
      const now = performance.now();
      failed.retryAt = now + delayMs;
      const { message } = error as Error;
      log("version.not_loaded", {
        version: current.version,
        error: message,
        ms: Math.round(now - start),
        retry_ms: delayMs,
      });
      report({ loadError: summarize(message) });
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

  const finished = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
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

const reasonMax = 400;

/** The first line of a message as a sentence without URLs and paths, which belong in the log only. */
function summarize(message: string): string {
  const [line] = message.split("\n");
  const text = describeSystemError(new Error(line))
    .replace(/\b(?:sqlite|postgres(?:ql)?):\S+?(?=:?(?:\s|$))/g, "the database")
    .replace(/'\/[^']*'|(?<!\S)\/[^\s:]+/g, "a file")
    .slice(0, reasonMax);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
