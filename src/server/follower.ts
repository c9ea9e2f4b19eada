/** Follows the publications of a database: has an image of each new one built, and passes it on. */
import { existsSync } from "node:fs";
import type { Publication } from "../domain/publication.ts";
import { type Image, openCheckedImage, openImage, openNewestImage, unmapReplacedImages } from "../image/image-file.ts";
import {
  findStamp,
  imagePathOf,
  makeWritableFolder,
  removeOtherImages,
  UnwritableFolderError,
} from "../image/image-files.ts";
import { openStore, type Store } from "../store/store.ts";
import { createBuildRetry } from "./build-retry.ts";
import { runBuilder } from "./builder.ts";
import type { Log, LogEvent } from "./log.ts";

export interface FollowOptions {
  readonly databaseUrl: string;
  readonly imageFolder: string;
  readonly log: Log;
  /** Called with each new version, and at the start with the newest image in the folder. */
  onImage(image: Image): void;
  /** Called after every poll of the database, and before an image is built. */
  onPoll(result: PollResult): void;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
}

/** The outcome of a poll: up to date, nothing published, no answer, or a version that is not served yet. */
export type PollOutcome = "current" | "nothing published" | "unreachable" | "not built";

export interface PollResult {
  readonly outcome: PollOutcome;
  /** The newest version known to be in the database; null if it has none, or has not answered yet. */
  readonly newestVersion: number | null;
  /** Why the image of the newest version can't be built, as a sentence; null if nothing has failed. */
  readonly buildError: string | null;
}

export interface Follower {
  /** Resolves after the first poll of the database, whatever its outcome. */
  readonly polled: Promise<void>;
  /** Checks every byte of the image served, and rebuilds it if it is damaged. */
  recheckImage(): void;
  stop(): Promise<void>;
}

/** Delays after consecutive failed polls, in milliseconds; the last one repeats. */
const backOffMs = [300, 600, 1200, 2000] as const;
/** How long a database may take to answer a poll. */
const answerMs = 2000;
/** How long a poll waits for another writer if tables must be migrated. */
const lockWaitMs = 1000;
/** How long we read from a standby, or from any database but the first, before trying the list again. */
const secondChoiceMs = 30_000;

