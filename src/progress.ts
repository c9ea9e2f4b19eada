/** Progress on a terminal: how far, how fast, and how long it still takes. */
import { SingleBar } from "cli-progress";

export interface Progress {
  /** Notes how much is done, of the total given at the start, and how many teachers that is. */
  update(done: number, teachers: number): void;
  stop(): void;
}

/**
 * A bar on standard error while it is a terminal, and nothing otherwise: logs and pipes are no place for one. `total` is
 * in whatever unit `update` counts; null where it is not known, as of standard input.
 */
export function startProgress(label: string, total: number | null): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} };
  const startedAt = performance.now();
  const share = total === null ? "" : "{bar} {percentage}% ";
  const left = total === null ? "" : ", {eta_formatted} left";
  const bar = new SingleBar({
    format: `${label} ${share}{teachers} teachers, {rate} a second${left}`,
    stream: process.stderr,
    barsize: 24,
    fps: 5,
    etaBuffer: 50,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(total ?? 1, 0, { teachers: 0, rate: 0 });
  return {
    update(done, teachers) {
      const seconds = (performance.now() - startedAt) / 1000;
      bar.update(total === null ? 0 : done, {
        teachers: teachers.toLocaleString("en"),
        rate: Math.round(teachers / Math.max(seconds, 0.001)).toLocaleString("en"),
      });
    },
    stop: () => bar.stop(),
  };
}
