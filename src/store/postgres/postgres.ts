/** PostgreSQL as the store's database. */
import { setTimeout as sleep } from "node:timers/promises";
import { textFieldNames } from "../../domain/teacher.ts";
import { schemaOf } from "../database-url.ts";
import type { Database, Dialect, OpenOptions, Queries, Remainder } from "../engine.ts";
import { isFailure, StoreError, waitOf } from "../failure.ts";
import { createPostgresClient, type PostgresClient, quoteName } from "./postgres-client.ts";

const dialect: Dialect = {
  clustered: "",
  // The planner's statistics would keep names that were erased, and need another role to clear them.
  afterSchema: textFieldNames.map((name) => `alter table teacher alter column ${name} set statistics 0`),
  findTable: "select 1 as found where to_regclass($1) is not null",
};
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
/** Bun has the SQLSTATE as `errno`; 42P01 is that of a missing table. */
const isWithoutTables = ({ cause }: Error) => (cause as { readonly errno?: string } | undefined)?.errno === "42P01";

/** Opens the database. Throws if it does not answer, or if the schema of the URL can't be used. */
export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const { answerMs = answerMsDefault } = options;
  const connectMs = Math.min(connectMsMax, answerMs);
  const client = createPostgresClient(url, connectMs, answerMs);
  await checkSchema(client, url, 2 * connectMs, options.createsSchema).catch(async (error) => {
    await client.close();
    throw error;
  });
  return databaseOf(client, url, { ...options, answerMs });
}

/**
 * Throws if the connection is not in the schema of the URL, unless that schema is missing and will be created. The
 * server may take `limitMs` to answer.
 */
async function checkSchema(client: PostgresClient, url: string, limitMs: number, createsSchema = false): Promise<void> {
  const schema = schemaOf(url);
  const text = "select current_schema() as current, exists (select 1 from pg_namespace where nspname = $1) as is_there";
  const [row] = await client.queries(limitMs).query<{ current: string | null; is_there: boolean }>(text, [schema]);
  const { current, is_there } = row!;
  if (schema === null || current === schema || (current === null && !is_there && createsSchema)) return;
  if (current === null && is_there) throw new StoreError("notGranted", client.name, "it may not use the schema");
  if (current === null) throw new StoreError("noDatabase", client.name, "the schema does not exist");
  throw new Error(
    `${client.name}: the connection uses the schema "${current}", not the one that the URL names; if a pooler drops search_path, connect to PostgreSQL directly`,
  );
}

/**
 * Creates the table that writers lock. The right to create schemas is only needed if the schema of the URL is missing.
 * The lock is for servers that start at once: `if not exists` alone fails if another one creates the same.
 */
async function prepare({ query }: Queries, url: string, statement: string): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtext('teachers'))");
  const schema = schemaOf(url);
  const [row] = await query<{ schema: string | null }>("select current_schema() as schema");
  if (schema !== null && row!.schema === null) await query(`create schema if not exists ${quoteName(schema)}`);
  await query(statement);
}

/** Rewrites the tables without deleted rows. Only some roles may make a checkpoint, which removes the old files. */
async function compactTables(url: string): Promise<readonly Remainder[]> {
  // A client of its own, because the limit for a statement belongs to the connection.
  const client = createPostgresClient(url, connectMsMax, writeMs);
  const remaining: Remainder[] = [{ code: "postgresLog" }];
  try {
    const queries = client.queries(writeMs);
    // Checked first, because VACUUM only warns a role without the right.
    const [rights] = await queries.query<{ is_owner: boolean }>(
      "select pg_has_role(relowner, 'usage') as is_owner from pg_class where oid = 'teacher'::regclass",
    );
    if (!rights!.is_owner)
      throw new StoreError("notGranted", client.name, "only the owner of the tables may vacuum them");
    await waitForOlderTransactions(queries, client.name);
    for (const table of ["teacher", "publication"]) await queries.query(`vacuum full ${table}`);
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
  const start = performance.now();
  for (let older = null as Set<string> | null; ; await sleep(olderPollMs)) {
    const rows = await queries.query<{ id: string }>(
      `select virtualtransaction as id from pg_locks join pg_stat_activity using (pid)
        where locktype = 'virtualxid' and datname = current_database() and pid <> pg_backend_pid()`,
    );
    const running = new Set(rows.map(({ id }) => id));
    older = older?.intersection(running) ?? running;
    if (older.size === 0) return;
    if (performance.now() - start > writeMs)
      throw new StoreError("busy", name, `${waitOf(writeMs)}, with an older transaction`);
  }
}

function databaseOf(
  client: PostgresClient,
  url: string,
  { lockWaitMs, answerMs }: OpenOptions & { readonly answerMs: number },
): Database {
  const { name } = client;
  const write: Database["write"] = (work, signal) =>
    client.transact("isolation level read committed", lockWaitMs + answerMs, async (queries) => {
      // Checked before the lock, so that nothing is asked that can't be done.
      const [row] = await queries(answerMs).query<{ setting: string }>(
        "select current_setting('transaction_read_only') as setting",
      );
      if (row!.setting === "on") throw new StoreError("readOnly", name);
      await queries(answerMs).query(
        `set local statement_timeout = ${writeMs}; set local lock_timeout = ${lockWaitMs};
          set local idle_in_transaction_session_timeout = ${idleWriterMs}`,
      );
      // Nothing else ends the wait for the lock early.
      const stop = (): void => void client.close();
      signal?.addEventListener("abort", stop);
      await queries(lockWaitMs + answerMs)
        .query(lockStatement)
        .catch((error: Error) => {
          signal?.throwIfAborted();
          throw isFailure(error, "busy") ? new StoreError("busy", name, waitOf(lockWaitMs), error) : error;
        })
        .finally(() => signal?.removeEventListener("abort", stop));
      return work(queries(writeMs));
    });
  return {
    ...client.queries(answerMs),
    name,
    dialect,
    read: (work) =>
      client.transact("isolation level repeatable read read only", answerMs, (queries) => work(queries(answerMs))),
    write,
    // A role that only reads can't take the lock. Without tables there is nothing to lock yet.
    findRefusal: () =>
      write(async () => null).catch((error: Error) =>
        isFailure(error, "busy") || isWithoutTables(error) ? null : error,
      ),
    compact: () => compactTables(url),
    findDamage: () => null,
    prepare: (statement) =>
      client.transact("isolation level read committed", answerMs, (queries) =>
        prepare(queries(writeMs), url, statement),
      ),
    close: client.close,
  };
}
