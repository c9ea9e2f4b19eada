/** Follows the publications of a database: has an image built of each new one and hands it on. */
import { existsSync } from "node:fs";
import type { Publication } from "../domain/publication.ts";
import { type Image, openImage, openImageInSlices, openNewestImage, unmapReplacedImages } from "../image/image-file.ts";
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
  /** Called with each version as it comes, and at first with the last image, whatever the database says. */
  onImage(image: Image): void;
  /** Called after every look at the database, and before an image is built. */
  onPoll(look: Look): void;
  /** Runs whenever the database was opened. */
  onOpen(store: Store): Promise<void>;
}

/** What came of a look: nothing new, nothing published at all, no answer, or a version that is not served yet. */
export type PollOutcome = "current" | "nothing published" | "unreachable" | "not built";

export interface Look {
  readonly outcome: PollOutcome;
  /** The newest version that the database is known to hold; null where it holds none, or has not answered yet. */
  readonly newestVersion: number | null;
  /** Why the image of that can't be built, as a sentence; null where nothing has failed. */
  readonly buildError: string | null;
}

export interface Follower {
  /** Resolves after the first look at the database, whatever came of it. */
  readonly looked: Promise<void>;
  /** Checks every byte of the image that is served, and has it built again where it is damaged. */
  recheckImage(): void;
  stop(): Promise<void>;
}

/** Waits after looks in a row that had no answer, in milliseconds; the last one repeats. */
const backOffMs = [300, 600, 1200, 2000] as const;
/** How long a database may take to answer a look. */
const answerMs = 2000;
/** How long a look waits for another writer where tables are to be brought up to date. */
const lockWaitMs = 1000;
/** How long we read from a standby, or a database further down the list, before we try the list again. */
const secondChoiceMs = 30_000;

/** Starts to follow: maps the newest image there is before the first look at the database. */
export function followPublications(options: FollowOptions): Follower {
  const { databaseUrl, imageFolder, log, onImage, onPoll } = options;
  const stopping = new AbortController();
  const rest = createRest();
  let store: Store | null = null;
  let openedAt = 0;
  let databaseName: string | null = null;
  let served: Publication | null = null;
  let newestVersion: number | null = null;
  /** How long until a build is tried again. */
  let waitMs = 0;
  /** The stamp of the image that is served; null where the file is to be checked again. */
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
    // Where content was published before, an empty database made here would hide that the file is gone.
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
      rest.end();
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
    // A standby may only lag behind. Whether the version served was given up, a database that takes writes says.
    const primary = await open("primary").catch(() => null);
    if (primary === null) return served;
    await close();
    store = primary;
    return store.findCurrent();
  }

  async function look(): Promise<PollOutcome> {
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
    // A file that was removed, replaced or damaged is checked and built again: processes that start later need it. A
    // standby that lags behind, for which `served` itself stands in, could not.
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
      // After a loss this could go on for ever between two servers that were given one folder by mistake.
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

  /** Logs a fault that lasts until somebody mends it, and not again at every try. */
  function logOnce(event: LogEvent, { message }: Error): void {
    if (logged.get(event) !== message) log(event, { error: message });
    logged.set(event, message);
  }

  /** Whether the file of the image that is served is as it was when it was checked. */
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

  /** The image of a publication: the one that lies there, or else a new one, of what is newest by then. */
  async function findImage({ id }: Publication): Promise<Image> {
    const lastPath = imagePathOf(imageFolder, id);
    try {
      return await openImageInSlices(lastPath);
    } catch (error) {
      // Not there yet, or damaged, which was reported at the start unless it happened since. Either way it is built now.
      if (id === served?.id && existsSync(lastPath)) logOnce("image.ignored", error as Error);
    }
    makeWritableFolder(imageFolder);
    const start = performance.now();
    const { path, rowsRead, fromVersion } = await runBuilder(store!.database.url, imageFolder, stopping.signal);
    // Written a moment ago: a check would read gigabytes of what the kernel still holds, and answer nobody meanwhile.
    const image = openImage(path, { isChecked: true });
    log("image.built", {
      version: image.publication.version,
      from: fromVersion === null ? "all teachers" : `version ${fromVersion}`,
      rows_read: rowsRead,
      ms: Math.round(performance.now() - start),
    });
    return image;
  }

  async function follow(looked: () => void): Promise<void> {
    const newest = await openNewestImage(imageFolder, (error) => log("image.ignored", { error: error.message }));
    if (newest !== null) serve(newest);
    while (!stopping.signal.aborted) {
      const outcome = await look();
      failures = outcome === "unreachable" ? failures + 1 : 0;
      report(outcome);
      looked();
      const pollMs = store?.database.pollMs ?? backOffMs[0];
      if (failures > 0) await rest.start(backOffMs[Math.min(failures, backOffMs.length) - 1]!);
      else await rest.start(outcome === "not built" ? Math.min(pollMs, waitMs) : pollMs);
    }
    await close();
  }

  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const ended = follow(resolve);
  return {
    looked,
    recheckImage() {
      servedStamp = null;
      rest.end();
    },
    async stop() {
      stopping.abort();
      rest.end();
      await ended;
    },
  };
}

/** A wait that may be ended early, also by what came before it. */
function createRest(): { start(ms: number): Promise<void>; end(): void } {
  let isOver = false;
  let resume = (): void => {};
  return {
    async start(ms) {
      if (!isOver) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        resume = resolve;
        await promise;
        clearTimeout(timer);
      }
      isOver = false;
    },
    end() {
      isOver = true;
      resume();
    },
  };
}
