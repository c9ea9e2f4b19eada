/** PostgreSQL as the store's database: of several servers, the first that answers and is suitable. */
import { setTimeout as sleep } from "node:timers/promises";
import { ownSchemaOf, schemaOf } from "./database-url.ts";
import {
  type Database,
  DatabaseBusyError,
  DatabaseReadOnlyError,
  type Dialect,
  type EngineInspection,
  type OpenOptions,
  type Queries,
  type Remainder,
} from "./engine.ts";
import { createPostgresClient, type PostgresClient, quoteName, stateOf } from "./postgres-client.ts";

const dialect: Dialect = {
  clustered: "",
  findTable: "select 1 as found where to_regclass($1) is not null",
};
/** Only a fallback for lost notifications. */
const pollMs = 2_000;
/** A server that has not accepted a connection after this time counts as unreachable. */
const connectMsMax = 10_000;
const answerMsDefault = 60_000;
/** How often `compact` checks whether older transactions have ended. */
const olderPollMs = 50;
/** The longest writing statement is a migration that creates an index over all rows. */
const writeMs = 600_000;
/** A frozen import blocks other imports for at most this long. */
const idleWriterMs = 60_000;
/** The advisory lock of all writers; the number is the bytes of `teachers`. */
const lockKeyDefault = "8386093281472574067";
const channelDefault = "teachers_publication";

/** Opens the first database in the list that answers and is suitable. Throws with the reasons if none is. */
export async function openPostgres(urls: readonly string[], options: OpenOptions): Promise<Database> {
  const refusals: Error[] = [];
  for (const [i, url] of urls.entries()) {
    const { answerMs = answerMsDefault } = options;
    const connectMs = Math.min(connectMsMax, answerMs);
    const client = createPostgresClient(url, { connectMs, answerMs });
    try {
      const isStandby = await check(client, options.wanted ?? "any", connectMs + answerMs);
      return databaseOf(client, url, i === 0 && !isStandby, { ...options, answerMs });
    } catch (error) {
      await client.close();
      refusals.push(error as Error);
    }
  }
  if (refusals.length === 1) throw refusals[0]!;
  throw new Error(refusals.map(({ message }) => message).join("; "));
}

/** The lock and the channel of a directory. Both belong to the database, and directories in other schemas have their own. */
function scopeOf(url: string): { readonly lockKey: string; readonly channel: string } {
  const schema = ownSchemaOf(url);
  if (schema === null) return { lockKey: lockKeyDefault, channel: channelDefault };
  const lockKey = String(BigInt.asIntN(64, Bun.hash.xxHash64(schema, BigInt(lockKeyDefault))));
  return { lockKey, channel: `${channelDefault}_${lockKey}` };
}

/** Creates the schema of the URL. The right to create schemas is only needed if it does not exist. */
async function createSchema(name: string, url: string, queries: Queries): Promise<void> {
  const schema = schemaOf(url);
  if (schema === null) return;
  const [found] = await queries.query<{ usable: boolean }>(
    "select has_schema_privilege(oid, 'usage') as usable from pg_namespace where nspname = $1",
    [schema],
  );
  if (found === undefined) await queries.query(`create schema ${quoteName(schema)}`);
  else if (!found.usable) throw new DatabaseReadOnlyError(`${name}: the role of the URL may not use the schema`);
}

/** Looks at the clock and at the rights of the role; before the tables exist, at its right to create them. */
async function inspect(queries: Queries): Promise<EngineInspection> {
  const [row] = await queries.query<{ clock_ms: number; writable: boolean; may_insert: boolean | null }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms,
      current_setting('transaction_read_only') = 'off' as writable,
      coalesce(has_table_privilege(to_regclass('publication'), 'insert'), has_schema_privilege(current_schema(), 'create')) as may_insert`,
  );
  const { clock_ms, writable, may_insert } = row!;
  return { mayPublish: writable && may_insert === true, clockMs: clock_ms };
}

/** Whether the server is a standby. Throws if it does not answer or is not suitable. */
async function check(
  client: PostgresClient,
  wanted: NonNullable<OpenOptions["wanted"]>,
  limitMs: number,
): Promise<boolean> {
  const [row] = await client
    .queries(limitMs)
    .query<{ is_standby: boolean; read_only: string }>(
      "select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only",
    );
  const { is_standby, read_only } = row!;
  if ((wanted !== "any" && is_standby) || (wanted === "writable" && read_only === "on")) {
    throw new DatabaseReadOnlyError(`${client.name} takes no writes: it is ${is_standby ? "a standby" : "read-only"}`);
  }
  return is_standby;
}

/**
 * Rewrites the tables without deleted rows. The planner's statistics have names too; only the owner of the database may
 * rewrite their table, and only some roles may make a checkpoint, after which the old files are removed.
 */
async function compactTables(url: string): Promise<readonly Remainder[]> {
  // A client of its own, because the limit for a statement belongs to the connection.
  const client = createPostgresClient(url, { connectMs: connectMsMax, answerMs: writeMs });
  const remaining: Remainder[] = [{ code: "postgresLog" }];
  try {
    const queries = client.queries(writeMs);
    // For a role without the right, VACUUM only warns.
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
 * Waits until all transactions that are open in the database now have ended. VACUUM keeps deleted rows that one of them can
 * still see, such as the rows that a server is reading. Every role may read pg_locks, where each transaction locks its
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
  isFirstChoice: boolean,
  { lockWaitMs, answerMs }: OpenOptions & { readonly answerMs: number },
): Database {
  const { name } = client;
  const { lockKey, channel } = scopeOf(url);
  return {
    ...client.queries(answerMs),
    name,
    url,
    dialect,
    pollMs,
    isFirstChoice,
    read: (work) =>
      client.transact("isolation level repeatable read read only", answerMs, (queries) => work(queries(answerMs))),
    write: (work) =>
      client.transact("isolation level read committed", lockWaitMs + answerMs, async (queries) => {
        await queries(answerMs).query(
          `set local statement_timeout = ${writeMs}; set local lock_timeout = ${lockWaitMs};
            set local idle_in_transaction_session_timeout = ${idleWriterMs}`,
        );
        await queries(lockWaitMs + answerMs)
          .query(`select pg_advisory_xact_lock(${lockKey})`)
          .catch((error: Error) => {
            throw stateOf(error) === "55P03" ? new DatabaseBusyError(name, lockWaitMs) : error;
          });
        return work(queries(writeMs));
      }),
    snapshot: (work) =>
      client.transact("isolation level repeatable read read only", answerMs, (queries) => work(queries(writeMs))),
    compact: () => compactTables(url),
    inspect: () => inspect(client.queries(answerMs)),
    prepare: (queries) => createSchema(name, url, queries),
    isStandby: () => check(client, "any", answerMs),
    announce: async (queries) => {
      await queries.query(`select pg_notify('${channel}', '')`);
    },
    listen: (onNews) => client.listen(channel, onNews),
    close: client.close,
  };
}
