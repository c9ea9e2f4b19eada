/** Backups of a SQLite database, and what a restore brings back: over sound, damaged and missing databases, while servers run. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { damagePages } from "./support/damage.ts";
import { launcherWithoutRights } from "./support/mounts.ts";
import { type Finished, makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { importTeachers, makeTeachers, parseExport, publish } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";

/** A folder with a database, and its commands. */
function makePlace() {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  const on = (...args: readonly string[]): Promise<Finished> =>
    run(args, { folder: folder.path, environment: { TEACHERS_DATABASE: "sqlite:teachers.db" } });
  return {
    ...folder,
    at,
    on,
    environment: { TEACHERS_DATABASE: `sqlite:${at("teachers.db")}` },
    publish: (teachers: readonly StoredTeacher[]) => publish(folder.path, teachers, "sqlite:teachers.db"),
    history: async (): Promise<{ version: number; published_at: string; source: object }[]> =>
      JSON.parse((await on("history", "--json")).stdout),
    exportAt: async (version: number): Promise<StoredTeacher[]> =>
      parseExport((await on("export", `--at=${version}`)).stdout),
    names: (): string[] => readdirSync(folder.path).sort(),
    /** Changes the database, or another file of its kind, behind the back of the program. */
    change: (statement: string, name = "teachers.db"): void => {
      using database = new Database(at(name));
      database.run(statement);
    },
    /** Expects a command to fail with these words. */
    fails: async (code: number, words: string | RegExp, ...args: readonly string[]): Promise<void> => {
      const { exitCode, stdout, stderr } = await on(...args);
      const text = typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words);
      expect([args, exitCode, stdout, stderr]).toEqual([args, code, "", text]);
    },
  };
}

const countOf = async ({ origin }: { readonly origin: string }): Promise<number> =>
  ((await (await fetch(`${origin}/teachers/`)).json()) as { count: number }).count;
const idsOf = (teachers: readonly StoredTeacher[]): number[] => teachers.map(({ id }) => id);

