/** A follower in tests, with its own databases. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { publish } from "../store/engines-testing.ts";
import { withStore } from "../store/store.ts";
import { follow } from "./follow.ts";
import type { Log } from "./log.ts";

interface World extends AsyncDisposable {
  readonly folder: string;
  /** The file that is followed. */
  readonly path: string;
  readonly copyPath: string;
  /** What the follower reported and logged, such as `current 1`. Repeated polls appear once. */
  readonly events: readonly string[];
  /** Publishes this many teachers in the database with this name. */
  publish(count: number, name?: string): Promise<void>;
  follow(): void;
  /** Waits for an event that comes after the event of the previous call. */
  until(event: string | RegExp): Promise<void>;
  /** Waits for this many more polls. */
  polls(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a temporary folder, in which databases are created on demand. */
export function createWorld({ hasCopy = false } = {}): World {
  const folder = mkdtempSync(join(tmpdir(), "follow-test-"));
  const pathOf = (name: string): string => join(folder, name);
  const events: string[] = [];
  let polls = 0;
  let seen = 0;
  let follower: ReturnType<typeof follow> | undefined;
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
    path: pathOf("teachers.db"),
    copyPath: pathOf("teachers.copy"),
    events,
    async publish(count, name = "teachers.db") {
      const teachers = Array.from({ length: count }, (_, i) => storedTeacher({ id: i + 1, last_name: `Коваль${i}` }));
      await withStore(`sqlite:${pathOf(name)}`, { migrates: true }, (store) => publish(store, teachers));
    },
    follow() {
      const log: Log = (event, fields = {}) => {
        const { ms, ...others } = fields as Record<string, unknown>;
        note(`${event} ${Object.values(others).join(", ")}`.trim().replaceAll(folder, ""));
      };
      follower = follow({
        readDatabaseUrl: () => `sqlite:${pathOf("teachers.db")}`,
        copyPath: hasCopy ? pathOf("teachers.copy") : null,
        log,
        async onOpen() {},
        onContent({ version, ids }) {
          note(`serves ${version.number} with ${ids.length}`);
        },
        onPoll({ outcome, newestVersion, loadError }) {
          polls++;
          const poll = `${outcome} ${newestVersion}${loadError === null ? "" : `: ${loadError}`}`;
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
