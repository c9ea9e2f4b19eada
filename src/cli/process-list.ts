/** Hides passwords from the process list, which every user of the machine can read. */

import { hasPassword } from "../store/database-url.ts";
import { settings, variableOf } from "./settings.ts";

/**
 * If `--database` has a password, re-executes the program in the same process with the URL in a variable, which only the
 * same user can read. Otherwise returns.
 */
export function hidePassword(
  database: string | boolean | undefined,
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  // Windows has no such call, and its process list is not public.
  if (typeof database !== "string" || !hasPassword(database) || process.execve === undefined) return;
  const flag = `--${settings.database.flag}`;
  const [, , ...args] = argv;
  const otherArgs = args.filter((arg, i) => arg !== flag && args[i - 1] !== flag && !arg.startsWith(`${flag}=`));
  process.execve(process.execPath, [process.execPath, ...process.execArgv, Bun.main, ...otherArgs], {
    ...environment,
    [variableOf(settings.database)]: database,
  });
}
