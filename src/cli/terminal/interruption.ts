/** Ends the operation of a command cleanly on Ctrl-C: rolls back, shows the cursor again, and prints a message. */
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:os";
import { stopSignals } from "../../server/process.ts";
import type { ProgressOptions } from "../../store/engine.ts";
import { fail } from "./output.ts";
import { createProgress, type PhaseName } from "./progress.ts";

/** How long an operation may take to stop; a database that does not answer could delay it. */
const stopMs = 3000;

const interruptionTexts = {
  untouched: {
    published: "Interrupted: nothing was published",
    erased: "Interrupted: nothing was erased",
    changed: "Interrupted: nothing was changed",
  },
  late: "Interrupted; run `teachers status` to see whether the last step was committed",
  finishing: "The last step can't be interrupted; it ends by itself",
} as const;

/** Selects the message: nothing was published, erased or changed. */
type Untouched = keyof typeof interruptionTexts.untouched;

export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, untouched: Untouched) {
    super(interruptionTexts.untouched[untouched]);
    this.exitCode = 128 + constants.signals[signal];
  }
}

export interface Interruption {
  /** Aborted by Ctrl-C and other fatal signals, with an {@link InterruptedError}. */
  readonly signal: AbortSignal;
  /** Until `resume`, fatal signals end the process at once, because no handler runs while SQLite waits for a lock. */
  suspend(): void;
  resume(): void;
  /** From here on, fatal signals only print a message, because steps that complete a commit must not be interrupted. */
  shield(): void;
}

/**
 * Runs `work`, which fatal signals interrupt. If `work` does not stop in time, the process exits, which rolls back the
 * transaction.
 */
export async function withInterruption<Result>(
  untouched: Untouched,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const interrupt = AsyncLocalStorage.bind((signal: NodeJS.Signals): void => {
    const error = new InterruptedError(signal, untouched);
    controller.abort(error);
    timer ??= setTimeout(() => {
      fail(interruptionTexts.late);
      process.exit(error.exitCode);
    }, stopMs);
  });
  const suspend = (): void => {
    for (const signal of stopSignals) process.off(signal, interrupt);
  };
  const resume = (): void => {
    for (const signal of stopSignals) process.on(signal, interrupt);
  };
  const reportFinishing = AsyncLocalStorage.bind((): void => void fail(interruptionTexts.finishing));
  const shield = (): void => {
    clearTimeout(timer);
    suspend();
    for (const signal of stopSignals) process.off(signal, reportFinishing).on(signal, reportFinishing);
  };
  resume();
  try {
    return await work({ signal: controller.signal, suspend, resume, shield });
  } finally {
    clearTimeout(timer);
    suspend();
  }
}

/** Runs `work` with progress. Until `work` has the write lock, fatal signals end the process at once. */
export async function runWithProgress<Result>(
  phase: PhaseName,
  { signal, suspend, resume }: Interruption,
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(phase);
  suspend();
  return work({ signal, onLocked: resume, onProgress: progress.update }).finally(progress.stop);
}

/** Runs `work`, which overwrites deleted rows in the files of the database. It reports no progress. */
export async function runClearing<Result>({ shield }: Interruption, work: () => Promise<Result>): Promise<Result> {
  shield();
  const progress = createProgress("clearing");
  progress.update(0, null);
  return work().finally(progress.stop);
}

/**
 * Yields chunks until the signal is aborted, and then throws its reason, even during a wait for a chunk. Each wait adds
 * a listener of its own: a single promise for all waits would keep every chunk in memory, 7 GB for a hundred million
 * teachers.
 */
export async function* readUntilAborted<Chunk>(
  chunks: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort);
    const next = Promise.race([iterator.next(), aborted]);
    const { done, value } = await next.finally(() => signal.removeEventListener("abort", abort));
    if (done) return;
    yield value;
  }
}
