/** What a server tells of itself, from the settings: metrics, and the two logs. */
import type { ListenOptions } from "../server/server.ts";
import { SettingError, type SettingValues } from "./settings.ts";

/** Throws {@link SettingError} for a setting that would have no effect. */
export function watchOptions(values: SettingValues): Pick<ListenOptions, "hasMetrics" | "accessLog" | "logOptions"> {
  const { adminPort, logFormat, logLevel, accessLog, logQueries } = values;
  if (logQueries && !accessLog) throw new SettingError("--log-queries: has no effect without --access-log");
  return {
    hasMetrics: adminPort !== null,
    accessLog: accessLog ? (logQueries ? "values" : "names") : null,
    logOptions: { format: logFormat, level: logLevel },
  };
}
