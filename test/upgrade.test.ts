/** A database of this release, and a later release with one more migration, made of a copy of the source. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "./support/postgres.ts";
import { type Finished, makeFolder, type Options, root, run, startServer } from "./support/program.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

const laterRelease = makeFolder();
afterAll(laterRelease.remove);
const launcher = [join(laterRelease.path, "bin/teachers")];

beforeAll(() => {
  for (const name of ["bin", "src", "public", "sample", "package.json"]) {
    cpSync(join(root, name), join(laterRelease.path, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(laterRelease.path, "node_modules"));
  const file = join(laterRelease.path, "src/store/migrations.ts");
  const source = readFileSync(file, "utf8");
  const statement = "alter table teacher add column room text not null default ''";
  const changed = source.replace(/^(const migrations: .*) = \[\];$/m, `$1 = [[${JSON.stringify(statement)}]];`);
  expect(changed).not.toBe(source);
  writeFileSync(file, changed);
});

const head = "id,last_name,first_name,middle_name,degree\n2,Коваль,Іван,,\n1,";
const files = {
  "first.csv": `${head}Шевченко,Олена,Петрівна,доцент\n`,
  "second.csv": `${head}Шевченко-Коваль,Олена,Петрівна,доцент\n`,
  "third.csv": `${head}Шевченко-Коваль,Олена,Петрівна,професор\n`,
};

/** Runs a command of this release, or with `later` of the later one. */
function command(line: string, options: Options, later?: "later"): Promise<Finished> {
  return run(line.split(" "), later === undefined ? options : { ...options, launcher });
}

async function printed(line: string, options: Options, later?: "later"): Promise<string> {
  const { exitCode, stdout, stderr } = await command(line, options, later);
  expect([line, exitCode, stderr]).toEqual([line, 0, expect.any(String)]);
  return stdout;
}

/** `findRooms` returns the rows of the query, which needs the column of the later release. */
async function tryUpgrade(options: Options, findRooms: (query: string) => unknown): Promise<void> {
  const { folder } = options;
  mkdirSync(join(folder, "var"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of ["first.csv", "second.csv"]) await printed(`import ${name}`, options);
  const reading = ["history --json", "export --at 1", "export --at 2"];
  const before = await Promise.all(reading.map((line) => printed(line, options)));
  await using running = await startServer([], options);

  for (const line of ["export", "history", "import third.csv --dry-run"]) {
    const { exitCode, stdout, stderr } = await command(line, options, "later");
    expect([line, exitCode, stdout]).toEqual([line, 1, ""]);
    expect(stderr).toContain(
      " has tables from an older release; run `teachers migrate` as the role or user that imports",
    );
  }
  expect(await printed("migrate", options, "later")).toStartWith("Updated the tables in ");
  expect(await printed("migrate", options, "later")).toStartWith("There is nothing to do for the tables in ");
  expect(await Promise.all(reading.map((line) => printed(line, options, "later")))).toEqual(before);
  expect(await findRooms("select distinct room from teacher")).toEqual([{ room: "" }]);
  expect(await printed("import third.csv", options, "later")).toContain("Published version 3");
  await using upgraded = await startServer([], { ...options, launcher });
  expect(upgraded.content).toBe("2 teachers, version 3");

  for (const line of ["export", "import first.csv", "migrate"]) {
    const { exitCode, stderr } = await command(line, options);
    expect([line, exitCode]).toEqual([line, 1]);
    const [, found, known] =
      / was changed by a newer release \(step (\d+), this release knows (\d+)\); use that release\n/.exec(stderr)!;
    expect(Number(found)).toBe(Number(known) + 1);
  }
  const answer = await fetch(`${running.origin}/teachers/`);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ count: 2 })]);
}

describe("a later release updates the tables, keeps the history, and is not undone by this one", () => {
  test("on SQLite", async () => {
    using folder = makeFolder();
    await tryUpgrade({ folder: folder.path }, (query) => {
      using database = new Database(join(folder.path, "var/teachers.db"), { readonly: true });
      return database.query(query).all();
    });
  });

  test.skipIf(postgres === null)("on PostgreSQL", async () => {
    using folder = makeFolder();
    const database = await postgres.createDatabase();
    const environment = { TEACHERS_DATABASE: postgres.urlOf(database) };
    await tryUpgrade({ folder: folder.path, environment }, (query) => postgres.run(database, query));
  });
});
