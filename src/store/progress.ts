/** Progress of the store, and its interruption. */
import { setImmediate } from "node:timers/promises";

export interface ProgressOptions {
  /** Called once the write lock is held. */
  readonly onLocked?: () => void;
  /** Called after every batch with how much is done, and of how much. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Aborts before the commit, so nothing is changed. */
  readonly signal?: AbortSignal | undefined;
}

/** Throws if the signal is aborted. SQLite never yields to the event loop, so signals would not be handled. */
export async function checkInterrupted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await setImmediate();
  signal.throwIfAborted();
}

/** Passes batches on until the signal is aborted. */
export async function* interruptible<Batch>(
  batches: AsyncIterable<Batch>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    await checkInterrupted(signal);
    yield batch;
  }
}
