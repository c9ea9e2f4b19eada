/** A server on a copy of the SQLite file: newer copies are renamed into its place, and the server only reads them. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { askReady, keepAsking, makeVersion, waitForVersion } from "./support/asking.ts";
import { makeFolder, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

/** Copies a database as an operator would. `restored` is in WAL mode, as Litestream leaves it. */
function copy(from: string, to: string, kind: "vacuumed" | "restored"): void {
  using source = new Database(from, { readonly: true });
  source.run("vacuum into ?", [`${to}.new`]);
  if (kind === "restored") {
    using restored = new Database(`${to}.new`);
    restored.run("pragma journal_mode = wal");
  }
  renameSync(`${to}.new`, to);
}

test.each(["vacuumed", "restored"] as const)("a server follows %s copies, and writes to none", async (kind) => {
  using folder = makeFolder();
  const original = join(folder.path, "original.db");
  const file = join(folder.path, "copies/teachers.db");
  mkdirSync(join(folder.path, "copies"));
  const publishVersion = (version: number): Promise<boolean> =>
    publish(folder.path, makeVersion(version), `sqlite:${original}`);
  await publishVersion(1);
  copy(original, file, kind);
  await using server = await startServer(["--database", `sqlite:${file}`], { folder: folder.path });
  const clients = keepAsking([server]);
  for (const version of [2, 3, 4]) {
    const before = readFileSync(file);
    expect(await publishVersion(version)).toBe(true);
    expect(readFileSync(file)).toEqual(before);
    copy(original, file, kind);
    await waitForVersion([server], version);
  }
  const { failures, versions } = await clients.stop();
  expect(failures).toEqual([]);
  for (const seen of versions) expect(seen).toEqual(seen.toSorted());
  expect(await askReady(server)).toMatchObject({ status: 200, version: 4, database: "reachable" });
  expect(server.stderr()).not.toMatch(/warn|error/);
  // SQLite makes an empty log and an index of it beside a file in WAL mode, even to read it.
  const beside = kind === "vacuumed" ? [] : ["teachers.db-shm", "teachers.db-wal"];
  expect(readdirSync(join(folder.path, "copies")).sort()).toEqual(["teachers.db", ...beside]);
});

test("a server that was started before its first copy has arrived serves it, and the log of its own file is not applied", async () => {
  using folder = makeFolder();
  const original = join(folder.path, "original.db");
  const file = join(folder.path, "teachers.db");
  await publish(folder.path, makeVersion(1), `sqlite:${original}`);
  await using server = await startServer(["--database", `sqlite:${file}`], { folder: folder.path });
  expect(server.content).toBe("nothing published yet");
  copy(original, file, "vacuumed");
  await waitForVersion([server], 1);
  expect(server.stderr().replace(/.* database.empty: .*/, "")).not.toMatch(/warn|error/);
  using copied = new Database(file, { readonly: true });
  expect(copied.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
});
