/**
 * The commands for processes that the program starts itself: builders and readers of uploads. They skip the
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
