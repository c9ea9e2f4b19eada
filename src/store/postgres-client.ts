/** Connections to one PostgreSQL, with a limit on the time of everything and whole numbers as numbers. */
import { SQL } from "bun";
import { withoutPassword } from "./database-url.ts";
import { DatabaseReadOnlyError, type Queries } from "./engine.ts";

export interface PostgresClient {
  /** The URL as it may be shown. */
  readonly name: string;
  /** Runs statements that take up to `limitMs`, outside of transactions. */
  queries(limitMs: number): Queries;
  /**
   * Runs `work` in a transaction with this mode of BEGIN; `beginMs` is how long its connection may take. The queries
   * that `work` is given are made for the limit that it asks for.
   */
  transact<Result>(
    mode: string,
    beginMs: number,
    work: (queries: (limitMs: number) => Queries) => Promise<Result>,
  ): Promise<Result>;
  /** Calls back on notifications, and when a connection is lost or made again. */
  listen(channel: string, onNews: () => void): void;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** How long making a connection may take. */
  readonly connectMs: number;
  /** How long a statement may take, where nothing else is said, and the end of a transaction. */
  readonly answerMs: number;
}

/** The type of `bigint`, which Bun gives as text; ours are all below 2^53. */
const bigintType = 20;

/** Makes no connection yet: the first statement does. */
export function createPostgresClient(url: string, { connectMs, answerMs }: ClientOptions): PostgresClient {
  const name = withoutPassword(url);
  let tell = (): void => {};
  const sql = createSql(url, connectMs, answerMs, () => tell());

  /** Ends all connections, whatever goes on, and no longer tells that they did. */
  function close(): Promise<void> {
    tell = () => {};
    return sql.close({ timeout: 0 });
  }

  /** Waits for an answer. One that is late takes all connections with it: nothing else ends one to a stopped server. */
  async function inTime<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`${name} has not answered for ${limitMs / 1000} s`));
      void close();
    }, limitMs);
    try {
      return await Promise.race([answer, late.promise]);
    } catch (error) {
      throw explain(name, error as PostgresError);
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
    queries: (limitMs) => queriesOn(sql, limitMs),
    // As `sql.begin`, with a limit also on BEGIN, and on COMMIT or ROLLBACK.
    async transact(mode, beginMs, work) {
      const begun = Promise.withResolvers<SQL>();
      const worked = Promise.withResolvers<void>();
      const ended = sql.begin(mode, async (transaction) => {
        begun.resolve(transaction);
        await worked.promise;
      });
      ended.catch(begun.reject);
      const transaction = await inTime(beginMs, begun.promise);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work((limitMs) => queriesOn(transaction, limitMs));
      } catch (error) {
        worked.reject(error);
        await inTime(answerMs, ended).catch(() => {});
        throw error;
      }
      worked.resolve();
      await inTime(answerMs, ended).catch((error: Error) => {
        throw new Error(`${error.message}; whether it took the last step, \`teachers status\` says`, { cause: error });
      });
      return result;
    },
    listen(channel, onNews) {
      tell = onNews;
      // A standby refuses. A connection lost later is made again by itself, and then we are called back.
      sql.listen(channel, onNews, onNews).catch(() => {});
    },
    close,
  };
}

/** The SQLSTATE that the server gave an error from here, if it did. */
export function stateOf(error: Error): string | undefined {
  return (error.cause as PostgresError | undefined)?.errno;
}

/** What Bun throws: the SQLSTATE is its `errno`. */
interface PostgresError extends Error {
  readonly errno?: string;
}

function createSql(url: string, connectMs: number, answerMs: number, onClose: () => void): SQL {
  const plain = new URL(url);
  const socketFolder = plain.searchParams.get("host");
  plain.searchParams.delete("host");
  return new SQL(plain.href, {
    // PGDATABASE would have the priority over what the URL says.
    database: decodeURIComponent(plain.pathname.slice(1)),
    ...(socketFolder === null ? {} : { hostname: socketFolder }),
    max: 2,
    connectionTimeout: connectMs / 1000,
    onclose: onClose,
    connection: {
      application_name: "teachers",
      statement_timeout: answerMs,
      // All that we ask for goes by an index, in its order. Before a table was analysed, the planner would rather sort
      // all that is left for each batch, or read the whole table for each piece of an update: minutes instead of seconds.
      enable_seqscan: false,
      enable_sort: false,
    },
  });
}

type Rows = Record<string, unknown>[] & { readonly columns: { readonly name: string; readonly type: number }[] | null };

function withNumbers<Row>(rows: Rows): Row[] {
  for (const { name, type } of rows.columns ?? []) {
    if (type !== bigintType) continue;
    for (const row of rows) if (row[name] !== null) row[name] = Number(row[name]);
  }
  return [...rows] as Row[];
}

function explain(name: string, error: PostgresError): Error {
  if (error.message.startsWith(name)) return error;
  const because = { cause: error };
  if (error.errno === "25006") {
    return new DatabaseReadOnlyError(`${name} takes no writes: it is a standby or read-only`, because);
  }
  if (error.errno === "42501") {
    return new DatabaseReadOnlyError(`${name} refuses the role of the URL: ${error.message}`, because);
  }
  return new Error(`${name}: ${error.message}`, because);
}
