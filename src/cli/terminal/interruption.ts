/** Ends the operation of a command cleanly on Ctrl-C: rolls back, and prints a message. */
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:os";
import type { ProgressOptions } from "../../store/engine.ts";
import { fail } from "./output.ts";
import { createProgress, type PhaseName } from "./progress.ts";
import { stopSignals } from "./stop-signal.ts";

/** How long an operation may take to stop; a database that does not answer could delay it. */
const stopMs = 3000;

export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, what: string) {
    super(`Interrupted: nothing was ${what}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

export interface Interruption {
  /** Aborted by Ctrl-C and other fatal signals, with an {@link InterruptedError}. */
  readonly signal: AbortSignal;
  /** From here on, fatal signals only print a message, because steps that complete a commit must not be interrupted. */
  shield(): void;
}

/**
 * Runs `work`, which fatal signals interrupt before something is `published`, `erased`, `changed` or `written`. If it
 * does not stop in time, the process exits, which rolls back the transaction.
 */
export async function withInterruption<Result>(
  what: "published" | "erased" | "changed" | "written",
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShielded = false;
  const onSignal = AsyncLocalStorage.bind((signal: NodeJS.Signals): void => {
    if (isShielded) return void fail("The last step can't be interrupted; it ends by itself");
    const error = new InterruptedError(signal, what);
    controller.abort(error);
    timer ??= setTimeout(() => {
      fail("Interrupted; run `teachers status` to see whether the last step was committed");
      process.exit(error.exitCode);
    }, stopMs);
  });
  const shield = (): void => {
    isShielded = true;
    clearTimeout(timer);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  try {
    return await work({ signal: controller.signal, shield });
  } finally {
    clearTimeout(timer);
    for (const signal of stopSignals) process.off(signal, onSignal);
  }
}

/** Runs `work` with progress. */
export async function runWithProgress<Result>(
  phase: PhaseName,
  { signal }: Pick<Interruption, "signal">,
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(phase);
  return work({ signal, onProgress: progress.update }).finally(progress.stop);
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
