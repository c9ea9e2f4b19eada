import { describe, expect, spyOn, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildHere, createWorld, type World } from "./follower-testing.ts";

/** The events until a new version is served. */
function served(version: number, teachers = 3): string[] {
  const notServed = `not served ${version}`;
  return [notServed, `image.built ${version}, ${teachers}`, notServed, `image ${version}`, `current ${version}`];
}

/** Replaces the followed database by another one. */
function restore(folder: string): void {
  for (const ending of ["-wal", "-shm"]) rmSync(join(folder, `teachers.db${ending}`), { force: true });
  renameSync(join(folder, "restored.db"), join(folder, "teachers.db"));
}

/** The events until version 1 is served again. */
const servedAfter = (event: RegExp): (string | RegExp)[] => ["not served 1", event, ...served(1).slice(1)];

describe.concurrent("followPublications()", () => {
  test.each<[what: string, run: (world: World) => Promise<void>, events: (string | RegExp)[]]>([
    [
      "waits for the first publication",
      async ({ publish, follow, until }) => {
        follow();
        await until("nothing published null");
        await publish(3);
        await until("current 1");
      },
      ["nothing published null", ...served(1)],
    ],
    [
      "serves an existing image, and builds none",
      async ({ publish, build, follow, until }) => {
        await publish(3);
        await build();
        follow();
        await until("current 1");
      },
      ["image 1", "current 1"],
    ],
    [
      "serves an older image until the newest is built",
      async ({ publish, build, follow, until }) => {
        await publish(3);
        await build();
        await publish(4);
        follow();
        await until("current 2");
      },
      ["image 1", ...served(2, 4)],
    ],
    [
      "builds each new version, and keeps the newest image only",
      async ({ publish, follow, until, list }) => {
        await publish(30);
        follow();
        await until("current 1");
        await publish(31);
        await until("current 2");
        expect(list()).toHaveLength(1);
      },
      [...served(1, 30), ...served(2, 31)],
    ],
    [
      "builds a removed image again, and leaves other images alone",
      async ({ publish, follow, until, list, images }) => {
        await publish(3);
        follow();
        await until("current 1");
        const [name] = list();
        renameSync(join(images, name!), join(images, "other.image"));
        await until("current 1");
        expect(list()).toEqual([name!, "other.image"].sort());
      },
      [...served(1), ...served(1)],
    ],
    [
      "builds a damaged image again, and logs it each time",
      async ({ publish, follow, until, list, images }) => {
        await publish(3);
        follow();
        await until("current 1");
        for (let i = 0; i < 2; i++) {
          writeFileSync(join(images, list()[0]!), "damage");
          await until("current 1");
        }
      },
      [...served(1), ...servedAfter(/^image\.ignored /), ...servedAfter(/^image\.ignored /)],
    ],
    [
      "ignores a damaged image at the start, and logs it once",
      async ({ publish, build, follow, until }) => {
        await publish(3);
        writeFileSync(await build(), "damage");
        follow();
        await until("current 1");
      },
      [/^image\.ignored /, ...served(1)],
    ],
    [
      "retries a failed build, and clears the reason before it serves the image",
      async ({ publish, follow, until }) => {
        await publish(3);
        let builds = 0;
        follow((...args) => (++builds < 3 ? Promise.reject(new Error("disk full")) : buildHere(...args)));
        await until("current 1");
        expect(builds).toBe(3);
      },
      [
        "not served 1",
        "image.build_failed 1, disk full, 300",
        "not served 1: Disk full.",
        "image.build_failed 1, disk full, 600",
        "not served 1: Disk full.",
        ...served(1).slice(1),
      ],
    ],
    [
      "logs once that the folder of images can't be written to",
      async ({ publish, follow, until, polls, images }) => {
        await publish(3);
        writeFileSync(images, "");
        follow();
        await until(/build_failed/);
        // Each attempt reports two polls.
        await polls(4);
        rmSync(images);
        await until("current 1");
      },
      [
        "not served 1",
        "image.build_failed The folder of images can't be written to: EEXIST: file already exists, mkdir '/images'",
        "not served 1: The folder of images can't be written to: EEXIST: file already exists.",
        ...served(1).slice(1),
      ],
    ],
    [
      "serves a version that was published while it built another",
      async ({ publish, follow, until }) => {
        await publish(3);
        follow(async (...args) => {
          await publish(5);
          return buildHere(...args);
        });
        await until("current 2");
      },
      ["not served 1", "image.built 2, 5", "not served 2", "image 2", "current 2"],
    ],
    [
      "logs why the database does not answer, each reason once, and that it answers again",
      async ({ publish, follow, until, polls, folder }) => {
        await publish(3);
        follow();
        await until("current 1");
        const [file, moved] = [join(folder, "teachers.db"), join(folder, "moved.db")];
        renameSync(file, moved);
        await until(/does not exist$/);
        await polls(2);
        renameSync(moved, file);
        await until("current 1");
      },
      [
        ...served(1),
        /^database\.unreachable version 1, .* was moved away while it was open$/,
        "unreachable 1",
        /^database\.unreachable version 1, .* does not exist$/,
        "unreachable 1",
        "database.reachable",
        "current 1",
      ],
    ],
    [
      "stays with its version while the database has only an older one, and logs each episode once",
      async ({ publish, follow, until, polls, folder }) => {
        await publish(3, "restored.db");
        await publish(2);
        await publish(3);
        follow();
        await until("current 2");
        restore(folder);
        await until("older 1");
        await polls(3);
        await publish(4);
        await until("current 2");
      },
      [
        ...served(2),
        /^database\.older version 2 of \S+, version 1 of \S+, `teachers rollback 1` publishes .*, \/images$/,
        "older 1",
        ...served(2, 4),
      ],
    ],
    [
      "follows a database that was replaced by another with the same version and a later time",
      async ({ publish, follow, until, folder }) => {
        await publish(3);
        await publish(4, "restored.db");
        follow();
        await until("current 1");
        restore(folder);
        await until("current 1");
      },
      [...served(1), ...served(1, 4)],
    ],
    [
      "throws an image away that was built from an older database meanwhile",
      async ({ publish, follow, until, folder, list }) => {
        await publish(3, "restored.db");
        await publish(2);
        follow((...args) => {
          // The second build reads another database than the poll.
          if (list().length > 0) restore(folder);
          return buildHere(...args);
        });
        await until("current 1");
        await publish(3);
        await until("older 1");
        expect(list()).toHaveLength(1);
      },
      [
        ...served(1, 2),
        "not served 2",
        /^image\.build_failed 2, The database that was read has only older versions than the one served, 300$/,
        /^not served 2: /,
        /^database\.older version 1 of /,
        "older 1",
      ],
    ],
    [
      "aborts a running check when it stops, without a warning",
      async ({ publish, build, follow, stop }) => {
        await publish(3);
        await build();
        follow();
        await stop();
      },
      [],
    ],
    [
      "aborts a running build when it stops, without an error",
      async ({ publish, follow, until, stop }) => {
        await publish(3);
        follow((_url, _folder, signal) => new Promise((_, reject) => signal.addEventListener("abort", reject)));
        await until("not served 1");
        await stop();
      },
      ["not served 1"],
    ],
  ])("%s", async (_, run, events) => {
    await using world = createWorld();
    await run(world);
    await world.stop();
    expect(world.events).toEqual(
      events.map((event) => (event instanceof RegExp ? expect.stringMatching(event) : event)),
    );
  });
});

test("followPublications() waits before it retries a failed build", async () => {
  const clock = spyOn(performance, "now").mockReturnValue(0);
  try {
    await using world = createWorld();
    await world.publish(3);
    world.follow(() => Promise.reject(new Error("disk full")));
    await world.until("image.build_failed 1, disk full, 300");
    await world.polls(3);
    expect(world.events.filter((event) => event.startsWith("image.build_failed"))).toHaveLength(1);
    clock.mockReturnValue(300);
    await world.until("image.build_failed 1, disk full, 600");
  } finally {
    clock.mockRestore();
  }
});
