/** A SQLite connection with its prepared statements, of which the store has a few dozen. */
import type { Database as Connection, SQLQueryBindings, Statement } from "bun:sqlite";
import type { Queries } from "../engine.ts";
import { insertStatement } from "../statements.ts";

export interface Session {
  /** The statements of the connection. They run at once. */
  readonly queries: Queries;
  run<Row>(text: string, values?: readonly unknown[]): Row[];
  close(): void;
}

/** Rows per INSERT. With more rows, SQLite's own work grows by more than the fewer calls save. */
const statementRows = 50;

export function openSession(connection: Connection): Session {
  const statements = new Map<string, Statement>();

  function run<Row>(text: string, values: readonly unknown[] = []): Row[] {
    let statement = statements.get(text);
    if (statement === undefined) {
      // SQLite treats `$1` as a name and looks it up among all others, which takes long for statements with many values.
      statement = connection.prepare(text.replaceAll("$", "?"));
      statements.set(text, statement);
    }
    return statement.all(...(values as SQLQueryBindings[])) as Row[];
  }

  return {
    run,
    queries: {
      query: async (text, values) => run(text, values),
      async insert(table, columns, values) {
        const fullStatement = insertStatement(table, columns, statementRows);
        for (let from = 0; from < values.length; ) {
          const some = values.slice(from, from + statementRows * columns.length);
          const rows = some.length / columns.length;
          run(rows === statementRows ? fullStatement : insertStatement(table, columns, rows), some);
          from += some.length;
        }
      },
    },
    close() {
      for (const statement of statements.values()) statement.finalize();
      connection.close();
    },
  };
}
