/** Progress on a terminal: how far, how fast, and how long it still takes. */
import { SingleBar } from "cli-progress";
import { formatNumber } from "./language.ts";
import { type PhaseName, phases, progressTexts } from "./progress-texts.ts";

export interface Progress {
  /** Notes how much is done of how much, null where that is not known, and how many teachers or names that is. */
  update(done: number, total: number | null, count: number): void;
  stop(): void;
}

/** A progress bar on standard error, from the first update on. Prints nothing unless standard error is a terminal. */
export function createProgress(phase: PhaseName): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    update(done, total, count) {
      const seconds = (performance.now() - startedAt) / 1000;
      const payload = {
        counted: phases[phase].counted(count),
        rate: formatNumber(Math.round(count / Math.max(seconds, 0.001))),
      };
      if (bar === null) {
        bar = createBar(phases[phase].label(), total !== null);
        bar.start(total ?? 1, 0, payload);
      }
      bar.update(total === null ? 0 : done, payload);
    },
    stop: () => bar?.stop(),
  };
}

function createBar(label: string, isBounded: boolean): SingleBar {
  const [share, left] = isBounded ? ["{bar} {percentage}% ", progressTexts.left()] : ["", ""];
  return new SingleBar({
    format: `${label} ${share}{counted}, ${progressTexts.rate()}${left}`,
    formatTime: progressTexts.duration,
    stream: process.stderr,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    hideCursor: true,
  });
}
