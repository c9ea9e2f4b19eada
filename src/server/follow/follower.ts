/**
 * Follows the publications of a database: gets an image of each new one, and passes it on. It follows the publication
 * with the latest time, and never goes back to an older one, whatever database answers.
 */
import { existsSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { collectSoon } from "../../domain/garbage.ts";
import { isLater, type Publication } from "../../domain/publication.ts";
import type { PollResult } from "../../http/request-context.ts";
import { type Image, openImage, openNewestImage } from "../../image/image-file.ts";
import {
  findStamp,
  imagePathOf,
  makeRoom,
  makeWritableFolder,
  removeOtherImages,
  UnwritableFolderError,
} from "../../image/image-files.ts";
import type { Log } from "../log/log.ts";
import { createBuildRetry, delayAfter } from "./retry.ts";

/** A source of publications. */
export interface PublicationSource {
  /** The newest publication; null if there is none. Throws if the source can't be read. */
  findCurrent(isServing: boolean): Promise<Publication | null>;
  /** The delay between two polls, in milliseconds. */
  pollMs(): number;
  /** Creates the image of the newest publication in the image folder, and returns its path. Throws if it can't. */
  makeImage(signal: AbortSignal): Promise<string>;
  /** Closes the source until it is needed again. */
  close(): Promise<void>;
}

interface FollowOptions {
  /** Opens the source, which may call `onPublication` at any time. */
  openSource(log: Log, onPublication: () => void): PublicationSource;
  readonly imageFolder: string;
  readonly log: Log;
  /** Called with each new version, and at the start with the newest image in the folder. */
  onImage(image: Image): void;
  /** Called after every poll, and before an image is built. */
  onPoll(result: PollResult): void;
}

/** Delays after consecutive failed polls, in milliseconds; the last one repeats. */
const backOffMs = [300, 600, 1200, 2000] as const;

/** Starts following: opens the newest image in the folder, then polls the source. */
export function followPublications(options: FollowOptions) {
  const { imageFolder, log, onImage, onPoll } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Aborted to end the current sleep between two polls, or to skip the next one. */
  let waking = new AbortController();
  const retry = createBuildRetry();
  const source = options.openSource(log, () => {
    retry.makeDue();
    waking.abort();
  });
  /** The image served, without its content: a replaced image must not stay in memory. */
  let served: Pick<Image, "publication" | "stamp" | "bytes"> | null = null;
  let newestVersion: number | null = null;
  /** The way out if the database has only older publications; null if it has the one served, or a later one. */
  let olderAdvice: string | null = null;
  /** The number of consecutive failed polls, and the error of the last one. */
  let failures = 0;
  let databaseError: string | null = null;
  /** The errors that {@link logOnce} has logged for the current problem, by event. */
  const logged = new Map<string, string>();

  async function follow(): Promise<void> {
    const onBad = ({ message }: Error): void => {
      if (!signal.aborted) log("image.ignored", { error: message });
    };
    const newest = await openNewestImage(imageFolder, onBad, signal);
    if (newest !== null) serve(newest);
    while (!signal.aborted) {
      const delayMs = await poll();
      await sleep(delayMs, undefined, { signal: waking.signal }).catch(() => {});
      waking = new AbortController();
    }
    await source.close();
  }

  /** Polls the source, serves what is new, and reports the outcome. Returns the delay until the next poll. */
  async function poll(): Promise<number> {
    let current: Publication | null;
    try {
      current = await source.findCurrent(served !== null);
    } catch (error) {
      const { message } = error as Error;
      const serving = served === null ? "nothing" : `version ${served.publication.version}`;
      if (message !== databaseError) log("database.unreachable", { serving, error: message });
      databaseError = message;
      await source.close();
      report("unreachable");
      return delayAfter(++failures, backOffMs);
    }
    if (failures > 0) log("database.reachable");
    failures = 0;
    databaseError = null;
    newestVersion = current?.version ?? null;
    const pollMs = source.pollMs();
    if (served !== null && isOlder(current, served.publication)) {
      reportOlder(current, served.publication);
      return pollMs;
    }
    olderAdvice = null;
    if (current !== null && !isServed(current) && !(await update(current))) {
      report("not served");
      return Math.min(pollMs, retry.waitMs(current.id));
    }
    retry.clear();
    report(current === null ? "nothing published" : "current");
    return pollMs;
  }

  function report(outcome: PollResult["outcome"]): void {
    onPoll({ outcome, databaseError, newestVersion, buildError: retry.reason(), olderAdvice });
  }

  /** Reports that the database has only older publications. Logs it once, until the database has a later one. */
  function reportOlder(current: Publication | null, { version, publishedAt }: Publication): void {
    const advice = adviseOnOlder(current, publishedAt);
    retry.clear();
    if (olderAdvice === null) {
      const newest = current === null ? "none" : `version ${current.version} of ${current.publishedAt}`;
      log("database.older", {
        serving: `version ${version} of ${publishedAt}`,
        newest,
        advice,
        folder: imageFolder,
      });
    }
    olderAdvice = advice;
    report("older");
  }

  /**
   * Whether a publication is served and its file is intact. A lost or damaged file must be rebuilt, because processes
   * that start later need it.
   */
  function isServed(current: Publication): boolean {
    return current.id === served?.publication.id && findStamp(imagePathOf(imageFolder, current.id)) === served.stamp;
  }

  /**
   * Serves the image of a publication, unless a failed build must wait before the next attempt. Returns whether it is
   * served now.
   */
  async function update(current: Publication): Promise<boolean> {
    if (retry.waitMs(current.id) > 0) return false;
    report("not served");
    const isNew = current.id !== served?.publication.id;
    const start = performance.now();
    try {
      const image = await findImage(current);
      newestVersion = image.publication.version;
      // Cleared before the image is served, so /readyz never shows the new version with the error of an earlier build.
      retry.clear();
      report("not served");
      serve(image);
      // Other images are removed only for a new version, not when a lost file was rebuilt. Two servers that share a
      // folder by mistake would otherwise remove each other's images forever.
      if (isNew) removeOthers(image.publication.id);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const retryMs = retry.fail(current.id, error as Error);
      const { message } = error as Error;
      const ms = Math.round(performance.now() - start);
      if (error instanceof UnwritableFolderError) logOnce("image.build_failed", message);
      else log("image.build_failed", { version: current.version, error: message, ms, retry_ms: retryMs });
      return false;
    }
  }

  /** The image of a publication: the existing file, or else a new image of the newest publication. */
  async function findImage(current: Publication): Promise<Image> {
    const lastPath = imagePathOf(imageFolder, current.id);
    try {
      return await openImage(lastPath, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The file is missing or damaged, so the image is built. Damage that was found at the start is already logged.
      if (current.id === served?.publication.id && existsSync(lastPath))
        logOnce("image.ignored", (error as Error).message);
    }
    makeWritableFolder(imageFolder);
    const start = performance.now();
    const path = await source.makeImage(signal).catch((error: Error) => {
      if (!makeRoomFor(error, current)) throw error;
      return source.makeImage(signal);
    });
    const image = await openImage(path, signal);
    // The address may have led the builder to another database.
    if (served !== null && isOlder(image.publication, served.publication)) {
      rmSync(path, { force: true });
      throw new Error("The database that was read has only older versions than the one served");
    }
    const { version, count } = image.publication;
    log("image.built", { version, teachers: count, ms: Math.round(performance.now() - start) });
    return image;
  }

  /**
   * Removes all image files if that frees enough disk space to repeat a failed build. Returns whether it did. The
   * server keeps its current image in memory.
   */
  function makeRoomFor({ code }: NodeJS.ErrnoException, { count }: Publication): boolean {
    if (code !== "ENOSPC") return false;
    if (served === null) return makeRoom(imageFolder, 0);
    return makeRoom(imageFolder, (served.bytes / served.publication.count) * count);
  }

  function serve(image: Image): void {
    const { publication, stamp, bytes } = image;
    served = { publication, stamp, bytes };
    logged.clear();
    onImage(image);
    collectSoon();
  }

  function removeOthers(publicationId: string): void {
    try {
      removeOtherImages(imageFolder, publicationId);
    } catch (error) {
      log("image.not_removed", { error: (error as Error).message });
    }
  }

  /** Logs a persistent error once, not on every retry. */
  function logOnce(event: "image.build_failed" | "image.ignored", error: string): void {
    if (logged.get(event) !== error) log(event, { error });
    logged.set(event, error);
  }

  const finished = follow();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      waking.abort();
      await finished;
    },
  };
}

/** Whether the newest publication of a database is an older one than that served; true if it has none. */
function isOlder(newest: Publication | null, served: Publication): boolean {
  return newest === null || (newest.id !== served.id && !isLater(newest, served));
}

/** Clocks differ by less, unless one runs ahead. */
const aheadMs = 60_000;

/** The way out, for a database that has only older publications than the one served. */
function adviseOnOlder(newest: Publication | null, servedAt: string): string {
  if (Date.parse(servedAt) > Date.now() + aheadMs) {
    return "the version served has a time in the future: delete the folder of images, which the log names, and restart the server";
  }
  if (newest === null) return "import the last file again, or restore a backup";
  return `\`teachers rollback ${newest.version}\` publishes the newest version of the database again`;
}