/** Starts following: maps the newest image in the folder, then polls the database. */
export function followPublications(options: FollowOptions): Follower {
  const { databaseUrl, imageFolder, log, onImage, onPoll } = options;
  const stopping = new AbortController();
  const sleep = createInterruptibleSleep();
  let store: Store | null = null;
  let openedAt = 0;
  let databaseName: string | null = null;
  let served: Publication | null = null;
  let newestVersion: number | null = null;
  /** How long until the build is retried. */
  let waitMs = 0;
  /** The stamp of the image served; null if the file must be checked again. */
  let servedStamp: string | null = null;
  /** The errors logged since an image was last served, by event. */
  const logged = new Map<LogEvent, string>();
  let failures = 0;
  let isUnreachable = false;
  const retry = createBuildRetry();

  function report(outcome: PollOutcome): void {
    onPoll({ outcome, newestVersion, buildError: retry.reason() });
  }

  function serve(image: Image): void {
    const { version, id } = image.publication;
    if (served !== null && id !== served.id && version <= served.version)
      log("version.given_up", { version: served.version, id: served.id });
    served = image.publication;
    servedStamp = image.stamp;
    logged.clear();
    onImage(image);
    unmapReplacedImages();
  }

  async function open(wanted: "any" | "primary"): Promise<Store> {
    // After content has been served, creating an empty database would hide that the file is gone.
    const opened = await openStore(databaseUrl, { lockWaitMs, answerMs, create: served === null, wanted });
    try {
      await options.onOpen(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
    const { name } = opened.database;
    if (databaseName !== null && databaseName !== name) log("database.switched", { database: name });
    databaseName = name;
    openedAt = performance.now();
    opened.database.listen(() => {
      retry.hurry();
      sleep.interrupt();
    });
    return opened;
  }

  async function close(): Promise<void> {
    const closing = store;
    store = null;
    await closing?.close().catch(() => {});
  }

  async function findCurrent(): Promise<Publication | null> {
    if (store?.database.isFirstChoice === false && performance.now() - openedAt > secondChoiceMs) await close();
    store ??= await open("any");
    const current = await store.findCurrent();
    if (served === null || (current?.version ?? 0) >= served.version || !(await store.database.isStandby())) {
      return current;
    }
    // A standby may just lag behind. Only a writable database can tell that the version served was discarded.
    const primary = await open("primary").catch(() => null);
    if (primary === null) return served;
    await close();
    store = primary;
    return store.findCurrent();
  }

  async function poll(): Promise<PollOutcome> {
    let current: Publication | null;
    try {
      current = await findCurrent();
      if (isUnreachable) log("database.reachable");
      isUnreachable = false;
    } catch (error) {
      if (!isUnreachable) log("database.unreachable", { error: (error as Error).message });
      isUnreachable = true;
      await close();
      return "unreachable";
    }
    newestVersion = current?.version ?? null;
    if (current === null) {
      retry.clear();
      return "nothing published";
    }
    const isServed = current.id === served?.id;
    // If the file was removed, replaced or damaged, it is checked and rebuilt, because processes that start later need it.
    // A lagging standby, for which `current` is `served` itself, can't rebuild it.
    if (isServed && (current === served || isIntact())) {
      retry.clear();
      return "current";
    }
    waitMs = retry.waitMs(current.id);
    if (waitMs > 0) return "not built";
    report("not built");
    try {
      const image = await findImage(current);
      serve(image);
      newestVersion = image.publication.version;
      retry.clear();
      // After the file was lost, two servers that share a folder by mistake could remove each other's images forever.
      if (!isServed) removeOthers(image.path);
      return "current";
    } catch (error) {
      if (stopping.signal.aborted) return "not built";
      waitMs = retry.fail(current.id, error as Error);
      const { message } = error as Error;
      if (error instanceof UnwritableFolderError) logOnce("image.build_failed", error);
      else log("image.build_failed", { version: current.version, error: message, retry_ms: waitMs });
      return "not built";
    }
  }

  /** Logs a persistent fault once, not on every retry. */
  function logOnce(event: LogEvent, { message }: Error): void {
    if (logged.get(event) !== message) log(event, { error: message });
    logged.set(event, message);
  }

  /** Whether the file of the image served is unchanged since it was checked. */
  function isIntact(): boolean {
    return servedStamp !== null && findStamp(imagePathOf(imageFolder, served!.id)) === servedStamp;
  }

  function removeOthers(path: string): void {
    try {
      removeOtherImages(imageFolder, path);
    } catch (error) {
      log("image.not_removed", { error: (error as Error).message });
    }
  }

  /** The image of a publication: the existing file, or else a new image of the newest publication. */
  async function findImage({ id }: Publication): Promise<Image> {
    const lastPath = imagePathOf(imageFolder, id);
    try {
      return await openCheckedImage(lastPath);
    } catch (error) {
      // The file is missing, or damaged; damage at the start was already logged. Either way the image is built now.
      if (id === served?.id && existsSync(lastPath)) logOnce("image.ignored", error as Error);
    }
    makeWritableFolder(imageFolder);
    const start = performance.now();
    const { path, rowsRead, fromVersion } = await runBuilder(store!.database.url, imageFolder, stopping.signal);
    // Not checked: it was just written, and reading gigabytes back would block all requests.
    const image = openImage(path);
    log("image.built", {
      version: image.publication.version,
      from: fromVersion === null ? "all teachers" : `version ${fromVersion}`,
      rows_read: rowsRead,
      ms: Math.round(performance.now() - start),
    });
    return image;
  }

  async function follow(polled: () => void): Promise<void> {
    const newest = await openNewestImage(imageFolder, (error) => log("image.ignored", { error: error.message }));
    if (newest !== null) serve(newest);
    while (!stopping.signal.aborted) {
      const outcome = await poll();
      failures = outcome === "unreachable" ? failures + 1 : 0;
      report(outcome);
      polled();
      const pollMs = store?.database.pollMs ?? backOffMs[0];
      if (failures > 0) await sleep.wait(backOffMs[Math.min(failures, backOffMs.length) - 1]!);
      else await sleep.wait(outcome === "not built" ? Math.min(pollMs, waitMs) : pollMs);
    }
    await close();
  }

  const { promise: polled, resolve } = Promise.withResolvers<void>();
  const finished = follow(resolve);
  return {
    polled,
    recheckImage() {
      servedStamp = null;
      sleep.interrupt();
    },
    async stop() {
      stopping.abort();
      sleep.interrupt();
      await finished;
    },
  };
}

/** An interruptible sleep. An interrupt before the sleep ends it at once. */
function createInterruptibleSleep(): { wait(ms: number): Promise<void>; interrupt(): void } {
  let isOver = false;
  let resume = (): void => {};
  return {
    async wait(ms) {
      if (!isOver) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        resume = resolve;
        await promise;
        clearTimeout(timer);
      }
      isOver = false;
    },
    interrupt() {
      isOver = true;
      resume();
    },
  };
}