describe("a backup", () => {
  test("restores every version on another machine, and is a database that can be served", async () => {
    using place = makePlace();
    for (const count of [30, 28, 31]) await place.publish(makeTeachers(count));
    await place.on("erase", "5", "--yes");
    const { exitCode, stdout } = await place.on("backup", "all.backup");
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^Wrote versions 1–4 to "all\.backup" \(database sqlite:\/.*teachers\.db\)\n$/),
    ]);
    expect((statSync(place.at("all.backup")).mode & 0o777).toString(8)).toBe("600");
    expect(place.names().filter((name) => name.includes("backup"))).toEqual(["all.backup"]);

    using other = makePlace();
    copyFileSync(place.at("all.backup"), other.at("all.backup"));
    const restored = await other.on("restore", "all.backup");
    expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
    expect(restored.stdout).toMatch(/^Restored 4 versions from "all\.backup"; version 5 .*\n.*; erase them again\n$/);
    expect((await other.history()).slice(1)).toEqual(await place.history());
    for (const { version } of await place.history())
      expect(await other.exportAt(version)).toEqual(await place.exportAt(version));
    expect((await other.history())[0]).toMatchObject({
      version: 5,
      source: { kind: "restore", version: 4, erased: 0 },
    });
    await expect(importTeachers(other.path, makeTeachers(31), "sqlite:teachers.db")).rejects.toThrow(
      "The id 5 (line 5) was erased",
    );
    await using server = await startServer(["--database", "sqlite:all.backup"], { folder: other.path });
    expect(server.content).toBe("30 teachers, version 4");
  });

  test("replaces an earlier backup, as a timer does, and the database knows when", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3));
    const status = async () => JSON.parse((await place.on("status", "--json")).stdout).last_backup;
    expect(await status()).toBeNull();
    expect((await place.on("backup", "all.backup")).exitCode).toBe(0);
    const first = await status();
    expect(Date.now() - Date.parse(first)).toBeWithin(0, 60_000);
    expect((await place.on("status")).stdout).toMatch(/^Backup {5}20\d\d-\S+ \d\d:\d\d \S+ \(\d+ h ago\)$/m);
    await place.publish(makeTeachers(4));
    expect((await place.on("backup", "all.backup")).stdout).toStartWith("Wrote versions 1 and 2 to");
    expect((await status()) > first).toBe(true);

    // A restored database has the time of its backup.
    expect((await place.on("restore", "all.backup", "--database", "sqlite:new.db")).exitCode).toBe(0);
    const { stdout } = await place.on("status", "--json", "--database", "sqlite:new.db");
    expect(JSON.parse(stdout).last_backup).toBe(await status());
  });

  test("replaces neither the database nor a file that is no database of ours", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3));
    writeFileSync(place.at("notes.txt"), "notes");
    writeFileSync(place.at("empty"), "");
    place.change("create table t (i integer)", "foreign.db");
    symlinkSync("teachers.db", place.at("link"));
    const refused: Readonly<Record<string, string>> = {
      "teachers.db": "belongs to the database",
      link: "belongs to the database",
      "teachers.db-wal": "belongs to the database",
      "notes.txt": "is not a backup of this program, and would be lost",
      empty: "is not a backup of this program, and would be lost",
      "foreign.db": "is not a backup of this program, and would be lost",
      "/dev/null": "is not a file",
      "none/all.backup": "The folder of",
      "notes.txt/all.backup": "The folder of",
    };
    const before = readFileSync(place.at("teachers.db"));
    for (const [file, words] of Object.entries(refused)) await place.fails(2, words, "backup", file);
    expect(readFileSync(place.at("notes.txt"), "utf8")).toBe("notes");
    expect(readFileSync(place.at("teachers.db"))).toEqual(before);
    expect((await place.on("status", "--json")).stdout).toContain('"last_backup": null');
  });

  test("of a database with one surname changed by SQL is refused, and an earlier backup stays", async () => {
    using place = makePlace();
    for (const count of [30, 28, 31]) await place.publish(makeTeachers(count));
    await place.on("backup", "all.backup");
    const before = readFileSync(place.at("all.backup"));
    place.change("update teacher set last_name = 'Шевченкк' where id = 30 and first_version = 1");
    const refusals = [
      "export --at=1",
      "rollback 1",
      "rollback 1 --dry-run",
      "show 1",
      "show 2",
      "diff 1 3",
      "diff 3 1",
    ];
    const words = / is damaged: version 1 differs from what was published; if it is the newest, import/;
    for (const line of [...refusals, "backup all.backup"]) await place.fails(1, words, ...line.split(" "));
    expect(readFileSync(place.at("all.backup"))).toEqual(before);
    expect(place.names().filter((name) => name.includes("tmp"))).toEqual([]);
    expect(await place.exportAt(2)).toEqual(makeTeachers(28));
    expect((await place.on("status")).exitCode).toBe(0);
    // Once the damaged version is pruned, the others can be backed up.
    expect(await place.on("prune", "--keep=2", "--yes")).toMatchObject({ exitCode: 0 });
    expect(await place.on("backup", "all.backup")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("of a database whose newest version is damaged works again after its file was imported", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3));
    place.change("delete from teacher where id = 2");
    await place.fails(1, "version 1 differs from what was published", "export");
    expect(await place.on("status")).toMatchObject({ exitCode: 1 });
    expect(await place.on("backup", "all.backup")).toMatchObject({ exitCode: 1 });
    expect(await importTeachers(place.path, makeTeachers(3), "sqlite:teachers.db")).toStartWith(
      "Published version 2: 1 added",
    );
    expect(await place.on("status")).toMatchObject({ exitCode: 0 });
  });

  test("of PostgreSQL names pg_dump, and a restore pg_restore", async () => {
    using place = makePlace();
    const url = ["--database", "postgres://anna:secret@db/teachers"];
    const dump = 'pg_dump --format=custom --file "all.dump" "postgres://anna@db/teachers"';
    await place.fails(2, `pg_dump, as docs/postgresql.md shows: ${dump}`, "backup", "all.dump", ...url);
    await place.fails(2, "restored by pg_restore, as docs/postgresql.md", "restore", "all.dump", ...url);
  });
});

