/**
 * Data that earlier releases made: test/releases/ has a folder for each release that changed the tables or the format
 * of backups, with a database of each engine, a backup and what the release printed about them.
 * `bin/bun test/support/releases.ts` makes the folder of this release.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { makeFolder, type Options, root, run } from "./program.ts";

export const releasesFolder = join(root, "test/releases");

/** All versions, as commands print them. */
export interface History {
  /** The versions, as `history --json` prints them. */
  readonly versions: readonly { readonly version: number }[];
  /** The teachers that `export --at VERSION` wrote, by version. */
  readonly teachers: Readonly<Record<string, readonly StoredTeacher[]>>;
}

/** The output of a release about each database that it made. The output about the backup is the same as about SQLite. */
export type Expected = Readonly<Record<"sqlite" | "postgres", History>>;

const header = "id,last_name,first_name,middle_name,degree";
/** One teacher is removed, one changes and one is erased. Other texts must be kept letter by letter. */
const first = `${header}
1,Шевченко,Олена,Петрівна,доцент
2,Коваль,Іван,,
3,Стертий,Тарас,Ілліч,професор
5,О’Коннор-Ґалаґан,Мар'яна,"Ївга ""Ї""",к. т. н.
`;
const second = `${header}
1,Шевченко-Коваль,Олена,Петрівна,професор
3,Стертий,Тарас,Ілліч,професор
5,О’Коннор-Ґалаґан,Мар'яна,"Ївга ""Ї""",к. т. н.
9,𝒳,Őrs,,аспірант
`;

/** The id of the teacher who is erased from the history. */
export const erasedId = 3;
/** The highest id of the history; nobody has it any more. */
export const highestId = 9;

/** Runs a command in the folder. Throws unless it succeeds; returns what it printed. */
export async function runOrThrow(args: readonly string[], options: Options): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, options);
  if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

async function makeHistory(options: Options): Promise<void> {
  for (const [name, content] of Object.entries({ "first.csv": first, "second.csv": second })) {
    writeFileSync(join(options.folder, name), content);
  }
  const any = ["--allow-removed", "100%", "--allow-renamed", "100%"];
  await runOrThrow(["import", "first.csv", "--message", "перший список"], options);
  await runOrThrow(["import", "second.csv", ...any], options);
  await runOrThrow(["erase", String(erasedId), "--yes", "--message", "на прохання"], options);
  await runOrThrow(["rollback", "1", "--message", "not the second one"], options);
}

/** Asks for all versions of the database. */
export async function readHistory(options: Options): Promise<History> {
  const versions = JSON.parse(await runOrThrow(["history", "--json"], options)) as History["versions"];
  const teachers: Record<string, readonly StoredTeacher[]> = {};
  for (const { version } of versions) {
    const lines = await runOrThrow(["export", "--at", String(version), "--format", "ndjson"], options);
    teachers[version] = Bun.JSONL.parse(lines) as StoredTeacher[];
  }
  return { versions, teachers };
}

/** The statements that make the tables and indexes of a PostgreSQL database. */
export async function dumpTables(postgres: Postgres, database: string): Promise<string> {
  const [row] = await postgres.run(
    database,
    `with kept as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'),
      statements as (
        select 1 as place, relname, format('create table %I (%s)', relname, string_agg(format('%I %s%s%s', attname,
          format_type(atttypid, atttypmod), ' default ' || pg_get_expr(adbin, adrelid),
          case when attnotnull then ' not null' end), ', ' order by attnum)) as statement
        from kept join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped group by relname
        union all
        select 2, relname, format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(c.oid))
        from kept join pg_constraint c on conrelid = kept.oid where contype <> 'n'
        union all
        select 3, relname, pg_get_indexdef(indexrelid) from kept join pg_index on indrelid = oid
        where not exists (select from pg_constraint where conindid = indexrelid))
    select string_agg(statement || E';\\n', '' order by place, relname, statement) as ddl from statements`,
  );
  return row!.ddl as string;
}

/** The statements that insert all rows. */
async function dumpRows(postgres: Postgres, database: string): Promise<string> {
  const tables = await postgres.run(database, "select tablename from pg_tables where schemaname = 'public' order by 1");
  const inserts: string[] = [];
  for (const { tablename: table } of tables) {
    const insert = `insert into ${table} select * from json_populate_record(null::${table}, %L);`;
    const rows = await postgres.run(
      database,
      `select format('${insert}', to_json(t)) as sql from ${table} t order by 1`,
    );
    inserts.push(...rows.map(({ sql }) => `${sql}\n`));
  }
  return inserts.join("");
}

async function makeFiles(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  const target = join(releasesFolder, version);
  mkdirSync(target, { recursive: true });
  using folder = makeFolder();
  const options = { folder: folder.path };
  await makeHistory(options);
  await runOrThrow(["backup", "teachers.backup"], options);
  const sqlite = await readHistory(options);
  for (const name of ["teachers.backup", "var/teachers.db"]) {
    copyFileSync(join(folder.path, name), join(target, name.replace("var/", "")));
  }
  await using postgres = (await startPostgres())!;
  const database = await postgres.createDatabase();
  const onPostgres = { folder: folder.path, environment: { TEACHERS_DATABASE: postgres.urlOf(database) } };
  await makeHistory(onPostgres);
  const expected: Expected = { sqlite, postgres: await readHistory(onPostgres) };
  const statements = (await dumpTables(postgres, database)) + (await dumpRows(postgres, database));
  writeFileSync(join(target, "postgres.sql"), statements);
  writeFileSync(join(target, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
}

if (import.meta.main) await makeFiles();
