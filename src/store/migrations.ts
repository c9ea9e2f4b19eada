/** The tables, and the migrations that lead from the first release to them. */
import type { Database, Dialect, Queries } from "./engine.ts";
import { StoreError } from "./failure.ts";

/** The step of {@link schema}. Until 2.0.0 is published, whoever changes the schema increases it. */
const firstStep = 7;

/**
 * A teacher's row is inserted with its first version, and later only updated with its last version. The rows of version
 * v are those with first_version <= v and no last_version before v. `highest_id` and `erased_teacher` have the ids of
 * deleted rows, which are never given again. `source` is JSON, see `VersionSource`. `backup` has the time of the last successful
 * backup.
 */
const schema = ({ clustered, afterSchema }: Dialect): readonly string[] => [
  `create table publication (
    version integer primary key,
    id text not null unique,
    published_at text not null,
    source text not null,
    count bigint not null,
    added bigint not null,
    changed bigint not null,
    removed bigint not null,
    digest text,
    message text not null,
    published_by text not null,
    answers text not null
  )`,
  `create table teacher (
    id bigint not null,
    first_version integer not null,
    last_version integer,
    last_name text not null,
    first_name text not null,
    middle_name text not null,
    degree text not null,
    primary key (id, first_version)
  )${clustered}`,
  // Finds the rows that no version has any more.
  "create index teacher_ended on teacher (last_version, id) where last_version is not null",
  "create table erased_teacher (id bigint primary key, erased_at text not null)",
  "create table highest_id (id bigint not null)",
  "create table backup (finished_at text not null)",
  ...afterSchema,
];

/** The statements of each later step. They never change once released; the first release has none. */
const migrations: readonly (readonly string[])[] = [];

/** The last step of this release. `packaging/deb` reads it too. */
export const newestStep = firstStep + migrations.length;

/** Creates the table of the migrations that have run. On PostgreSQL, writers lock it. */
const createStepTable = "create table if not exists migration (step integer primary key)";

type TableState = "missing" | "outdated" | "current";

/**
 * Runs missing migrations under the write lock. Takes no lock if there are none. Returns the previous state of the
 * tables.
 */
export async function migrate(database: Database): Promise<TableState> {
  const { tables } = await findTables(database);
  if (tables === "current") return tables;
  await database.prepare(createStepTable);
  await database.write(async (queries) => {
    const { step } = await findTables(database, queries);
    if (step === newestStep) return;
    const steps = step === 0 ? [schema(database.dialect), ...migrations] : migrations.slice(step - firstStep);
    for (const statement of steps.flat()) await queries.query(statement);
    await queries.query("insert into migration (step) values ($1)", [newestStep]);
  });
  return tables;
}

/**
 * The last migration of the tables, 0 for an empty database, and whether they are those of this release. Throws if this
 * release can't read them.
 */
export async function findTables(
  { name, dialect, query }: Database,
  queries: Queries = { query },
): Promise<{ readonly tables: TableState; readonly step: number }> {
  if ((await queries.query(dialect.findTable, ["migration"])).length === 0) return { tables: "missing", step: 0 };
  const [row] = await queries.query<{ step: number | null }>("select max(step) as step from migration");
  const step = row?.step ?? 0;
  const steps = `step ${step}, this release knows ${newestStep}`;
  if (step > 0 && step < firstStep) throw new StoreError("foreign", name, steps);
  if (step > newestStep) throw new StoreError("newer", name, steps);
  return { tables: step === 0 ? "missing" : step < newestStep ? "outdated" : "current", step };
}

/** Throws unless the tables are those of this release. */
export async function requireTables(database: Database): Promise<void> {
  const { tables } = await findTables(database);
  if (tables !== "current") throw new StoreError(tables === "missing" ? "empty" : "outdated", database.name);
}
