/** A follower in tests, with its own database and folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rosterOf } from "../../domain/roster-testing.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { openStore, type Store } from "../../store/store.ts";
import { buildImage } from "../images/build-image.ts";
import type { Log } from "../log/log.ts";
import { followPublications } from "./follower.ts";
import { createPolledDatabase, type PolledDatabaseOptions } from "./polled-database.ts";

type Build = PolledDatabaseOptions["build"];

export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly images: string;
  /** What the follower reported and logged, such as `current 1`. Repeated polls appear once. */
  readonly events: readonly string[];
  /** The names of the files in the folder of images. */
  list(): string[];
  /** Publishes this many teachers in the database with this name. */
  publish(count: number, name?: string): Promise<void>;
  /** Builds the newest image, and returns its path. */
  build(): Promise<string>;
  follow(build?: Build): void;
  /** Waits for an event that comes after the event of the previous call. */
  until(event: string | RegExp): Promise<void>;
  /** Waits for this many more polls. */
  polls(count: number): Promise<void>;
  stop(): Promise<void>;
}

const databaseUrlOf = (folder: string, name: string): string => `sqlite:${join(folder, name)}`;

async function withStore<Result>(url: string, use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(url, { lockWaitMs: 10_000, migrates: true });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Builds an image as a builder does, but in this process. */
export const buildHere: Build = (url, images) => withStore(url, (store) => buildImage(store, images));

/** Creates a temporary folder, in which databases and images are created on demand. */
export function createWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), "follower-test-"));
  const images = join(folder, "images");
  const url = databaseUrlOf(folder, "teachers.db");
  const events: string[] = [];
  let polls = 0;
  let seen = 0;
  let follower: ReturnType<typeof followPublications> | undefined;
  let check = (): void => {};
  const note = (event: string): void => {
    events.push(event);
    check();
  };
  const waitUntil = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (isThere()) resolve();
      };
      check();
    });
  async function stop(): Promise<void> {
    const stopped = follower;
    follower = undefined;
    await stopped?.stop();
  }
  return {
    folder,
    images,
    events,
    list: () => readdirSync(images).sort(),
    async publish(count, name = "teachers.db") {
      const teachers = Array.from({ length: count }, (_, i) => storedTeacher({ id: i + 1, last_name: `Коваль${i}` }));
      const options = { source: "test", dryRun: false };
      await withStore(databaseUrlOf(folder, name), (store) => store.publish(rosterOf(teachers), options));
    },
    async build() {
      mkdirSync(images, { recursive: true });
      return buildHere(url, images, AbortSignal.any([]));
    },
    follow(build = buildHere) {
      const log: Log = (event, fields = {}) => {
        const { ms, id, ...others } = fields as Record<string, unknown>;
        note(`${event} ${Object.values(others).join(", ")}`.trim().replaceAll(folder, ""));
      };
      const database = { readDatabaseUrl: () => url, imageFolder: images, build, async onOpen() {} };
      follower = followPublications({
        openSource: (log, onPublication) => createPolledDatabase({ ...database, log, onPublication }),
        imageFolder: images,
        log,
        onImage({ publication }) {
          note(`image ${publication.version}`);
        },
        onPoll({ outcome, newestVersion, buildError }) {
          polls++;
          const poll = `${outcome} ${newestVersion}${buildError === null ? "" : `: ${buildError}`}`;
          if (events.at(-1) !== poll) note(poll);
          check();
        },
      });
    },
    until: (event) =>
      waitUntil(() => {
        const at = events.findIndex(
          (one, i) => i >= seen && (event instanceof RegExp ? event.test(one) : one === event),
        );
        if (at !== -1) seen = at + 1;
        return at !== -1;
      }),
    polls(count) {
      const wanted = polls + count;
      return waitUntil(() => polls >= wanted);
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
