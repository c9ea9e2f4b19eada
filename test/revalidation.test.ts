/** Conditional requests with a wrong clock. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { makeFolder, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const makeTeachers = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    storedTeacher({ id: i + 1, last_name: "Шевченко", first_name: "Олена", degree: "доцент" }),
  );

function setPublishedAt(file: string, time: string): void {
  using database = new Database(file);
  database.run("UPDATE publication SET published_at = ?", [time]);
}

/** The flags for a SQLite database in the folder, even if other tests run on PostgreSQL. */
const databaseFlags = (name: string): string[] => ["--database", `sqlite:${name}`];

test("Last-Modified is never in the future, even if the clock was ahead at the publication", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(3), "sqlite:ahead.db");
  setPublishedAt(join(folder.path, "ahead.db"), "2099-01-01T00:00:00.000Z");
  await using server = await startServer(databaseFlags("ahead.db"), { folder: folder.path });
  const { published_at } = (await (await fetch(`${server.origin}/readyz`)).json()) as { published_at: string };
  expect(published_at).toBe("2099-01-01T00:00:00.000Z");

  const list = `${server.origin}/teachers/`;
  const etag = (await fetch(list)).headers.get("etag")!;
  // From the second request on, the page comes from the cache.
  for (const request of [{}, {}, {}, { method: "HEAD" }, { headers: { "If-None-Match": etag } }]) {
    const answer = await fetch(list, request);
    expect(answer.headers.get("etag")).toBe(etag);
    const lastModified = Date.parse(answer.headers.get("last-modified")!);
    expect(lastModified).toBeLessThanOrEqual(Date.parse(answer.headers.get("date")!));
  }
});
