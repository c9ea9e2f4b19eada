/** Ends the operation of a command cleanly on Ctrl-C: rolls back, and prints a message. */
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:os";
import type { ProgressOptions } from "../../store/engine.ts";
import { fail } from "./output.ts";
import { createProgress } from "./progress.ts";
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
  label: string,
  { signal }: Pick<Interruption, "signal">,
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(label);
  return work({ signal, onProgress: progress.update }).finally(progress.stop);
}

/** Runs `work`, which overwrites deleted rows in the files of the database. It reports no progress. */
export async function runClearing<Result>({ shield }: Interruption, work: () => Promise<Result>): Promise<Result> {
  shield();
  const progress = createProgress("Clearing the files");
  progress.update(0, null);
  return work().finally(progress.stop);
}

/** The result of work that can't be stopped, such as a read of standard input; throws when the signal is aborted. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(signal.reason));
  return Promise.race([work, aborted.promise]);
}
