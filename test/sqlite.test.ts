/** A SQLite database that is restored under a running server, and a read-only one. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { askReady, makeVersion, waitForVersion } from "./support/asking.ts";
import { eventLines } from "./support/events.ts";
import { canMount, launcherWithoutRights, launcherWithReadOnly } from "./support/mounts.ts";
import { makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const databaseOf = (folder: string): string => join(folder, "var/teachers.db");

/** The content of a file that nothing else has open. */
function readFileOf(path: string): unknown {
  using database = new Database(path, { readonly: true });
  return [
    database.query("select max(version) as version from publication").get(),
    database.query("select count(*) as teachers from teacher where last_version is null").get(),
    database.query("pragma integrity_check").get(),
  ];
}

describe("a database that is copied back under a running server", () => {
  test.each([
    ["its -wal and -shm", ["-wal", "-shm"]],
    ["its -wal", ["-wal"]],
  ])("without %s is not followed, is not changed by the server, and takes imports", async (_, endings) => {
    using folder = makeFolder();
    const file = databaseOf(folder.path);
    await publish(folder.path, makeVersion(1));
    const backup = join(folder.path, "backup.db");
    copyFileSync(file, backup);
    await using server = await startServer([], { folder: folder.path });
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    expect(endings.map((ending) => existsSync(file + ending))).toEqual(endings.map(() => true));

    for (const ending of endings) rmSync(file + ending);
    copyFileSync(backup, file);
    await server.logged("database.older");
    expect(await askReady(server)).toMatchObject({ version: 2, database: "older" });
    expect(eventLines(server, "request.failed")).toEqual([]);

    await publish(folder.path, makeVersion(3));
    const ready = await waitFor(() => askReady(server), { teachers: 503 });
    expect(ready).toMatchObject({ version: 2, database: "reachable" });
    await server.stop();
    expect(readFileOf(file)).toEqual([{ version: 2 }, { teachers: 503 }, { integrity_check: "ok" }]);
  });
});

test("an import leaves a file that is complete without its -wal, even while a server has it open", async () => {
  using folder = makeFolder();
  const file = databaseOf(folder.path);
  await publish(folder.path, makeVersion(1));
  await using server = await startServer([], { folder: folder.path });
  await publish(folder.path, makeVersion(2));
  await waitForVersion([server], 2);
  const copy = join(folder.path, "copy.db");
  copyFileSync(file, copy);
  expect(readFileOf(copy)).toEqual([{ version: 2 }, { teachers: 502 }, { integrity_check: "ok" }]);
  await server.stop();
  // SQLite would apply a remaining `-wal` file to a backup that is copied over the database.
  expect(existsSync(`${file}-wal`)).toBe(false);
});

describe.skipIf(!canMount)("a database in a read-only folder", () => {
  test("is served, followed when others write it, and refuses imports with a reason", async () => {
    using folder = makeFolder();
    const launcher = launcherWithReadOnly(join(folder.path, "var"));
    await publish(folder.path, makeVersion(1));
    await using server = await startServer([], { folder: folder.path, launcher });
    expect(await askReady(server)).toMatchObject({ version: 1, teachers: 501, database: "reachable" });
    // Other processes still see the folder as writable.
    for (const version of [2, 3]) {
      await publish(folder.path, makeVersion(version));
      await waitForVersion([server], version);
    }
    await waitFor(() => askReady(server), { database: "reachable" });

    const status = await run(["status"], { folder: folder.path, launcher });
    expect([status.exitCode, status.stdout]).toEqual([0, expect.stringContaining("503 (1 added")]);
    await Bun.write(
      join(folder.path, "one.ndjson"),
      '{"id":1,"last_name":"Коваль","first_name":"Ія","middle_name":"","degree":""}\n',
    );
    const refused = await run(["import", "one.ndjson"], { folder: folder.path, launcher });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /teachers: sqlite:\S+teachers\.db can't be opened or written: [^;]*; run this as the user/,
    );
  });
});

test.skipIf(Bun.which("setpriv") === null)(
  "a database that its user may not write is read, and followed when others write it",
  async () => {
    using folder = makeFolder();
    const file = databaseOf(folder.path);
    const options = { folder: folder.path, launcher: launcherWithoutRights };
    const setWritable = (isWritable: boolean): void => {
      chmodSync(file, isWritable ? 0o644 : 0o444);
      chmodSync(join(folder.path, "var"), isWritable ? 0o755 : 0o555);
    };
    await publish(folder.path, makeVersion(1));
    setWritable(false);
    const stdout = expect.stringContaining("(read-only for this user or role; ");
    expect(await run(["status"], options)).toEqual({ exitCode: 0, stdout, stderr: "" });
    await using server = await startServer([], options);
    expect(server.content).toBe("501 teachers, version 1");

    setWritable(true);
    await publish(folder.path, makeVersion(2));
    setWritable(false);
    await waitForVersion([server], 2);
    const refused = await run(["rollback", "1"], options);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining("teachers.db can't be opened or written: permission denied; run this as the user"),
    ]);
    chmodSync(file, 0o000);
    const stderr = expect.stringContaining("can't be opened or written: unable to open database file; run this as the");
    expect(await run(["status"], options)).toEqual({ exitCode: 1, stdout: "", stderr });
    setWritable(true);
  },
);
