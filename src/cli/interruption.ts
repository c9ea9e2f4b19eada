/** Ends long work cleanly at Ctrl-C: what was begun is undone, the cursor returns, and a message says so. */
import { constants } from "node:os";
import { printError } from "./output.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How long work may take to stop; a database that does not answer may hold it up. */
const stopMs = 3000;
const showCursor = "\u001b[?25h";

export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super("Interrupted: nothing was published");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs `work` with a signal that Ctrl-C and other fatal signals abort with an {@link InterruptedError}. Work that does not
 * stop in time is ended with the process, which rolls back its transaction.
 */
export async function withInterruption<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    const error = new InterruptedError(signal);
    controller.abort(error);
    timer ??= setTimeout(() => {
      if (process.stderr.isTTY) process.stderr.write(showCursor);
      printError("teachers: Interrupted; run `teachers status` to see whether the last step was committed\n");
      process.exit(error.exitCode);
    }, stopMs);
  };
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, interrupt);
  }
}
