/** Ends an operation cleanly at Ctrl-C: what was begun is undone, the cursor returns, and a message says so. */
import { constants } from "node:os";
import { fail } from "./output.ts";
import { systemTexts } from "./system-texts.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How long an operation may take to stop; a database that does not answer may hold it up. */
const stopMs = 3000;

/** What an interruption leaves as it was. */
export type Untouched = keyof typeof systemTexts.interrupted;

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
  /** Until `resume`, fatal signals end the process at once: while SQLite waits for a lock, nothing else runs. */
  suspend(): void;
  resume(): void;
  /** Until the process has ended, fatal signals end nothing: what is committed must be followed by the steps that complete it. */
  shield(): void;
}

/**
 * Runs work that fatal signals interrupt. Work that does not stop in time is ended with the process, which rolls back its
 * transaction.
 */
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

/** Passes chunks on until the signal is aborted, even while no chunk comes. */
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
