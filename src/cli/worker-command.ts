/** The internal command of a worker: answers requests for a supervisor. */
import { runWorker } from "../server/workers.ts";
import { log } from "./output.ts";

/** Runs until the supervisor stops the worker or is gone; gives the exit code. */
export async function runWorkerCommand(): Promise<number> {
  await runWorker(log);
  return 0;
}
