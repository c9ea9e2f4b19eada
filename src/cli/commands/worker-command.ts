/** The internal command of a worker: answers requests for a supervisor. */
import { runWorker } from "../../server/worker.ts";
import { exitWithoutReader, openLog } from "../terminal/log-output.ts";

/** Runs until the supervisor stops the worker or is gone; gives the exit code. */
export async function runWorkerCommand(): Promise<number> {
  await runWorker(openLog);
  exitWithoutReader();
  return 0;
}
