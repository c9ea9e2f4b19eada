/** Shows the progress of an operation as a bar, if standard error is a terminal. */
import type { SingleBar } from "cli-progress";
import { isTerminal, openErrorStream } from "./output.ts";

export interface Progress {
  /** Shows how much of `total` is done; null if that is unknown. */
  readonly update: (done: number, total: number | null) => void;
  readonly stop: () => void;
}

/** Shows progress from the first update on, under a label such as "Erasing". */
export function createProgress(label: string): Progress {
  if (!isTerminal("stderr")) return { update() {}, stop() {} };
  let bar: SingleBar | null = null;
  return {
    update(done, total) {
      bar ??= startBar(label, total);
      bar.update(done);
    },
    stop: () => bar?.stop(),
  };
}

function startBar(label: string, total: number | null): SingleBar {
  // Loaded here, because only terminals need it.
  const { SingleBar } = require("cli-progress") as typeof import("cli-progress");
  const bar = new SingleBar({
    format: `${label} ${total === null ? "…" : "{bar} {percentage}% of {total}, {eta_formatted} left"}`,
    stream: openErrorStream(),
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    // Otherwise a command that is interrupted would leave the terminal without it.
    linewrap: true,
  });
  bar.start(total ?? 1, 0);
  return bar;
}
