/** The migrations from an empty database to the current tables. They never change once released. */
import {
  type Database,
  DatabaseMissingError,
  DatabaseReadOnlyError,
  type Dialect,
  OutdatedTablesError,
  type Queries,
} from "./engine.ts";

/**
 * A teacher's row is inserted with its first version, and later only updated with its last version. The rows of version
 * v are those with first_version <= v and no last_version before v.
 */
const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [
  ({ clustered }) => [
    `create table publication (
      version integer primary key,
      id text not null unique,
      published_at text not null,
      source text not null,
      count bigint not null,
      added bigint not null,
      changed bigint not null,
      removed bigint not null,
      digest text not null
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
  ],
  // These indexes find the rows that a version inserted or deleted. Both indexes skip rows with version 1 that were
  // never deleted, so they do not slow down the first import.
  () => [
    "create index teacher_begun on teacher (first_version, id) where first_version > 1",
    "create index teacher_ended on teacher (last_version, id) where last_version is not null",
  ],
  // The message of a version, and the ids of deleted rows, which are never given again.
  () => [
    "alter table publication add column message text not null default ''",
    "create table erased_teacher (id bigint primary key, erased_at text not null)",
    "create table highest_id (id bigint not null)",
  ],
  // The publisher of a version, the namesakes who are different people, and the publisher's answers about the file.
  () => [
    "alter table publication add column published_by text not null default ''",
    "alter table publication add column namesakes text not null default '[]'",
    "alter table publication add column answers text not null default ''",
  ],
];

/** The last migration of this release. */
export const newestStep = migrations.length;

/** Creates the table of the migrations that have run. On PostgreSQL, writers lock it. */
export const createStepTable = "create table if not exists migration (step integer primary key)";

/** A newer release has migrated the database. */
export class NewerDatabaseError extends Error {}

export type TableState = "missing" | "outdated" | "current";

/**
 * Runs missing migrations under the write lock. Takes no lock if there are none. Returns the previous state of the
 * tables.
 */
export async function migrate(database: Database): Promise<TableState> {
  const found = await findStep(database, database);
  const state = stateOf(found);
  if (state === "current") return state;
  try {
    await database.prepare(createStepTable);
    await database.write((queries) => runSteps(database, queries));
    return state;
  } catch (error) {
    if (!(error instanceof DatabaseReadOnlyError)) throw error;
    throw new DatabaseReadOnlyError(
      `${error.message}; its tables are at step ${found} of ${newestStep}: run \`teachers migrate\` as the role that imports`,
      { cause: error },
    );
  }
}

/** Whether the tables are those of this release, and their last migration. Throws {@link NewerDatabaseError}. */
export async function findTables(database: Database): Promise<{ readonly tables: TableState; readonly step: number }> {
  const step = await findStep(database, database);
  return { tables: stateOf(step), step };
}

/**
 * Throws unless the tables are those of this release: {@link DatabaseMissingError}, {@link OutdatedTablesError} or
 * {@link NewerDatabaseError}.
 */
export async function requireTables(database: Database): Promise<void> {
  const { tables } = await findTables(database);
  if (tables === "missing") throw new DatabaseMissingError(database.name, "tables");
  if (tables === "outdated") throw new OutdatedTablesError(database.name);
}

function stateOf(step: number): TableState {
  if (step === 0) return "missing";
  return step < newestStep ? "outdated" : "current";
}

async function runSteps(database: Database, queries: Queries): Promise<void> {
  for (let step = await findStep(database, queries); step < newestStep; step++) {
    for (const statement of migrations[step]!(database.dialect)) await queries.query(statement);
    await queries.query("insert into migration (step) values ($1)", [step + 1]);
  }
}

/** The last migration that has run; 0 for an empty database. Throws {@link NewerDatabaseError}. */
async function findStep({ name, dialect }: Database, queries: Queries): Promise<number> {
  if ((await queries.query(dialect.findTable, ["migration"])).length === 0) return 0;
  const [row] = await queries.query<{ step: number | null }>("select max(step) as step from migration");
  const step = row?.step ?? 0;
  if (step > newestStep) {
    throw new NewerDatabaseError(
      `${name} was changed by a newer release (step ${step}, this one knows ${newestStep}); use that release`,
    );
  }
  return step;
}
