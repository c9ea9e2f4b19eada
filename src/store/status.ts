/** What `teachers status` shows of a database. Changes nothing. */
import { sqlitePath } from "./database-url.ts";
import { refuseDamage } from "./engine.ts";
import { StoreError } from "./failure.ts";
import { readerOf } from "./history/reader.ts";
import { checkVersion } from "./history/roster-reader.ts";
import { findTables } from "./migrations.ts";
import { withDatabase } from "./store.ts";

/** `lastBackup` is null if there was none, and "unknown" for PostgreSQL; `problem` is null if nothing is wrong. */
export type DatabaseStatus = Awaited<ReturnType<typeof readStatus>>;

/** Short limits, so that a slow database is reported instead of waited for. */
const openOptions = { lockWaitMs: 1000, answerMs: 5000, create: false };

/** Throws if the database can't be read at all. */
export function readStatus(url: string) {
  return withDatabase(url, openOptions, async (database) => {
    const { name } = database;
    const mayPublish = (await database.findRefusal()) === null;
    refuseDamage(database);
    const found = { name, mayPublish, ...(await findTables(database)) };
    if (found.tables !== "current") {
      const problem = found.tables === "outdated" ? new StoreError("outdated", name).message : null;
      return { ...found, current: null, lastBackup: null, problem };
    }
    return database.read(async (queries) => {
      const reader = readerOf(queries);
      const current = await reader.findCurrent();
      const lastBackup = sqlitePath(url) === null ? "unknown" : await reader.findLastBackup();
      const damage = current && (await checkVersion(reader, current)).damage;
      return { ...found, current, lastBackup, problem: damage?.message ?? null };
    });
  });
}
