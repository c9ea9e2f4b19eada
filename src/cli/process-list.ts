/** Keeps passwords off the process list, where every user of the machine may read what a command was started with. */

import { hasPassword } from "../store/database-url.ts";
import { settings, variableOf } from "./settings.ts";

/**
 * Starts the program anew in this process, with its number, input and output, where `--database` gave a password: the
 * variable says the same, and only its own user may read that. Returns where there is nothing to hide.
 */
export function hidePassword(
  database: string | boolean | undefined,
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  // Windows has no such call, nor a process list that is open to all.
  if (typeof database !== "string" || !hasPassword(database) || process.execve === undefined) return;
  const flag = `--${settings.database.flag}`;
  const [, , ...args] = argv;
  const kept = args.filter((arg, i) => arg !== flag && args[i - 1] !== flag && !arg.startsWith(`${flag}=`));
  process.execve(process.execPath, [process.execPath, ...process.execArgv, Bun.main, ...kept], {
    ...environment,
    [variableOf(settings.database)]: database,
  });
}
