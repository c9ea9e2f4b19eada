/** The signals that end a command. */
import { readFileSync } from "node:fs";

/** The signals by which a user or a service manager ends the program. SIGHUP is sent when the terminal closes. */
export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Signals that are ignored. They would end the process by default, and no part of the program sends them. */
const userSignals = ["SIGUSR1", "SIGUSR2"] as const;

/**
 * Resolves on the first stop signal, and ignores later ones. Under npm, Ctrl-C and the SIGHUP of a closing terminal
 * arrive twice: from the terminal and from npm.
 */
export function waitForStopSignal(): Promise<void> {
  for (const signal of userSignals) process.on(signal, () => {});
  const signals = stopSignals.filter((signal) => signal !== "SIGHUP" || !isHangupIgnored());
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve());
  });
}

/** Whether SIGHUP is ignored, as under nohup; a handler would undo that. Always false except on Linux. */
function isHangupIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([\da-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))![1]!;
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
