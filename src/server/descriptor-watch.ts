/** Watches whether the process has file descriptors left: without one, the system keeps new connections waiting, in silence. */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { Log } from "./log.ts";

const watchIntervalMs = 500;

/** Logs when the descriptors run out, and when there are some again, until the process ends. */
export function watchDescriptors(log: Log): void {
  let areExhausted = false;
  const look = (): void => {
    if (hasDescriptor() === !areExhausted) return;
    areExhausted = !areExhausted;
    log(areExhausted ? "descriptors.exhausted" : "descriptors.available");
  };
  setInterval(look, watchIntervalMs).unref();
}

function hasDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, "r"));
    return true;
  } catch (error) {
    // The limit of the process, and the limit of the system.
    return !["EMFILE", "ENFILE"].includes((error as { code?: string }).code ?? "");
  }
}
