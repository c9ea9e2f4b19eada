/** Runs long work of the store with progress, until fatal signals interrupt it. */
import type { WorkOptions } from "../../store/work.ts";
import type { Interruption } from "./interruption.ts";
import { createProgress } from "./progress.ts";
import type { PhaseName } from "./progress-texts.ts";

export async function runLongWork<Result>(
  phase: PhaseName,
  { signal, suspend, resume }: Interruption,
  work: (options: WorkOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(phase);
  suspend();
  const options: WorkOptions = {
    signal,
    onLocked: resume,
    onProgress: (done, total) => progress.update(done, total, done),
  };
  return work(options).finally(progress.stop);
}

/** Clears the database of what a commit has removed; that tells no progress. */
export async function runClearing<Result>({ shield }: Interruption, work: () => Promise<Result>): Promise<Result> {
  shield();
  const progress = createProgress("clearing");
  progress.update(0, null, 0);
  return work().finally(progress.stop);
}
