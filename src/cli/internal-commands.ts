/**
 * The commands for processes that the program starts itself: checks of SQLite files and readers of uploads. They skip the
 * command-line parser, which takes long to load.
 */
import type { InternalCommand } from "../server/process.ts";
import { fail, print } from "./terminal/output.ts";

/** Each returns the exit code. */
export const internalCommands: Readonly<Record<InternalCommand, () => Promise<number>>> = {
  "check-file": checkForServer,
  "read-file": async () => (await import("../publishing/reading/reader.ts")).runReader(),
};

/** The time limit for the lock of the file. */
const lockWaitMs = 5000;

/** Prints what is wrong with the SQLite file that an environment variable names, or null, as JSON. */
async function checkForServer(): Promise<number> {
  const { checkedVariable } = await import("../server/file-check.ts");
  const url = process.env[checkedVariable];
  if (url === undefined) return fail(`check-file needs ${checkedVariable}, which a server sets`, 2);
  const { withDatabase } = await import("../store/store.ts");
  const damage = await withDatabase(url, { lockWaitMs, create: false }, async (database) => database.findDamage());
  print(JSON.stringify(damage));
  return 0;
}
