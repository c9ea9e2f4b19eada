/** Progress on a terminal: how far, how fast, and how long it still takes. */
import { SingleBar } from "cli-progress";

export interface Progress {
  /** Notes how much is done of how much, null where that is not known, and how many teachers that is. */
  update(done: number, total: number | null, teachers: number): void;
  stop(): void;
}

/**
 * A progress bar on standard error, from the first update on. `unit` is what it counts. Prints nothing unless standard error is a terminal.
 */
export function createProgress(label: string, unit = "teachers"): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    update(done, total, teachers) {
      const seconds = (performance.now() - startedAt) / 1000;
      const payload = {
        teachers: teachers.toLocaleString("en"),
        rate: Math.round(teachers / Math.max(seconds, 0.001)).toLocaleString("en"),
      };
      if (bar === null) {
        bar = createBar(label, unit, total !== null);
        bar.start(total ?? 1, 0, payload);
      }
      bar.update(total === null ? 0 : done, payload);
    },
    stop: () => bar?.stop(),
  };
}

function createBar(label: string, unit: string, isBounded: boolean): SingleBar {
  const [share, left] = isBounded ? ["{bar} {percentage}% ", ", {eta_formatted} left"] : ["", ""];
  return new SingleBar({
    format: `${label} ${share}{teachers} ${unit}, {rate} a second${left}`,
    stream: process.stderr,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    hideCursor: true,
  });
}
