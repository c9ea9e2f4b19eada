/** Connects to a PostgreSQL server, with a timeout on every operation and bigint values as numbers. */
import { SQL } from "bun";
import { schemaOf, withoutPassword } from "../database-url.ts";
import type { Queries } from "../engine.ts";
import { explainFailure, StoreError } from "../failure.ts";

/** The type id of `bigint`, which Bun returns as text; our values are all below 2^53. */
const bigintType = 20;

export type PostgresClient = ReturnType<typeof createPostgresClient>;

/**
 * Connects lazily, with the first statement. `answerMs` is how long a commit or a rollback may take, and the default
 * limit for statements.
 */
export function createPostgresClient(url: string, connectMs: number, answerMs: number) {
  const name = withoutPassword(url);
  const sql = createSql(url, connectMs, answerMs);

  const close = (): Promise<void> => sql.close({ timeout: 0 });

  /**
   * Waits for a result. A timeout closes all connections, because nothing else ends a connection to a frozen server.
   */
  async function inTime<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new StoreError("noAnswer", name, `${limitMs / 1000} s`));
      void close();
    }, limitMs);
    try {
      return await Promise.race([answer, late.promise]);
    } catch (error) {
      throw explainFailure(error, name);
    } finally {
      clearTimeout(timer);
    }
  }

  const queriesOn = (on: SQL, limitMs: number): Queries => ({
    query: async <Row>(text: string, values?: readonly unknown[]) =>
      withNumbers<Row>((await inTime(limitMs, on.unsafe(text, values as unknown[]))) as Rows),
  });

  return {
    name,
    /** Runs statements outside transactions, each in at most `limitMs`. */
    queries: (limitMs: number): Queries => queriesOn(sql, limitMs),
    /**
     * Runs `work` in a transaction; `mode` is the text after BEGIN. Connecting and BEGIN may each take `beginMs`.
     * `work` chooses a time limit for its queries. `sql.begin` has no timeouts for BEGIN, COMMIT and ROLLBACK.
     */
    async transact<Result>(
      mode: string,
      beginMs: number,
      work: (queries: (limitMs: number) => Queries) => Promise<Result>,
    ): Promise<Result> {
      const connection = await inTime(beginMs, sql.reserve());
      const run = (limitMs: number, statement: string) => inTime(limitMs, connection.unsafe(statement));
      try {
        await run(beginMs, `begin ${mode}`);
        const result = await work((limitMs) => queriesOn(connection, limitMs));
        await run(answerMs, "commit").catch((error: Error) => {
          // A transaction that only reads has nothing to commit.
          if (mode.endsWith("read only")) throw error;
          throw new Error(`${error.message}; run \`teachers status\` to see whether the last step was committed`, {
            cause: error,
          });
        });
        return result;
      } catch (error) {
        await run(answerMs, "rollback").catch(() => {});
        throw error;
      } finally {
        connection.release();
      }
    },
    close,
  };
}

function createSql(url: string, connectMs: number, answerMs: number): SQL {
  const plain = new URL(url);
  const socketFolder = plain.searchParams.get("host");
  const schema = schemaOf(url);
  const applicationName = plain.searchParams.get("application_name") ?? "teachers";
  for (const name of ["host", "schema", "application_name"]) plain.searchParams.delete(name);
  const database = decodeURIComponent(plain.pathname.slice(1));
  return new SQL(plain.href, {
    // Otherwise PGDATABASE would override the URL.
    database,
    ...(socketFolder === null ? {} : { hostname: socketFolder }),
    max: 2,
    connectionTimeout: connectMs / 1000,
    connection: {
      application_name: applicationName,
      statement_timeout: answerMs,
      // Every statement can use an index in the requested order. Without statistics, the planner would sort all
      // remaining rows for each batch, or scan the whole table for each update: minutes instead of seconds.
      enable_seqscan: false,
      enable_sort: false,
      ...(schema === null ? {} : { search_path: quoteName(schema) }),
    },
  });
}

/** A quoted name, which keeps capital letters and special characters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

type Rows = Record<string, unknown>[] & { readonly columns: { readonly name: string; readonly type: number }[] | null };

function withNumbers<Row>(rows: Rows): Row[] {
  for (const { name, type } of rows.columns ?? []) {
    if (type !== bigintType) continue;
    for (const row of rows) if (row[name] !== null) row[name] = Number(row[name]);
  }
  return [...rows] as Row[];
}
