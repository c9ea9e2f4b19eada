/** Looks at a database without changing it, for `teachers doctor`. */
import type { Publication } from "../domain/publication.ts";
import { openDatabase } from "./database.ts";
import type { EngineInspection, Queries, ServerFacts } from "./engine.ts";
import { findTableState, type TableState } from "./migrations.ts";
import { readerOf } from "./reader.ts";
import { gatherRoster } from "./roster-reader.ts";

export interface Inspection extends EngineInspection {
  /** The newest publication; null if nothing is published. */
  readonly current: Publication | null;
  /** Whether the rows of the newest publication differ from it. */
  readonly isDamaged: boolean;
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
      ...(tables === "missing" ? { current: null, isDamaged: false } : await database.read(inspectCurrent)),
      tables,
      server: await database.identify(),
    };
  } finally {
    await database.close();
  }
}

async function inspectCurrent(queries: Queries): Promise<Pick<Inspection, "current" | "isDamaged">> {
  const reader = readerOf(queries);
  const current = await reader.findCurrent();
  if (current === null) return { current, isDamaged: false };
  const { digest } = await gatherRoster(reader.readTeachers(current.version));
  return { current, isDamaged: digest !== current.digest };
}
