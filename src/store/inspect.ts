/** Inspects a database without changing it, for `teachers status` and `teachers doctor`. */
import type { Database, EngineInspection, Queries } from "./engine.ts";
import { readerOf } from "./history/reader.ts";
import { gatherRoster } from "./history/roster-reader.ts";
import { findTables } from "./migrations.ts";
import { withDatabase } from "./store.ts";

type Status = Awaited<ReturnType<typeof findStatus>>;

export interface Inspection extends Status, EngineInspection {
  /** Whether the rows of the newest publication differ from its digest. */
  readonly isDamaged: boolean;
}

/** Short limits, so that `status` and `doctor` report a slow database instead of waiting for it. */
const openOptions = { lockWaitMs: 1000, answerMs: 5000, create: false };

/**
 * Reads the status of the first database that can be read. Throws if there is none, or if this release can't read its
 * tables.
 */
export function readStatus(url: string): Promise<Status> {
  return withDatabase(url, openOptions, findStatus);
}

/** Inspects the database of one URL. Throws like {@link readStatus}. */
export function inspectDatabase(url: string): Promise<Inspection> {
  return withDatabase(url, openOptions, async (database) => {
    const status = await findStatus(database);
    const newest = status.tables === "missing" ? null : await database.read(inspectCurrent);
    return { ...status, ...(await database.inspect()), isDamaged: false, ...newest };
  });
}

async function findStatus(database: Database) {
  const { tables, step } = await findTables(database);
  return {
    /** The URL without its password. */
    name: database.name,
    /** The newest publication; null if nothing is published. */
    current: tables === "missing" ? null : await readerOf(database).findCurrent(),
    tables,
    /** The last migration of the tables; 0 without tables. */
    step,
    /** Null for a database without a server. */
    server: await database.identify(),
  };
}

async function inspectCurrent(queries: Queries): Promise<Pick<Inspection, "current" | "isDamaged">> {
  const reader = readerOf(queries);
  const current = await reader.findCurrent();
  if (current === null) return { current, isDamaged: false };
  const { digest } = await gatherRoster(reader.readTeachers(current.version));
  return { current, isDamaged: digest !== current.digest };
}
