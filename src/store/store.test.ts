import { describe, expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { testRestore } from "./backup/restore-testing.ts";
import { DatabaseBusyError, DatabaseMissingError } from "./engine.ts";
import { lockWaitMs, makeFile, open, options, sqlite } from "./engines-testing.ts";
import { testHistory } from "./history/history-testing.ts";
import { openStore } from "./store.ts";
import { makeTeachers, readAll, testStore } from "./store-testing.ts";

testStore("SQLite", sqlite);
testHistory("SQLite", sqlite);
testRestore("SQLite", sqlite);

describe("openStore() of a SQLite file", () => {
  test("creates the database and its folders on first use, and reopens it unchanged", async () => {
    using target = makeFile();
    const url = target.url.replace("teachers.db", "new/folders/teachers.db");
    await using store = await open(url);
    await store.publish(rosterOf(makeTeachers(5)), options);
    await using again = await open(url);
    expect(await readAll(again, 1)).toEqual(makeTeachers(5));
  });

  test("refuses a file that is not a database, and does not change it", async () => {
    using target = makeFile();
    const content = "id,last_name\n".repeat(1000);
    await Bun.write(target.file, content);
    await expect(openStore(target.url, { lockWaitMs })).rejects.toThrow(
      `${target.url} can't be opened: file is not a database`,
    );
    expect(await Bun.file(target.file).text()).toBe(content);
  });

  test("with create: false refuses a missing file, and creates none", async () => {
    using target = makeFile();
    const failed = openStore(target.url, { lockWaitMs, create: false });
    await expect(failed).rejects.toThrow(new DatabaseMissingError(`sqlite:${target.file}`));
    expect(await Bun.file(target.file).exists()).toBe(false);
  });

  test("refuses the second of two stores that write at the same time", async () => {
    using target = makeFile();
    await using store = await open(target.url);
    await using other = await open(target.url, lockWaitMs);
    // Both run in one process: the second one blocks the event loop while it waits, so the first can't continue.
    const [first, second] = await Promise.allSettled([
      store.publish(rosterOf(makeTeachers(5000)), options),
      other.publish(rosterOf(makeTeachers(5000, "професор")), options),
    ]);
    expect(first).toMatchObject({ status: "fulfilled", value: { published: true } });
    expect(second).toMatchObject({ status: "rejected", reason: expect.any(DatabaseBusyError) });
    expect(await readAll(other, 1)).toEqual(makeTeachers(5000));
    expect(await other.publish(rosterOf(makeTeachers(5000, "професор")), options)).toMatchObject({ changed: 5000 });
    expect(await store.findCurrent()).toMatchObject({ version: 2, changed: 5000 });
  });
});
