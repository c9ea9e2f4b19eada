/** PostgreSQL as the store's database. */
import { setTimeout as sleep } from "node:timers/promises";
import { ownSchemaOf, schemaOf } from "../database-url.ts";
import {
  type Database,
  DatabaseBusyError,
  DatabaseReadOnlyError,
  type Dialect,
  type EngineInspection,
  type OpenOptions,
  type Queries,
  type Remainder,
  SchemaMissingError,
} from "../engine.ts";
import { createPostgresClient, type PostgresClient, quoteName, readOnlyReason, stateOf } from "./postgres-client.ts";

const dialect: Dialect = {
  clustered: "",
  findTable: "select 1 as found where to_regclass($1) is not null",
};
/** Polling is only a fallback for lost notifications. */
const pollMs = 2_000;
const reopenMs = 30_000;
/** A server that has not accepted a connection after this time counts as unreachable. */
const connectMsMax = 10_000;
const answerMsDefault = 60_000;
/** How often `compact` checks whether older transactions have ended. */
const olderPollMs = 50;
/** Long enough for a migration that creates an index over all rows, the longest writing statement. */
const writeMs = 600_000;
/** A frozen import blocks other imports for at most this long. */
const idleWriterMs = 60_000;
/**
 * The lock of writers. A role without the right to write can't take this lock, and the lock does not block readers. The
 * table hardly ever changes, so it needs no vacuum, which would conflict with the lock.
 */
const lockStatement = "lock table migration in share row exclusive mode";
const channelDefault = "teachers_publication";
/** The ASCII bytes of `teachers` as a number. */
const channelSeed = 8386093281472574067n;

/** Opens the database. Throws if it does not answer, or if the schema of the URL can't be used. */
export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const { answerMs = answerMsDefault } = options;
  const connectMs = Math.min(connectMsMax, answerMs);
  const client = createPostgresClient(url, { connectMs, answerMs });
  try {
    await checkSchema(client, url, 2 * connectMs, options);
  } catch (error) {
    await client.close();
    throw error;
  }
  return databaseOf(client, url, { ...options, answerMs });
}

/**
 * The notification channel of a directory. Channels belong to the whole database, so each schema has a channel of its
 * own.
 */
function channelOf(url: string): string {
  const schema = ownSchemaOf(url);
  if (schema === null) return channelDefault;
  return `${channelDefault}_${BigInt.asIntN(64, Bun.hash.xxHash64(schema, channelSeed))}`;
}

/**
 * Throws if the connection is not in the schema of the URL, unless that schema is missing and will be created. The
 * server may take `limitMs` to answer.
 */
async function checkSchema(
  client: PostgresClient,
  url: string,
  limitMs: number,
  { createsSchema = false }: OpenOptions,
): Promise<void> {
  const { name } = client;
  const schema = schemaOf(url);
  const [row] = await client
    .queries(limitMs)
    .query<{ current: string | null; is_there: boolean }>(
      "select current_schema() as current, exists (select 1 from pg_namespace where nspname = $1) as is_there",
      [schema],
    );
  const { current, is_there } = row!;
  if (schema === null || current === schema) return;
  if (current !== null) {
    throw new Error(
      `${name}: the connection uses the schema "${current}", not the one that the URL names; if a pooler drops search_path, connect to PostgreSQL directly`,
    );
  }
  if (is_there) throw new Error(`${name}: the role of the URL lacks the privilege to use the schema`);
  if (!createsSchema) throw new SchemaMissingError(name);
}

/**
 * The SQLSTATEs that mean that another process has created the same object meanwhile. 42710 concerns the row type of a
 * table.
 */
const existsAlready = ["23505", "42710", "42P06", "42P07"];

/**
 * Creates the table that writers lock. The right to create schemas is only needed if the schema of the URL is missing.
 */
async function prepare(queries: Queries, url: string, statement: string): Promise<void> {
  const create = (text: string): Promise<unknown> =>
    queries.query(text).catch((error: Error) => {
      if (!existsAlready.includes(stateOf(error) ?? "")) throw error;
    });
  const schema = schemaOf(url);
  const [row] = await queries.query<{ schema: string | null }>("select current_schema() as schema");
  if (schema !== null && row!.schema === null) await create(`create schema ${quoteName(schema)}`);
  await create(statement);
}

/** Reads the rights of the role; before the tables exist, its right to create them. */
async function inspect(queries: Queries): Promise<EngineInspection> {
  const [row] = await queries.query<{ writable: boolean; may_insert: boolean | null }>(
    `select current_setting('transaction_read_only') = 'off' as writable,
      coalesce(has_table_privilege(to_regclass('publication'), 'insert'), has_schema_privilege(current_schema(), 'create')) as may_insert`,
  );
  const { writable, may_insert } = row!;
  return { mayPublish: writable && may_insert === true, damage: null };
}

