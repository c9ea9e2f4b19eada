/** The signals that a server gets: which ones stop it, and which ones it ignores. */
import { readFileSync } from "node:fs";

/** SIGHUP comes from a terminal that closes. */
const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** By default these would end the process. Nothing of ours sends them. */
const userSignals = ["SIGUSR1", "SIGUSR2"] as const;

/**
 * Resolves on the first signal that stops a server. Later ones are ignored: a Ctrl-C under npm comes twice, from the
 * terminal and from npm, and so does the SIGHUP of a terminal that closes.
 */
export function waitForStopSignal(): Promise<void> {
  ignoreSignals(userSignals);
  const signals = stopSignals.filter((signal) => signal !== "SIGHUP" || !isHangupIgnored());
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve());
  });
}

/** Leaves all but SIGTERM to the supervisor, since Ctrl-C and a terminal that closes reach every process of a terminal. */
export function ignoreSignalsToSupervisor(): void {
  ignoreSignals(["SIGINT", "SIGHUP", ...userSignals]);
}

function ignoreSignals(signals: readonly NodeJS.Signals[]): void {
  for (const signal of signals) process.on(signal, () => {});
}

/** Whether nohup started us: a handler of our own would undo what it asks for. Only Linux tells. */
function isHangupIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([\da-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))![1]!;
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
