import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createWorld } from "./follow-testing.ts";

test("serves the newest version, and each newer one", async () => {
  await using world = createWorld();
  world.follow();
  await world.until("database.empty sqlite:/teachers.db has nothing published yet; import a file, or check --database");
  await world.until("nothing published null");
  await world.publish(3);
  await world.until("not served 1");
  await world.until("serves 1 with 3");
  await world.until("current 1");
  await world.publish(4);
  await world.until("serves 2 with 4");
  await world.until("current 2");
});

test("never goes back to an older publication, whatever the version", async () => {
  await using world = createWorld();
  for (const count of [1, 2, 3]) await world.publish(count, "older.db");
  await world.publish(9);
  world.follow();
  await world.until("serves 1 with 9");
  rmSync(world.path);
  renameSync(`${world.folder}/older.db`, world.path);
  await world.until(/^database\.older version 1 of .*, version 3 of .*, `teachers rollback 3` publishes/);
  await world.until("older 3");
  await world.polls(2);
  expect(world.events.filter((event) => event.startsWith("serves"))).toEqual(["serves 1 with 9"]);
  expect(world.events.filter((event) => event.startsWith("database.older"))).toHaveLength(1);
  await world.publish(5);
  await world.until("serves 4 with 5");
});

test("serves nothing older if another database answers while it loads", async () => {
  await using world = createWorld();
  await world.publish(1, "older.db");
  await world.publish(2);
  world.follow();
  await world.until("current 1");
  await world.publish(3);
  await world.until("not served 2");
  renameSync(`${world.folder}/older.db`, world.path);
  await world.until(/^database.older /);
  expect(world.events.filter((event) => /^(?:serves|current)/.test(event))).toEqual(["serves 1 with 2", "current 1"]);
});

test("goes on without the database, logs its end and its return once, and does not create an empty one", async () => {
  await using world = createWorld();
  await world.publish(2);
  world.follow();
  await world.until("current 1");
  renameSync(world.path, `${world.path}.away`);
  await world.until(/^database.unreachable version 1 of /);
  await world.polls(2);
  expect(existsSync(world.path)).toBe(false);
  renameSync(`${world.path}.away`, world.path);
  await world.until("database.reachable");
  await world.until("current 1");
  expect(world.events.filter((event) => event.startsWith("serves"))).toEqual(["serves 1 with 2"]);
});

test("logs a damaged version, tries it again, and serves a newer one at once", async () => {
  await using world = createWorld();
  await world.publish(2);
  using database = new Database(world.path);
  database.run("update teacher set last_name = 'Х' where id = 1");
  world.follow();
  await world.until(/^version.not_loaded 1, .* is damaged: version 1 differs .*, 300$/);
  await world.until(/^not served 1: .* is damaged: version 1 differs from what was published; if .* prune it$/);
  await world.until(/^version.not_loaded 1, .*, 600$/);
  await world.publish(3);
  await world.until("serves 2 with 3");
  await world.until("current 2");
});

test("stops while it loads, and loads nothing more", async () => {
  await using world = createWorld();
  await world.publish(2);
  world.follow();
  await world.until("not served 1");
  await world.stop();
  expect(world.events.filter((event) => !event.startsWith("nothing"))).toEqual(["not served 1"]);
});

test("starts from its copy while the database is away, and follows it again", async () => {
  await using world = createWorld({ hasCopy: true });
  await world.publish(2);
  world.follow();
  await world.until("current 1");
  await world.stop();
  renameSync(world.path, `${world.path}.away`);
  writeFileSync(world.path, "no database");
  world.follow();
  await world.until("serves 1 with 2");
  await world.until(/^database.unreachable version 1 of /);
  rmSync(world.path);
  renameSync(`${world.path}.away`, world.path);
  await world.until("current 1");
  await world.publish(3);
  await world.until("serves 2 with 3");
});

test("replaces its copy with each version, and ignores one that can't be used", async () => {
  await using world = createWorld({ hasCopy: true });
  await world.publish(2);
  writeFileSync(world.copyPath, "not a copy");
  world.follow();
  await world.until("copy.failed /teachers.copy is damaged, or of another database or release");
  await world.until("serves 1 with 2");
  const isReplaced = async (inode: number): Promise<void> => {
    while (statSync(world.copyPath).ino === inode || statSync(world.copyPath).size < 100) await world.polls(1);
  };
  await isReplaced(0);
  const { ino } = statSync(world.copyPath);
  await world.publish(3);
  await world.until("serves 2 with 3");
  await isReplaced(ino);
});
