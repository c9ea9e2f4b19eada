/** The commands about a database: status, and migrate for its tables. */

import { readStatus } from "../../store/inspect.ts";
import { migrate } from "../../store/migrations.ts";
import { importLockWaitMs, withDatabase } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { print, printError, renderJson, report } from "../terminal/output.ts";
import { historyTexts } from "./history-texts.ts";
import { describeVersion, renderVersion } from "./versions.ts";

/** Prints the current version. Changes nothing. Returns the exit code. */
export async function showStatus({ database, json }: SettingValues): Promise<number> {
  const { name, tables, step, current, server } = await readStatus(database);
  const isStandby = server?.isStandby ?? false;
  if (json) {
    const described = current === null ? null : describeVersion(current);
    print(renderJson({ database: name, is_standby: isStandby, tables, step, current: described }));
    return 0;
  }
  const shown = isStandby ? historyTexts.standby(name) : name;
  print(current === null ? historyTexts.nothingYet(shown) : renderVersion(shown, current));
  if (tables === "outdated") printError(`teachers: ${historyTexts.outdatedTables()}`);
  return 0;
}

/** Migrates the first writable database, and prints what it did to the tables. Returns the exit code. */
export function migrateTables({ database: url }: SettingValues): Promise<number> {
  const options = { lockWaitMs: importLockWaitMs, wanted: "writable", createsSchema: true } as const;
  return withDatabase(url, options, async (database) =>
    report(historyTexts.migrated[await migrate(database)](database.name)),
  );
}
