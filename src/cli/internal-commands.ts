/**
 * The commands for processes that the program starts itself: builders, workers and readers of uploads. They bypass the
 * command line, because loading its libraries takes a third as long as building a small image.
 */
import type { InternalCommand } from "../server/process.ts";
import type { ListenOptions } from "../server/server.ts";
import { fail, failWith, isTerminal, print } from "./terminal/output.ts";

/** Each returns the exit code. */
export const internalCommands: Readonly<Record<InternalCommand, () => Promise<number>>> = {
  "build-image": buildForServer,
  "read-file": async () => (await import("../publishing/reading/reader.ts")).runReader(),
  "serve-worker": serveForSupervisor,
};

/**
 * How long a database may take for each batch of rows. Short, because the server does not poll while an image is built.
 */
const answerMs = 5000;

/** Builds the image that environment variables specify, and prints its path. */
async function buildForServer(): Promise<number> {
  const { buildImage, builderVariables } = await import("../server/follow/build-image.ts");
  const [url, folder] = [process.env[builderVariables.database], process.env[builderVariables.folder]];
  if (url === undefined || folder === undefined) {
    const names = Object.values(builderVariables).join(" and ");
    return fail(`build-image needs ${names}, which a server sets when it starts a builder`, 2);
  }
  const { withStore } = await import("../store/store.ts");
  const { readTimeline } = await import("../server/follow/follow-state.ts");
  const progress = isTerminal("stderr") ? (await import("./terminal/progress.ts")).createProgress("image") : null;
  return withStore(
    url,
    async (store) => {
      print(await buildImage(store, folder, progress?.update).finally(() => progress?.stop()));
      return 0;
    },
    { answerMs, create: false, known: readTimeline(folder) },
  ).catch(failWith);
}

/** Answers requests until the supervisor stops the worker or is gone. */
async function serveForSupervisor(): Promise<number> {
  const { runWorker, workerVariable } = await import("../server/workers/worker.ts");
  const { openLog } = await import("./terminal/log-output.ts");
  const text = process.env[workerVariable];
  if (text === undefined) return fail(`serve-worker needs ${workerVariable}, which a server sets for its workers`, 2);
  const options: ListenOptions = JSON.parse(text);
  const output = openLog(options.logOptions);
  await runWorker(options, output);
  output.exitWithoutReader();
  return 0;
}
