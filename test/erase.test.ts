/** An erased teacher is in no file of the service afterwards, while a server runs; on both engines. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import type { Page } from "./support/asking.ts";
import { expectEnd } from "./support/ends.ts";
import { startPostgres } from "./support/postgres.ts";
import { makeFolder, run, startServer, waitFor } from "./support/program.ts";
import { importTeachers, makeTeachers, parseExport, publish, renderNdjson } from "./support/publish.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** A unique surname. Search keys contain it in lower case. */
const surname = "Незабудько";

/** The files below a folder that contain the surname, in the cases and encodings that the program writes. */
function findSurname(folder: string): string[] {
  const names = [surname, surname.toLowerCase()].flatMap((name) => [Buffer.from(name), Buffer.from(name, "utf16le")]);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => {
      // A server may replace its copy meanwhile.
      if (!existsSync(path) || !statSync(path).isFile()) return false;
      const content = readFileSync(path);
      return names.some((name) => content.includes(name));
    });
}

async function openTarget(engine: string) {
  const folder = makeFolder();
  const database = engine === "SQLite" ? null : await postgres!.createDatabase();
  const url = database === null ? `sqlite:${folder.path}/var/teachers.db` : postgres!.urlOf(database);
  /** The folder with the files of the database. */
  let files = join(folder.path, "var");
  if (database !== null) {
    const query = `select current_setting('data_directory') || '/base/' || oid as files from pg_database where datname = '${database}'`;
    files = (await postgres!.run(database, query))[0]!.files as string;
  }
  const options = { folder: folder.path, environment: { TEACHERS_DATABASE: url } };
  return {
    ...folder,
    url,
    files,
    options,
    tell: (...args: readonly string[]) => run(args, options),
    publish: (teachers: readonly StoredTeacher[]) => publish(folder.path, teachers, url),
    /** Runs a query where the engine is PostgreSQL. */
    query: async (query: string) => (database === null ? [] : await postgres!.run(database, query)),
  };
}

const engines = ["SQLite", ...(postgres === null ? [] : ["PostgreSQL"])];

describe.each(engines)("erase on %s", (engine) => {
  test("removes the name from every table, index, log and copy", async () => {
    using target = await openTarget(engine);
    const { url, files } = target;
    const all = makeTeachers(400);
    const renamed = all.with(6, { ...all[6]!, last_name: surname, middle_name: surname });
    await target.publish(renamed);
    await target.publish(renamed.slice(0, 390));
    // A teacher who left long ago is erased too.
    await target.publish(renamed.toSpliced(6, 1));
    await target.publish(renamed.with(6, { ...renamed[6]!, degree: "професор" }));
    await target.query("analyze; checkpoint");
    const copies = join(target.path, "copies");
    const copy = ["--copy", join(copies, "teachers.copy")];
    mkdirSync(copies);
    await using server = await startServer(copy, target.options);
    expect(findSurname(files)).not.toEqual([]);
    await waitFor(() => findSurname(copies).length, engine === "SQLite" ? 0 : 1);

    const erased = await target.tell("erase", "7", "--yes", ...copy, "--message=за заявою");
    const done = "Erased 1 teacher from 3 versions; version 5 is published without them (database ";
    expectEnd(erased, 0, `  7  Незабудько Олена Незабудько, from version 1 to the newest\n${done}`);
    expectEnd(erased, 0, "The names may remain in:\n", "  - the memory of servers until they restart\n");
    expect(findSurname(files)).toEqual([]);
    const search = `${server.origin}/teachers/?search=${surname.slice(0, 5)}`;
    await waitFor(async () => ((await (await fetch(search)).json()) as Page).count, 0);
    await waitFor(() => findSurname(copies), { length: 0 });
    expect((await fetch(`${server.origin}/teachers/7/`)).status).toBe(404);

    const exported = await target.tell("export", "--at=1");
    expect(parseExport(exported.stdout)).toEqual(all.toSpliced(6, 1));
    for (const command of ["rollback 4", "show 1", "diff 1 5"]) {
      const { exitCode, stdout } = await target.tell(...command.split(" "));
      expect([exitCode, stdout.includes(surname)]).toEqual([0, false]);
    }
    await expect(importTeachers(target.path, renamed, url)).rejects.toThrow(
      /The id 7 \(line \d+\) was erased, and an erased id is never given/,
    );
    expectEnd(await target.tell("erase", "7"), 0, "The ids were erased before");
    await server.stop();
    expect([...findSurname(files), ...findSurname(copies)]).toEqual([]);
  });

  test.skipIf(engine === "SQLite")("waits for older transactions, which could still read the name", async () => {
    using target = await openTarget(engine);
    const { url, files } = target;
    const all = makeTeachers(3);
    await target.publish(all.with(1, { ...all[1]!, last_name: surname }));
    const sql = new SQL(url, { max: 1 });
    const reader = await sql.reserve();
    await reader.unsafe("begin isolation level repeatable read; select 1").simple();

    const erasing = target.tell("erase", "2", "--yes");
    await waitFor(
      () =>
        target.query("select pid from pg_stat_activity where query like '%virtualxid%' and pid <> pg_backend_pid()"),
      (waiting) => waiting.length > 0,
    );
    await reader.unsafe("commit");
    reader.release();
    await sql.close();
    expect(await erasing).toMatchObject({ exitCode: 0, stderr: "" });
    expect(findSurname(files)).toEqual([]);
  });

  test("refuses ids that no version has, names the people it would erase, and needs --yes if it can't ask", async () => {
    using target = await openTarget(engine);
    await target.publish(makeTeachers(2));
    expectEnd(await target.tell("erase", "1", "9", "--yes"), 1, " has the id 9; nothing was erased\n");
    expectEnd(await target.tell("erase", "1x"), 2, 'ID: "1x" is not an id; expected an integer from 1 to ');
    const refusal = "teachers: Nothing was erased, because this can't be undone. If this is right, repeat with --yes\n";
    expectEnd(await target.tell("erase", "1"), 1, `  1  Шевченко Олена, from version 1 to the newest\n${refusal}`);
    expect((await target.tell("status")).stdout).toContain("Teachers   2 ");
  });

  test("of all teachers leaves an empty directory, and says which version has the name in the name of its file", async () => {
    using target = await openTarget(engine);
    const file = "заява Шевченко.ndjson";
    writeFileSync(join(target.path, file), renderNdjson(makeTeachers(2)));
    await target.tell("import", file);
    const erased = await target.tell("erase", "1", "2", "--yes");
    expectEnd(erased, 0, "  - the source, the publisher or the message of version 1\n");
    await using server = await startServer([], target.options);
    expect(server.content).toBe("0 teachers, version 2");
  });
});
