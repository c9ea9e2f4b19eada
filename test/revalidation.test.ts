/** What clients that hold an answer are told after the data or a setting has changed, or after a clock was wrong. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { makeFolder, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

// Other work on the machine makes processes slow to start.
setDefaultTimeout(30_000);

const makeTeachers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    last_name: "Шевченко",
    first_name: "Олена",
    middle_name: "",
    degree: "доцент",
  }));

/** The flags for a SQLite database in the folder, whatever database other tests run on. */
const databaseFlags = (name: string): string[] => ["--database", `sqlite:${name}`];

test("a client with a date alone gets the page of the version and the maximum that are served now", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(30), "sqlite:old.db");
  await publish(folder.path, makeTeachers(40), "sqlite:new.db");
  const dates: string[] = [];
  for (const [flags, count, next] of [
    [databaseFlags("new.db"), 40, "limit=20&offset=20"],
    [[...databaseFlags("new.db"), "--max-limit", "5"], 40, "limit=5&offset=5"],
    [databaseFlags("old.db"), 30, "limit=20&offset=20"],
  ] as const) {
    await using server = await startServer(flags, { folder: folder.path });
    const url = `${server.origin}/teachers/?limit=20`;
    // Every date that was sent so far is asked with, that of this very version too.
    dates.push((await fetch(url)).headers.get("last-modified")!);
    for (const date of dates) {
      const answer = await fetch(url, { headers: { "If-Modified-Since": date } });
      expect([answer.status, await answer.json()]).toMatchObject([200, { count, next: expect.stringContaining(next) }]);
    }
  }
});

test("Last-Modified is never later than now, though a version was published by a clock that was ahead", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(3), "sqlite:ahead.db");
  using database = new Database(join(folder.path, "ahead.db"));
  database.run("UPDATE publication SET published_at = '2099-01-01T00:00:00.000Z'");
  await using server = await startServer(databaseFlags("ahead.db"), { folder: folder.path });
  const { published_at } = (await (await fetch(`${server.origin}/readyz`)).json()) as { published_at: string };
  expect(published_at).toBe("2099-01-01T00:00:00.000Z");

  const list = `${server.origin}/teachers/`;
  const etag = (await fetch(list)).headers.get("etag")!;
  // From the second time on the page comes from the cache.
  for (const request of [{}, {}, {}, { method: "HEAD" }, { headers: { "If-None-Match": etag } }]) {
    const answer = await fetch(list, request);
    expect(answer.headers.get("etag")).toBe(etag);
    const lastModified = Date.parse(answer.headers.get("last-modified")!);
    expect(lastModified).toBeLessThanOrEqual(Date.parse(answer.headers.get("date")!));
  }
});
