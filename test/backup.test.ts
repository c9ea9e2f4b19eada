/** Backups of the whole history, restored into both engines while servers run. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";
import { type Finished, makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { importTeachers, makeTeachers, publish } from "./support/publish.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

const makeUrl: Readonly<Record<string, () => Promise<string>>> = {
  SQLite: async () => `sqlite:${crypto.randomUUID()}.db`,
  ...(postgres === null ? {} : { PostgreSQL: async () => postgres.urlOf(await postgres.createDatabase()) }),
};
const engines = Object.keys(makeUrl);
/** The engines that a backup is made from and restored into. The short form has only pairs of different engines. */
const pairs = engines
  .flatMap((from) => engines.map((to) => [from, to] as const))
  .filter(([from, to]) => isLong || engines.length === 1 || from !== to);

/** Gives the lines of a backup a new digest, and compresses them. */
function reseal(text: string): Uint8Array<ArrayBuffer> {
  const lines = text.trimEnd().split("\n");
  const body = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join("");
  const [name, counts] = JSON.parse(lines.at(-1)!) as unknown[];
  const digest = new Bun.CryptoHasher("sha256").update(body).digest("hex");
  return gzipSync(`${body}${JSON.stringify([name, counts, digest])}\n`);
}

/** Runs commands in a folder, on a database. */
function commandsIn(folder: string) {
  const on = (url: string, ...args: readonly string[]): Promise<Finished> =>
    run(args, { folder, environment: { TEACHERS_DATABASE: url } });
  return {
    on,
    history: async (url: string): Promise<{ version: number }[]> =>
      JSON.parse((await on(url, "history", "--json")).stdout),
    exportAt: async (url: string, version: number): Promise<StoredTeacher[]> =>
      JSON.parse((await on(url, "export", "--format=json", `--at=${version}`)).stdout),
  };
}

describe.each(pairs)("a backup of %s", (from, to) => {
  test(`restores every version into ${to}, which a server follows`, async () => {
    using folder = makeFolder();
    const { on, history, exportAt } = commandsIn(folder.path);
    const [source, target] = [await makeUrl[from]!(), await makeUrl[to]!()];
    for (const count of [30, 28, 31]) await publish(folder.path, makeTeachers(count), source);
    await publish(folder.path, makeTeachers(31, 'про"фесор'), source);
    await on(source, "erase", "5", "--yes");
    const written = await on(source, "backup", "all.backup");
    expect([written.exitCode, written.stdout]).toEqual([
      0,
      expect.stringContaining("Wrote the history, at least up to version 5"),
    ]);

    await publish(folder.path, makeTeachers(3), target);
    await using server = await startServer([], { folder: folder.path, environment: { TEACHERS_DATABASE: target } });
    const refused = await on(target, "restore", "all.backup");
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining("A restore would delete version 1 from"),
    ]);
    expect((await on(target, "status")).stdout).toContain("Teachers   3 ");
    const restored = await on(target, "restore", "all.backup", "--yes");
    expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
    expect(restored.stdout).toStartWith('Restored 5 versions from "all.backup"; version 6 is published (database ');
    // The server has served a later version, so the newest one is published again.
    const [again, ...others] = await history(target);
    expect(again).toMatchObject({ version: 6, source: "version 5", added: 0, message: "restored from a backup" });
    expect(others).toEqual(await history(source));
    for (const { version } of await history(source)) {
      expect(await exportAt(target, version)).toEqual(await exportAt(source, version));
    }
    await waitFor(
      async () => ((await (await fetch(`${server.origin}/teachers/`)).json()) as { count: number }).count,
      (count) => count === 30,
    );
    // Erased ids stay erased.
    expect((await on(target, "restore", "all.backup", "--yes")).exitCode).toBe(0);
    await expect(importTeachers(folder.path, makeTeachers(31), target)).rejects.toThrow("The id 5 (line 5) was erased");
  });
});

