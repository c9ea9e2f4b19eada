/** The migrate command: creates or updates the tables. */
import { openDatabase } from "../../store/database.ts";
import { migrate } from "../../store/migrations.ts";
import type { SettingValues } from "../settings/settings.ts";
import { report } from "../terminal/output.ts";
import { historyTexts } from "./history-texts.ts";
import { importLockWaitMs } from "./with-store.ts";

/** Migrates the first writable database, and says how its tables were before. Returns the exit code. */
export async function migrateTables({ database: url }: SettingValues): Promise<number> {
  const database = await openDatabase(url, { lockWaitMs: importLockWaitMs, wanted: "writable", createsSchema: true });
  try {
    return report(historyTexts.migrated[await migrate(database)](database.name));
  } finally {
    await database.close();
  }
}
