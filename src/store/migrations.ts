/** The steps that lead from an empty database to the present tables; they run by themselves and never change again. */
import type { Database } from "./database.ts";

/**
 * A teacher's row is written once with the first version it belongs to, and later only given its last. The rows of
 * version v are those with first_version <= v and no last_version before v.
 */
const migrations: readonly (readonly string[])[] = [
  [
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
    ) without rowid`,
  ],
];

/** A database that a newer release has changed. */
export class NewerDatabaseError extends Error {}

/** Brings the database up to date, under the lock of a writer; does nothing and takes no lock where it is. */
export async function migrate(database: Database): Promise<void> {
  if ((await findStep(database)) === migrations.length) return;
  await database.write(async (queries) => {
    await queries.unsafe("create table if not exists migration (step integer primary key)");
    for (let step = await findStep(database); step < migrations.length; step++) {
      for (const statement of migrations[step]!) await queries.unsafe(statement);
      await queries.unsafe("insert into migration (step) values ($1)", [step + 1]);
    }
  });
}

/** The last step that has run, 0 in an empty database. Throws {@link NewerDatabaseError}. */
async function findStep(database: Database): Promise<number> {
  const tables = await database.query("select name from sqlite_master where type = 'table' and name = 'migration'");
  if (tables.length === 0) return 0;
  const [row] = await database.query<{ step: number | null }>("select max(step) as step from migration");
  const step = row?.step ?? 0;
  if (step > migrations.length) {
    throw new NewerDatabaseError(
      `${database.name} was changed by a newer release (step ${step}, this one knows ${migrations.length}); use that release`,
    );
  }
  return step;
}
