/** Follows the publications of a database: builds an image of each new one in a process of its own and hands it on. */
import { setTimeout as wait } from "node:timers/promises";
import { type Image, imagePathOf, openImage, openNewestImage, removeOtherImages } from "./directory/image.ts";
import type { Log } from "./log.ts";
import type { Publication } from "./publication.ts";
import { openStore, type Store } from "./store/store.ts";

export interface FollowOptions {
  readonly databaseUrl: string;
  readonly imageFolder: string;
  readonly log: Log;
  /** Called with each version as it comes, and at first with the last image, whatever the database says. */
  onImage(image: Image): void;
  /** Called after every look at the database: nothing new, nothing published at all, or no answer. */
  onLook(outcome: LookOutcome): void;
  /** Runs once after the database was opened for the first time. */
  onOpen(store: Store): Promise<void>;
}

export type LookOutcome = "current" | "nothing published" | "unreachable" | "not built";

export interface Follower {
  /** Resolves after the first look at the database, whatever came of it. */
  readonly looked: Promise<void>;
  stop(): Promise<void>;
}

const pollMs = 300;
/** Waits after looks in a row that failed, in milliseconds; the last one repeats. */
const backOffMs = [300, 600, 1200, 2000] as const;

/** Starts to follow: maps the newest image there is before the first look at the database. */
export function followPublications(options: FollowOptions): Follower {
  const { databaseUrl, imageFolder, log, onImage, onLook, onOpen } = options;
  const stopping = new AbortController();
  let store: Store | null = null;
  let servedId: string | null = null;
  let failures = 0;
  let isUnreachable = false;

  function serve(image: Image): void {
    servedId = image.publication.id;
    onImage(image);
    const { version, id, count } = image.publication;
    log("version.served", { version, id, teachers: count });
  }

  async function look(): Promise<LookOutcome> {
    let current: Publication | null;
    try {
      if (store === null) {
        // Where content was published before, an empty database made here would hide that the file is gone.
        store = await openStore(databaseUrl, { lockWaitMs: 1000, create: servedId === null });
        await onOpen(store);
      }
      current = await store.findCurrent();
      if (isUnreachable) log("database.reachable");
      isUnreachable = false;
    } catch (error) {
      if (!isUnreachable) log("database.unreachable", { error: (error as Error).message });
      isUnreachable = true;
      await store?.close().catch(() => {});
      store = null;
      return "unreachable";
    }
    if (current === null) return "nothing published";
    if (current.id === servedId) return "current";
    try {
      const image = await findImage(current);
      serve(image);
      removeOtherImages(imageFolder, image.path);
      return "current";
    } catch (error) {
      if (stopping.signal.aborted) return "not built";
      log("image.build_failed", { version: current.version, error: (error as Error).message });
      return "not built";
    }
  }

  /** The image of a publication: the one that lies there, or else a new one. */
  async function findImage({ id }: Publication): Promise<Image> {
    const path = imagePathOf(imageFolder, id);
    try {
      return openImage(path);
    } catch {
      // Not there yet, or damaged and reported at the start: either way it is built now.
    }
    await buildInProcess(databaseUrl, imageFolder, stopping.signal);
    return openImage(path);
  }

  async function follow(looked: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      const outcome = await look();
      failures = outcome === "unreachable" || outcome === "not built" ? failures + 1 : 0;
      onLook(outcome);
      looked();
      const delayMs = failures === 0 ? pollMs : backOffMs[Math.min(failures, backOffMs.length) - 1]!;
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await store?.close();
  }

  const newest = openNewestImage(imageFolder, (error) => log("image.ignored", { error: error.message }));
  if (newest !== null) serve(newest);
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const ended = follow(resolve);
  return {
    looked,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Runs `build-image` and waits for it; the settings go by variables, where the process list does not show them. */
async function buildInProcess(databaseUrl: string, imageFolder: string, signal: AbortSignal): Promise<void> {
  const builder = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, "build-image"], {
    env: { ...process.env, TEACHERS_DATABASE: databaseUrl, TEACHERS_DATA_DIR: imageFolder },
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  const [errors, exitCode] = await Promise.all([new Response(builder.stderr).text(), builder.exited]);
  if (exitCode !== 0) {
    throw new Error(
      `The builder ended with ${builder.signalCode ?? exitCode}${errors === "" ? "" : `: ${errors.trim()}`}`,
    );
  }
}
