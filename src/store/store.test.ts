import { describe, expect, test } from "bun:test";
import { lockWaitMs, makeFile, open, publish, sqlite } from "./engines-testing.ts";
import { testHistory } from "./history/history-testing.ts";
import { openStore } from "./store.ts";
import { makeTeachers, readAll, testStore } from "./store-testing.ts";

testStore("SQLite", sqlite);
testHistory("SQLite", sqlite);

describe("openStore() of a SQLite file", () => {
  test("creates the database and its folders on first use, and reopens it unchanged", async () => {
    using target = makeFile();
    const url = target.url.replace("teachers.db", "new/folders/teachers.db");
    await using store = await open(url);
    await publish(store, makeTeachers(5));
    await using again = await open(url);
    expect(await readAll(again, 1)).toEqual(makeTeachers(5));
  });

  test("refuses a file that is not a database, and does not change it", async () => {
    using target = makeFile();
    const content = "id,last_name\n".repeat(1000);
    await Bun.write(target.file, content);
    await expect(openStore(target.url, { lockWaitMs })).rejects.toThrow(
      `${target.url} is damaged, or no database: file is not a database; if --database is right, restore the newest backup with \`teachers restore`,
    );
    expect(await Bun.file(target.file).text()).toBe(content);
  });

  test("with create: false refuses a missing file, and creates none", async () => {
    using target = makeFile();
    const failed = openStore(target.url, { lockWaitMs, create: false });
    await expect(failed).rejects.toMatchObject({ code: "missing" });
    expect(await Bun.file(target.file).exists()).toBe(false);
  });
});