describe("a restore", () => {
  test("asks before versions are lost, or needs --yes; servers follow it, and nobody sees an older version", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3));
    await place.on("backup", "all.backup");
    await place.publish(makeTeachers(4));
    await using server = await startServer([], { folder: place.path, environment: place.environment });
    const loss = /A restore would delete version 2 from sqlite:\/.*: the backup does not have it/;
    const end = /; nothing was changed\. If this is right, repeat with --yes\n$/;
    for (const words of [loss, end]) await place.fails(1, words, "restore", "all.backup");
    const terminal = startOnTerminal(place.path, "restore all.backup --database sqlite:teachers.db");
    await terminal.shows("Restore the backup? [y/N]");
    terminal.type("n\n");
    expect([await terminal.exited, terminal.shown()]).toEqual([1, expect.stringContaining("Nothing was changed")]);
    expect(await place.history()).toHaveLength(2);

    const [before] = await place.history();
    expect((await place.on("restore", "all.backup", "--yes")).stdout).toContain("; version 3 is published");
    const [newest, ...others] = await place.history();
    expect([newest!.version, others.map(({ version }) => version)]).toEqual([3, [1]]);
    expect(newest!.published_at > before!.published_at).toBe(true);
    await waitFor(() => countOf(server), 3);
    // A repeated restore loses only the version that the first one has published.
    expect((await place.on("restore", "all.backup")).exitCode).toBe(0);
    expect(server.stderr()).not.toMatch(/ (?:warn|error) /);
  });

  test("erases again, before anything is served, whoever was erased since the backup", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(30));
    await place.publish(makeTeachers(29));
    await place.on("backup", "old.backup");
    await place.on("erase", "7", "--yes");
    await place.on("erase", "30", "--yes");
    await using server = await startServer([], { folder: place.path, environment: place.environment });
    const seen = new Set<number>();
    let isOver = false;
    const asking = (async () => {
      while (!isOver) seen.add((await fetch(`${server.origin}/teachers/7/`)).status);
    })();
    const { exitCode, stdout } = await place.on("restore", "old.backup", "--yes");
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining("Erased again, because they were erased since the backup: 7, 30\n"),
    ]);
    await waitFor(
      async () => (await fetch(`${server.origin}/teachers/`)).headers.get("dataset-version"),
      (version) => version?.startsWith("5-") === true,
    );
    isOver = true;
    await asking;
    expect([...seen]).toEqual([404]);
    for (const version of [1, 2, 5]) expect(idsOf(await place.exportAt(version))).not.toContain(7);
    expect((await place.history())[0]!.source).toEqual({ kind: "restore", version: 2, erased: 2 });
    expect((await place.on("history")).stdout).toContain("a backup, version 2, without 2 teachers erased since");
    expect((await place.on("show", "1")).stdout).toMatch(/^Digest {5}changed by an erasure$/m);
    // The erased rows are in no file of the database.
    const file = readFileSync(place.at("teachers.db"));
    expect(file.includes(Buffer.from("Шевченко"))).toBe(true);
    expect((await place.on("rollback", "1")).stdout).toContain("Published version 6: ");
    expect(idsOf(await place.exportAt(6))).toHaveLength(28);
  });

  test("of a faulty file says what is wrong and changes nothing", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(30));
    await place.on("backup", "good.backup");
    const before = await place.history();
    const bytes = readFileSync(place.at("good.backup"));
    const change = (name: string, statement: string): void => {
      writeFileSync(place.at(name), bytes);
      place.change(statement, name);
    };
    writeFileSync(place.at("staff.csv"), "id,last_name\n");
    writeFileSync(place.at("empty.backup"), "");
    writeFileSync(place.at("cut.backup"), bytes.subarray(0, bytes.length - 4096));
    change("renamed.backup", "update teacher set last_name = 'Шевченкк' where id = 30");
    change("newer.backup", "update migration set step = 99");
    change("older.backup", "update migration set step = 4");
    change("none.backup", "delete from publication");
    place.change("create table t (i integer)", "foreign.backup");
    writeFileSync(place.at("used.backup"), bytes);
    writeFileSync(place.at("used.backup-wal"), "log");
    const faulty: Readonly<Record<string, string>> = {
      "staff.csv": "is not a backup of this program",
      "empty.backup": "is not a backup of this program",
      "foreign.backup": "is not a backup of this program",
      "cut.backup": "is damaged",
      "renamed.backup": "is damaged: version 1 differs from what was published; use an earlier backup",
      "newer.backup": "was changed by a newer release (step 99",
      "older.backup": "has tables from before the first release (step 4",
      "none.backup": "has no versions",
      "used.backup": "has a log beside it, so it is a database in use",
      "teachers.db": "is the database itself",
      "missing.backup": "does not exist",
      ".": "is not a file",
    };
    const names = place.names();
    for (const [name, words] of Object.entries(faulty)) {
      await place.fails(1, new RegExp(`"${RegExp.escape(name)}".*${RegExp.escape(words)}`), "restore", name, "--yes");
    }
    const nowhere = ["--database", "sqlite:staff.csv/new.db"];
    await place.fails(1, /new\.db is not a file \(.+\); correct --database$/m, "restore", "good.backup", ...nowhere);
    expect(await place.history()).toEqual(before);
    expect(place.names()).toEqual(names);
  });

  test("of a file that this user may not read, or a backup that the user may not write, says so", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3));
    await place.on("backup", "all.backup");
    chmodSync(place.at("all.backup"), 0o000);
    mkdirSync(place.at("closed"), { mode: 0o000 });
    for (const args of [
      ["restore", "all.backup"],
      ["backup", "closed/all.backup"],
    ]) {
      const environment = { TEACHERS_DATABASE: "sqlite:teachers.db" };
      const { exitCode, stderr } = await run(args, {
        folder: place.path,
        environment,
        launcher: launcherWithoutRights,
      });
      const words = /backup" can't be opened or written: permission denied; run this as the user that owns it/;
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(words)]);
    }
    chmodSync(place.at("closed"), 0o700);
  });
});

