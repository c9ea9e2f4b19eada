/** Data of earlier releases, opened by this one: databases of both engines, and backups. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedFieldNames } from "../src/domain/teacher.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder, type Options, root, run, startServer } from "./support/program.ts";
import {
  dumpTables,
  type Expected,
  erasedId,
  highestId,
  readHistory,
  releasesFolder,
  runOrThrow,
} from "./support/releases.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

const releases = readdirSync(releasesFolder);
const pathOf = (release: string, name: string): string => join(releasesFolder, release, name);

function expectedOf(release: string): Expected {
  return JSON.parse(readFileSync(pathOf(release, "expected.json"), "utf8")) as Expected;
}

/** Expects a history with at least the fields that the release printed. */
async function expectHistory(options: Options, expected: Expected["sqlite"]): Promise<void> {
  expect(await readHistory(options)).toMatchObject(expected);
}

/** Expects that commands can change the data of the release, and that a server answers with the result. */
async function expectToContinue({ folder, ...options }: Options): Promise<void> {
  const here = { ...options, folder };
  const writeTeachers = (name: string, ...rows: readonly string[][]): void => {
    const lines = [storedFieldNames, ...rows].map((row) => storedFieldNames.map((_, i) => row[i] ?? "").join(","));
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  };
  writeTeachers("erased.csv", [String(erasedId), "Інший", "Петро"]);
  const any = ["--allow-removed=100%", "--allow-renamed=100%"];
  const refused = await run(["import", "erased.csv", ...any], here);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(new RegExp(`\\b${erasedId}\\b.*erased|erased.*\\b${erasedId}\\b`));

  writeTeachers("next.csv", ["1", "Шевченко", "Олена", "Петрівна", "доцент"], ["", "Новий", "Петро"]);
  await runOrThrow(["import", "next.csv", "--keep-ids", ...any], here);
  await runOrThrow(["prune", "--keep", "3", "--yes"], here);
  await runOrThrow(["rollback", "4"], here);
  await runOrThrow(["rollback", "5"], here);
  await using server = await startServer([], here);
  expect(server.content).toBe("2 teachers, version 7");
  const { results } = (await (await fetch(`${server.origin}/teachers/`)).json()) as { results: { id: number }[] };
  expect(results.map(({ id }) => id)).toEqual([1, highestId + 1]);
}

/** The statements that made the tables and indexes of the folder's database. */
function tablesOf(folder: string): unknown {
  using database = new Database(join(folder, "var/teachers.db"), { readonly: true });
  return database.query("select name, sql from sqlite_schema where name not like 'sqlite_stat%' order by name").all();
}

test("the files of the first release have the tables that it made", () => {
  expect(releases).toContain("1.0.0");
  expect(readFileSync(pathOf("1.0.0", "postgres.sql"), "utf8")).toContain(`{"step":3}`);
  expect(readFileSync(pathOf("1.0.0", "postgres.sql"), "utf8")).not.toContain(`{"step":4}`);
});

describe.each(releases)("of release %s", (release) => {
  test("a SQLite database gets the tables of this release, keeps its history, and can be written", async () => {
    using folder = makeFolder();
    using other = makeFolder();
    mkdirSync(join(folder.path, "var"));
    copyFileSync(pathOf(release, "teachers.db"), join(folder.path, "var/teachers.db"));
    await runOrThrow(["migrate"], { folder: folder.path });
    await expectHistory({ folder: folder.path }, expectedOf(release).sqlite);
    await runOrThrow(["import", join(root, "sample/teachers.csv")], { folder: other.path });
    expect(tablesOf(folder.path)).toEqual(tablesOf(other.path));
    await expectToContinue({ folder: folder.path });
  });

  test("a backup is restored into a new database, which can be written", async () => {
    using folder = makeFolder();
    await runOrThrow(["restore", pathOf(release, "teachers.backup"), "--yes"], { folder: folder.path });
    await expectHistory({ folder: folder.path }, expectedOf(release).sqlite);
    await expectToContinue({ folder: folder.path });
  });

  test.skipIf(postgres === null)(
    "a PostgreSQL database gets the tables of this release, keeps its history, and can be written",
    async () => {
      using folder = makeFolder();
      const [old, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
      await postgres.run(old, readFileSync(pathOf(release, "postgres.sql"), "utf8"));
      const optionsFor = (database: string): Options => ({
        folder: folder.path,
        environment: { TEACHERS_DATABASE: postgres.urlOf(database) },
      });
      await runOrThrow(["migrate"], optionsFor(old));
      await expectHistory(optionsFor(old), expectedOf(release).postgres);
      await runOrThrow(["import", join(root, "sample/teachers.csv")], optionsFor(other));
      expect(await dumpTables(postgres, old)).toBe(await dumpTables(postgres, other));
      await expectToContinue(optionsFor(old));
    },
  );
});
