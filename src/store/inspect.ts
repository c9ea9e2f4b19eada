/** Inspects a database without changing it, for `teachers status`. */
import type { Publication } from "../domain/publication.ts";
import type { Database, EngineInspection } from "./engine.ts";
import { readerOf } from "./history/reader.ts";
import { gatherRoster } from "./history/roster-reader.ts";
import { findTables } from "./migrations.ts";
import { withDatabase } from "./store.ts";

export interface Inspection extends EngineInspection, Awaited<ReturnType<typeof findTables>> {
  /** The URL without its password. */
  readonly name: string;
  /** The newest publication; null if nothing is published. */
  readonly current: Publication | null;
  /** Whether the rows of the newest publication have its digest. */
  readonly hasDigest: boolean;
}

/** Short limits, so that `status` reports a slow database instead of waiting for it. */
const openOptions = { lockWaitMs: 1000, answerMs: 5000, create: false };

/** Throws if the database or its tables can't be read. */
export function inspectDatabase(url: string): Promise<Inspection> {
  return withDatabase(url, openOptions, async (database) => {
    const engine = await database.inspect();
    const found = await findTables(database);
    const isReadable = found.tables !== "missing" && engine.damage === null;
    const content = isReadable ? await inspectCurrent(database) : { current: null, hasDigest: true };
    return { name: database.name, ...engine, ...found, ...content };
  });
}

/** Reads all rows of the newest version, from one snapshot. */
function inspectCurrent(database: Database): Promise<Pick<Inspection, "current" | "hasDigest">> {
  return database.snapshot(async (queries) => {
    const reader = readerOf(queries);
    const current = await reader.findCurrent();
    if (current === null) return { current, hasDigest: true };
    const { digest } = await gatherRoster(reader.readTeachers(current.version));
    return { current, hasDigest: digest === current.digest };
  });
}