describe.each(isLong ? engines : engines.slice(0, 1))("a damaged version in %s", (engine) => {
  test("is named by every command that reads it, and no command writes it anywhere", async () => {
    using folder = makeFolder();
    const { on, exportAt } = commandsIn(folder.path);
    const url = await makeUrl[engine]!();
    for (const count of [30, 28, 31]) await publish(folder.path, makeTeachers(count), url);
    const damage = "update teacher set last_name = 'Шевченкк' where id = 30 and first_version = 1";
    if (engine === "PostgreSQL") await postgres!.run(new URL(url).pathname.slice(1), damage);
    else new Database(join(folder.path, url.slice("sqlite:".length))).run(damage);

    const refusals: readonly (readonly string[])[] = [
      ["export", "--at=1"],
      ["rollback", "1"],
      ["rollback", "1", "--dry-run"],
      ["show", "1"],
      ["show", "2"],
      ["diff", "1", "3"],
      ["diff", "3", "1"],
      ["erase", "1", "--yes"],
    ];
    for (const args of refusals) {
      const { exitCode, stderr } = await on(url, ...args);
      expect([args, exitCode, stderr]).toEqual([
        args,
        1,
        expect.stringContaining("Version 1 in the database is damaged"),
      ]);
    }
    const { exitCode, stdout, stderr } = await on(url, "backup", "all.backup");
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      ", version 1 differs from what was published. Sound: versions 2 and 3, which `teachers export",
    );
    expect(readdirSync(folder.path).filter((name) => name.includes("backup"))).toEqual([]);
    expect(await exportAt(url, 2)).toEqual(makeTeachers(28));
    expect((await on(url, "status")).exitCode).toBe(0);
    // Once the damaged version is pruned, the others can be backed up.
    expect(await on(url, "prune", "--keep=2", "--yes")).toMatchObject({ exitCode: 0 });
    expect(await on(url, "backup", "all.backup")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("that is the newest makes status fail, and importing its file again repairs it", async () => {
    using folder = makeFolder();
    const { on } = commandsIn(folder.path);
    const url = await makeUrl[engine]!();
    await publish(folder.path, makeTeachers(3), url);
    const damage = "delete from teacher where id = 2";
    if (engine === "PostgreSQL") await postgres!.run(new URL(url).pathname.slice(1), damage);
    else new Database(join(folder.path, url.slice("sqlite:".length))).run(damage);
    const { exitCode, stderr } = await on(url, "status");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("The rows of version 1 differ from what was")]);
    expect(await on(url, "export")).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await on(url, "backup", "all.backup")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("No version is sound"),
    });
    expect(await importTeachers(folder.path, makeTeachers(3), url)).toStartWith("Published version 2: 1 added");
    expect(await on(url, "status")).toMatchObject({ exitCode: 0 });
  });
});

describe("a restore", () => {
  test("does not bring back erased teachers, and says so", async () => {
    using folder = makeFolder();
    const { on, exportAt } = commandsIn(folder.path);
    const url = "sqlite:teachers.db";
    await publish(folder.path, makeTeachers(30), url);
    await on(url, "backup", "old.backup");
    await on(url, "erase", "7", "--yes");
    const { exitCode, stdout } = await on(url, "restore", "old.backup", "--yes");
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("stay erased: 7\n")]);
    expect(stdout).toContain("Restored 1 version from ");
    for (const version of [1, 2]) expect((await exportAt(url, version)).map(({ id }) => id)).not.toContain(7);
  });

  test("of a faulty file says what is wrong and changes nothing", async () => {
    using folder = makeFolder();
    const { on, history } = commandsIn(folder.path);
    const url = "sqlite:teachers.db";
    await publish(folder.path, makeTeachers(30), url);
    await on(url, "backup", "good.backup");
    const before = await history(url);
    const bytes = readFileSync(join(folder.path, "good.backup"));
    const text = gunzipSync(bytes).toString();
    const lines = text.split("\n");
    const faulty: Readonly<Record<string, readonly [string | Uint8Array, string]>> = {
      "staff.csv": ["id,last_name\n", "it is not a backup of this program, or is damaged"],
      "staff.csv.gz": [gzipSync("id,last_name\n"), "it is not a backup of this program"],
      "empty.backup": ["", "it is truncated"],
      "cut.backup": [bytes.subarray(0, bytes.length - 20), "it is truncated"],
      "short.backup": [gzipSync(lines.slice(0, 10).join("\n")), "it is truncated"],
      "changed.backup": [gzipSync(text.replace("Шевченко", "Шевченка")), "does not match its digest"],
      "missing.backup": [gzipSync(lines.toSpliced(5, 1).join("\n")), "does not match its digest"],
      "broken.backup": [gzipSync(lines.with(5, '["teacher",1,null,0,"А","","",""]').join("\n")), "line 6 is damaged"],
      "evil.backup": [
        reseal(text.replace(/"id":"[^"]*"/, '"id":"../../evil"')),
        "line 2 is damaged; nothing was changed",
      ],
      "renamed.backup": [reseal(text.replace("Шевченко", "Шевченка")), "its version 1 differs from what was published"],
      "latin.backup": [gzipSync(Buffer.from('["teachers-backup","\xe9"]\n', "latin1")), "it is damaged"],
      "newer.backup": [
        gzipSync(text.replace('["teachers-backup",2', '["teachers-backup",3')),
        "a newer release wrote it",
      ],
      "fields.backup": [
        gzipSync(text.replace('"degree"]', '"degree","rank"]')),
        "its fields differ from those of this release",
      ],
    };
    for (const [name, [content, words]] of Object.entries(faulty)) {
      writeFileSync(join(folder.path, name), content);
      const { exitCode, stdout, stderr } = await on(url, "restore", name, "--yes");
      expect([name, exitCode, stdout, stderr]).toEqual([name, 1, "", expect.stringContaining(words)]);
      expect(stderr).toEndWith("; nothing was changed\n");
    }
    expect(await history(url)).toEqual(before);
    const there = readdirSync(folder.path).length;
    expect((await on("sqlite:new.db", "restore", "none.backup")).stderr).toBe(
      'teachers: "none.backup" can\'t be read: no such file or directory\n',
    );
    expect(readdirSync(folder.path)).toHaveLength(there);
  });
});