describe("a damaged database", () => {
  test("is named by every command, put aside by a restore, and listed by the next erasure", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(3000));
    await place.on("backup", "all.backup");
    await place.on("erase", "7", "--yes");
    await place.publish(makeTeachers(3100).filter(({ id }) => id !== 7));
    await using server = await startServer([], { folder: place.path, environment: place.environment });
    chmodSync(place.at("teachers.db"), 0o640);
    damagePages(place.at("teachers.db"), "teacher");
    const damaged = /teachers\.db is damaged, or no database: .*; if --database is right, restore the newest/;
    for (const line of ["status", "backup all.backup", "export", "rollback 1", "prune --keep=1 --yes"]) {
      await place.fails(1, damaged, ...line.split(" "));
    }
    const failed = await place.on("erase", "8", "--yes");
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(damaged) });
    await place.fails(1, "A restore would delete 2 versions", "restore", "all.backup");
    const { exitCode, stdout } = await place.on("restore", "all.backup", "--yes");
    expect(exitCode).toBe(0);
    const aside = place.names().find((name) => name.startsWith("teachers.db.damaged-"))!;
    expect(stdout).toMatch(/^Restored 1 version from "all\.backup"; version 4 is published \(database /);
    expect(stdout).toContain(`The damaged file is now "${place.at(aside)}"; delete it if you no longer need it\n`);
    expect(stdout).toContain("Erased again, because they were erased since the backup: 7\n");
    const modeOf = (name: string): string => (statSync(place.at(name)).mode & 0o777).toString(8);
    expect([modeOf(aside), modeOf("teachers.db")]).toEqual(["600", "640"]);
    expect(place.names().filter((name) => name.includes(".tmp"))).toEqual([]);
    await waitFor(() => countOf(server), 2999);
    expect(idsOf(await place.exportAt(1))).not.toContain(7);
    expect(await place.on("status")).toMatchObject({ exitCode: 0, stderr: "" });
    const erased = await place.on("erase", "8", "--yes");
    expect(erased.stdout).toContain(`  - ${place.at(aside)}, an earlier file of the database; delete it if`);
    expect(erased.stdout).toContain("a full list from before brings these people again, with new ids\n");
  });

  test("that can't even be opened is replaced, and the restore says that erased people may be back", async () => {
    using place = makePlace();
    await place.publish(makeTeachers(30));
    await place.on("backup", "all.backup");
    await place.on("erase", "7", "--yes");
    writeFileSync(place.at("teachers.db"), Buffer.alloc(8192, "damage"));
    const lost = "is damaged and can't be read, so versions that are newer than the backup are lost";
    await place.fails(1, lost, "restore", "all.backup");
    const { exitCode, stdout } = await place.on("restore", "all.backup", "--yes");
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining("people erased since the backup may be back; erase them again\n"),
    ]);
    expect(idsOf(await place.exportAt(2))).toContain(7);
    const aside = place.names().filter((name) => name.includes(".damaged-"));
    expect(aside).toHaveLength(1);
    expect(existsSync(place.at("teachers.db-wal"))).toBe(false);
    expect((await place.on("erase", "7", "--yes")).exitCode).toBe(0);
  });
});