/**
 * Rewrites the tables without deleted rows. The planner's statistics contain names too, but only the owner of the
 * database may rewrite their table. Only some roles may make a checkpoint, which removes the old files.
 */
async function compactTables(url: string): Promise<readonly Remainder[]> {
  // A client of its own, because the limit for a statement belongs to the connection.
  const client = createPostgresClient(url, { connectMs: connectMsMax, answerMs: writeMs });
  const remaining: Remainder[] = [{ code: "postgresLog" }];
  try {
    const queries = client.queries(writeMs);
    // Checked first, because VACUUM only warns a role without the right.
    const [rights] = await queries.query<{ of_tables: boolean; of_database: boolean }>(
      `select pg_has_role(t.relowner, 'usage') as of_tables, pg_has_role(d.datdba, 'usage') as of_database
        from pg_class t, pg_database d where t.oid = 'teacher'::regclass and d.datname = current_database()`,
    );
    if (!rights!.of_tables)
      throw new DatabaseReadOnlyError(`${client.name}: only the owner of the tables may vacuum them`);
    await waitForOlderTransactions(queries, client.name);
    for (const table of ["teacher", "publication"]) await queries.query(`vacuum full ${table}`);
    await queries.query("analyze teacher");
    if (rights!.of_database) {
      await waitForOlderTransactions(queries, client.name);
      await queries.query("vacuum full pg_catalog.pg_statistic");
    } else remaining.push({ code: "postgresStatistics" });
    await queries.query("checkpoint").catch(() => {
      remaining.push({ code: "postgresFiles" });
    });
    return remaining;
  } finally {
    await client.close();
  }
}

/**
 * Waits until all transactions that are open now have ended, because VACUUM keeps deleted rows that one of them can
 * still see, such as those that a server is reading. Every role may read pg_locks, where each transaction locks its
 * virtual id.
 */
async function waitForOlderTransactions(queries: Queries, name: string): Promise<void> {
  const running = async (): Promise<string[]> => {
    const rows = await queries.query<{ id: string }>(
      `select virtualtransaction as id from pg_locks join pg_stat_activity using (pid)
        where locktype = 'virtualxid' and datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ id }) => id);
  };
  const start = performance.now();
  let older = await running();
  while (older.length > 0) {
    if (performance.now() - start > writeMs)
      throw new Error(`${name}: older transactions are still open after ${writeMs / 1000} s`);
    await sleep(olderPollMs);
    const still = new Set(await running());
    older = older.filter((id) => still.has(id));
  }
}

function databaseOf(
  client: PostgresClient,
  url: string,
  { lockWaitMs, answerMs }: OpenOptions & { readonly answerMs: number },
): Database {
  const { name } = client;
  const channel = channelOf(url);
  return {
    ...client.queries(answerMs),
    name,
    url,
    dialect,
    pollMs,
    reopenMs,
    read: (work) =>
      client.transact("isolation level repeatable read read only", answerMs, (queries) => work(queries(answerMs))),
    write: (work) =>
      client.transact("isolation level read committed", lockWaitMs + answerMs, async (queries) => {
        // Checked before the lock, so that nothing is asked that can't be done.
        const [row] = await queries(answerMs).query<{ setting: string }>(
          "select current_setting('transaction_read_only') as setting",
        );
        if (row!.setting === "on") throw new DatabaseReadOnlyError(`${name} ${readOnlyReason}`);
        await queries(answerMs).query(
          `set local statement_timeout = ${writeMs}; set local lock_timeout = ${lockWaitMs};
            set local idle_in_transaction_session_timeout = ${idleWriterMs}`,
        );
        await queries(lockWaitMs + answerMs)
          .query(lockStatement)
          .catch((error: Error) => {
            throw stateOf(error) === "55P03" ? new DatabaseBusyError(name, lockWaitMs) : error;
          });
        return work(queries(writeMs));
      }),
    snapshot: (work) =>
      client.transact("isolation level repeatable read read only", answerMs, (queries) => work(queries(writeMs))),
    compact: () => compactTables(url),
    inspect: () => inspect(client.queries(answerMs)),
    prepare: (statement) => prepare(client.queries(answerMs), url, statement),
    announce: async (queries) => {
      await queries.query(`select pg_notify('${channel}', '')`);
    },
    listen: (onNotification) => client.listen(channel, onNotification),
    close: client.close,
  };
}
