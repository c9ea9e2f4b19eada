/** Ends an operation cleanly on Ctrl-C: rolls back, shows the cursor again, and prints a message. */
import { constants } from "node:os";
import { fail } from "./output.ts";
import { systemTexts } from "./system-texts.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How long an operation may take to stop; a database that does not answer could delay it. */
const stopMs = 3000;

/** What an interruption has left unchanged. */
type Untouched = keyof typeof systemTexts.interrupted;

export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, untouched: Untouched) {
    super(systemTexts.interrupted[untouched]());
    this.exitCode = 128 + constants.signals[signal];
  }
}

export interface Interruption {
  /** Aborted by Ctrl-C and other fatal signals, with an {@link InterruptedError}. */
  readonly signal: AbortSignal;
  /** Until `resume`, fatal signals end the process at once, because no handler runs while SQLite waits for a lock. */
  suspend(): void;
  resume(): void;
  /** From here on, fatal signals are ignored, because steps that complete a commit must not be interrupted. */
  shield(): void;
}

/** Runs work that fatal signals interrupt. If it does not stop in time, the process exits, which rolls back the transaction. */
export async function withInterruption<Result>(
  untouched: Untouched,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    const error = new InterruptedError(signal, untouched);
    controller.abort(error);
    timer ??= setTimeout(() => {
      fail(systemTexts.interruptedLate());
      process.exit(error.exitCode);
    }, stopMs);
  };
  const suspend = (): void => {
    for (const signal of signals) process.off(signal, interrupt);
  };
  const resume = (): void => {
    for (const signal of signals) process.on(signal, interrupt);
  };
  const reportFinishing = (): void => void fail(systemTexts.finishing());
  const shield = (): void => {
    clearTimeout(timer);
    suspend();
    for (const signal of signals) process.off(signal, reportFinishing).on(signal, reportFinishing);
  };
  resume();
  try {
    return await work({ signal: controller.signal, suspend, resume, shield });
  } finally {
    clearTimeout(timer);
    suspend();
  }
}

/** Passes chunks on until the signal is aborted, even while it waits for a chunk. */
export async function* readUntilAborted<Chunk>(
  chunks: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await nextUntilAborted(iterator, signal);
    if (done) return;
    yield value;
  }
}

/**
 * Resolves with the next chunk, or rejects when the signal is aborted. Racing every chunk against one shared promise would
 * keep all chunks in memory: 7 GB for a hundred million teachers.
 */
function nextUntilAborted<Chunk>(iterator: AsyncIterator<Chunk>, signal: AbortSignal): Promise<IteratorResult<Chunk>> {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Chunk>>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  iterator.next().then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", abort));
}
