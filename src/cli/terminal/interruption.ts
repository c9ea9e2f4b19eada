/** Ends a command cleanly on Ctrl-C: rolls back, and prints a message. */
import { constants } from "node:os";
import { fail, isTerminal, printError } from "./output.ts";

/** The signals by which a user or a service manager ends the program. SIGHUP is sent when the terminal closes. */
const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

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
 * does not stop in time, the process exits, which rolls back the transaction. Signals are handled between turns of the
 * event loop, so only after a file is parsed.
 */
export async function withInterruption<Result>(
  what: "published" | "erased" | "changed" | "written",
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShielded = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isShielded) return void fail("The last step can't be interrupted; it ends by itself");
    const error = new InterruptedError(signal, what);
    controller.abort(error);
    timer ??= setTimeout(() => {
      if (isShielded) return;
      fail("Interrupted; run `teachers status` to see whether the last step was committed");
      process.exit(error.exitCode);
    }, stopMs);
  };
  const shield = (): void => {
    isShielded = true;
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  try {
    return await work({ signal: controller.signal, shield });
  } finally {
    clearTimeout(timer);
    for (const signal of stopSignals) process.off(signal, onSignal);
  }
}

/** Says on a terminal what the command does now, because it may take seconds. */
export function announce(step: string): void {
  if (isTerminal("stderr")) printError(`${step} …`);
}

/** Runs `work`, which overwrites deleted rows in the files of the database. It can't be interrupted. */
export function runClearing<Result>({ shield }: Interruption, work: () => Promise<Result>): Promise<Result> {
  shield();
  announce("Clearing the files");
  return work();
}

/**
 * Resolves on the first stop signal, and ignores later ones: under npm, Ctrl-C arrives twice, from the terminal and from
 * npm. SIGHUP keeps its meaning, so that a closing terminal ends the program, unless nohup started it.
 */
export function waitForStopSignal(): Promise<void> {
  // They would end the process, and no part of the program sends them.
  for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => resolve());
  });
}
