/** Looks at a database without changing it, for `teachers doctor`. */
import type { Publication } from "../domain/publication.ts";
import { openDatabase } from "./database.ts";
import type { EngineInspection, ServerFacts } from "./engine.ts";
import { findTableState, type TableState } from "./migrations.ts";
import { readerOf } from "./reader.ts";

export interface Inspection extends EngineInspection {
  /** The newest publication; null if nothing is published. */
  readonly current: Publication | null;
  readonly tables: TableState;
  /** Null for a database without a server. */
  readonly server: ServerFacts | null;
}

/** How long a database may take for each answer. */
const answerMs = 5000;

/** Inspects the database of one URL. Throws if it can't be opened, or was changed by a newer release. */
export async function inspectDatabase(url: string): Promise<Inspection> {
  const database = await openDatabase(url, { lockWaitMs: 1000, answerMs, create: false });
  try {
    const tables = await findTableState(database);
    return {
      ...(await database.inspect()),
      current: tables === "missing" ? null : await readerOf(database).findCurrent(),
      tables,
      server: await database.identify(),
    };
  } finally {
    await database.close();
  }
}
