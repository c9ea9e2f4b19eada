/** Damage in a SQLite file: what a server that serves it says. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { findAdmin } from "./support/metrics.ts";
import { makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

/** Overwrites the start of the page with the root of an index, which no page of the service needs. */
function damage(file: string): void {
  const database = new Database(file);
  database.run("pragma wal_checkpoint(truncate)");
  const query = database.query<{ page: number }, []>(
    "select rootpage as page from sqlite_master where name = 'teacher_ended'",
  );
  const { page } = query.get()!;
  database.close();
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(100, 0xee), 0, 100, (page - 1) * 4096);
  closeSync(descriptor);
}

test("a server checks a SQLite file when it opens it, and says damage in the log and in a metric", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(5));
  const settings = ["--admin-port", "0"];
  const options = { folder: folder.path };
  const readMetric = async (server: Awaited<ReturnType<typeof startServer>>): Promise<string | undefined> =>
    /^teachers_database_damaged (\d)$/m.exec(await (await fetch(`${await findAdmin(server)}/metrics`)).text())?.[1];
  {
    await using server = await startServer(settings, options);
    await waitFor(
      () => readMetric(server),
      (value) => value === "0",
    );
  }
  damage(join(folder.path, "var/teachers.db"));
  await using server = await startServer(settings, options);
  await server.logged(/ error database\.damaged: the SQLite file is damaged; .* error=.*\n/);
  await waitFor(
    () => readMetric(server),
    (value) => value === "1",
  );
  expect((await fetch(`${server.origin}/teachers/1/`)).status).toBe(200);
  const status = await run(["status"], options);
  expect([status.exitCode, status.stderr]).toEqual([
    1,
    expect.stringMatching(
      /teachers\.db is damaged, or no database: .*; if --database is right, restore the newest backup/,
    ),
  ]);
});
