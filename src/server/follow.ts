/**
 * Follows a database: polls it, loads each later version in a thread, and serves it. It follows the publication with the
 * latest time, and never goes back to an older one, whatever database answers.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import { isLater, type Version } from "../domain/version.ts";
import { notPolled, type PollResult } from "../http/request-context.ts";
import { StoreError } from "../store/failure.ts";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import { identityOf } from "./copy.ts";
import { type Log, logOncePerText } from "./log.ts";
import { runInThread, type ThreadMessage } from "./thread.ts";

export interface FollowOptions extends ConnectionOptions {
  /** The file of the server's own copy; null for SQLite, which needs none. */
  readonly copyPath: string | null;
  readonly log: Log;
  /** Called with each version, and the time that it took to load. */
  onContent(content: Content, words: Words, ms: number): void;
  onPoll(result: PollResult): void;
}

/** The delay after consecutive failures: it doubles, up to a maximum. */
const delayAfter = (failures: number, maxMs: number): number => Math.min(maxMs, 300 * 2 ** (failures - 1));
const pollDelayMaxMs = 2000;
const loadDelayMaxMs = 30_000;

export function follow({ copyPath, log, onContent, onPoll, ...database }: FollowOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const logOnce = logOncePerText(log);
  const connection = createConnection(database, (error) =>
    logOnce("setting.unreadable", error, { setting: "TEACHERS_DATABASE_FILE" }),
  );
  let served: Version | null = null;
  let result = notPolled;
  let pollFailures = 0;
  let loadFailures = 0;

  function report(change: Partial<PollResult>): void {
    result = { ...result, ...change };
    onPoll(result);
  }

  async function run(): Promise<void> {
    if (copyPath !== null)
      await load(null).catch((error: Error) => signal.aborted || log("copy.failed", { error: error.message }));
    while (!signal.aborted) await sleep(await poll(), undefined, { signal }).catch(() => {});
    await connection.close();
  }

  /** Polls the database, and serves what is later. Returns the delay until the next poll. */
  async function poll(): Promise<number> {
    let found: Awaited<ReturnType<typeof connection.poll>>;
    try {
      // After content was served, an empty database, or tables in an emptied file, would hide that it is gone.
      found = await connection.poll(served === null);
    } catch (error) {
      const databaseError = (error as Error).message;
      logOnce("database.unreachable", databaseError, { serving: describe(served) });
      report({ outcome: "unreachable", databaseError });
      return delayAfter(++pollFailures, pollDelayMaxMs);
    }
    const { current, lastBackup, pollMs, name } = found;
    if (pollFailures > 0) log("database.reachable");
    logOnce("database.unreachable", null);
    const isEmpty = current === null && served === null;
    logOnce("database.empty", isEmpty ? new StoreError("empty", name).message : null);
    pollFailures = 0;
    result = { ...result, databaseError: null, newestVersion: current?.number ?? null, lastBackup };
    if (current?.id === served?.id)
      report({ outcome: current === null ? "nothing published" : "current", loadError: null, olderAdvice: null });
    else if (served !== null && (current === null || !isLater(current, served))) reportOlder(current, served);
    else return update(current!.number, pollMs);
    return pollMs;
  }

  /** Reports that the database has only older publications. Logs it once, until the database has a later one. */
  function reportOlder(newest: Version | null, newer: Version): void {
    const olderAdvice = adviseOnOlder(newest, newer.publishedAt, copyPath !== null);
    if (result.olderAdvice === null) {
      const copy = copyPath ?? undefined;
      log("database.older", { serving: describe(newer), newest: describe(newest), advice: olderAdvice, copy });
    }
    report({ outcome: "older", olderAdvice });
  }

  /** Loads and serves the newest version. Returns the delay until the next poll: none if the version is served. */
  async function update(version: number, pollMs: number): Promise<number> {
    report({ outcome: "not served", olderAdvice: null });
    const start = performance.now();
    try {
      const isServed = await load(connection.updateUrl());
      loadFailures = 0;
      report({ outcome: isServed ? "current" : "not served", loadError: null });
      return isServed ? 0 : pollMs;
    } catch (error) {
      if (signal.aborted) return 0;
      const loadError = (error as Error).message;
      const retryMs = delayAfter(++loadFailures, loadDelayMaxMs);
      const ms = Math.round(performance.now() - start);
      log("version.not_loaded", { version, error: loadError, ms, retry_ms: retryMs });
      report({ loadError });
      return retryMs;
    }
  }

  /**
   * Loads the version of a database or, for null, of the copy, and serves it if it is later: another database may have
   * answered meanwhile. Returns whether it is served. Resolves after the copy is written, so that an older copy never
   * replaces a newer one.
   */
  async function load(url: string | null): Promise<boolean> {
    const start = performance.now();
    const before = served;
    const copy = copyPath === null ? null : { path: copyPath, database: identityOf(url ?? connection.updateUrl()) };
    const onMessage = (message: ThreadMessage): void => {
      if ("copyError" in message) logOnce("copy.failed", message.copyError);
      if (!("content" in message)) return;
      const { content, words } = message;
      if (served !== null && !isLater(content.version, served)) return;
      served = content.version;
      onContent(content, words, performance.now() - start);
    };
    await runInThread({ load: url, copy }, onMessage, signal);
    return served !== before;
  }

  const finished = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await finished;
    },
  };
}

const describe = (version: Version | null): string =>
  version === null ? "nothing" : `version ${version.number} of ${version.publishedAt}`;

/** Clocks differ by less, unless one runs ahead. */
const aheadMs = 60_000;

/** The way out, for a database that has only older publications than the one served. */
function adviseOnOlder(newest: Version | null, servedAt: string, hasCopy: boolean): string {
  if (Date.parse(servedAt) > Date.now() + aheadMs) {
    const deletion = hasCopy ? "delete the server's copy, which the log names, and " : "";
    return `the version served has a time in the future: ${deletion}restart the server`;
  }
  if (newest === null) return "import the last file again, or restore a backup";
  return `\`teachers rollback ${newest.number}\` publishes the newest version of the database again`;
}
