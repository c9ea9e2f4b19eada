/**
 * The commands for processes that the program starts itself: builders, checks of SQLite files and readers of uploads. They skip the
 * command-line parser, because loading it takes a third as long as building a small image.
 */
import type { BuildReport } from "../server/images/build-image.ts";
import { describeError } from "../server/log/log.ts";
import type { InternalCommand } from "../server/process.ts";
import { hidePasswords } from "../store/database-url.ts";
import { fail, isTerminal, isUnforeseen, print } from "./terminal/output.ts";

/** Each returns the exit code. */
export const internalCommands: Readonly<Record<InternalCommand, () => Promise<number>>> = {
  "build-image": buildForServer,
  "check-file": checkForServer,
  "read-file": async () => (await import("../publishing/reading/reader.ts")).runReader(),
};

/**
 * The time limit for each batch of rows from a database. Short, because the server does not poll until the builder
 * ends.
 */
const answerMs = 5000;

/** Builds the image that environment variables specify, and prints a {@link BuildReport}. */
async function buildForServer(): Promise<number> {
  const { buildImage, builderVariables } = await import("../server/images/build-image.ts");
  const [url, folder] = [process.env[builderVariables.database], process.env[builderVariables.folder]];
  if (url === undefined || folder === undefined) {
    const names = Object.values(builderVariables).join(" and ");
    return fail(`build-image needs ${names}, which a server sets when it starts a builder`, 2);
  }
  const { withStore } = await import("../store/store.ts");
  const progress = isTerminal("stderr") ? (await import("./terminal/progress.ts")).createProgress("image") : null;
  const options = { answerMs, create: false };
  const report: BuildReport = await withStore(url, options, async (store) => ({
    path: await buildImage(store, folder, progress?.update).finally(() => progress?.stop()),
  })).catch((error: NodeJS.ErrnoException) => ({
    error: hidePasswords(isUnforeseen(error) ? describeError(error) : error.message),
    code: error.code,
  }));
  print(JSON.stringify(report));
  return "path" in report ? 0 : 1;
}

/** Prints what is wrong with the SQLite file that an environment variable names, or null, as JSON. */
async function checkForServer(): Promise<number> {
  const { checkedVariable } = await import("../server/follow/file-check.ts");
  const url = process.env[checkedVariable];
  if (url === undefined) return fail(`check-file needs ${checkedVariable}, which a server sets`, 2);
  const { withDatabase } = await import("../store/store.ts");
  const { damage } = await withDatabase(url, { lockWaitMs: answerMs, create: false }, ({ inspect }) => inspect());
  print(JSON.stringify(damage));
  return 0;
}
