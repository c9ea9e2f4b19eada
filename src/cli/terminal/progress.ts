/** Shows the progress of an operation as a bar, if standard error is a terminal. */
import type { SingleBar } from "cli-progress";
import { formatNumber } from "../../read/language.ts";
import { isTerminal, openErrorStream } from "./output.ts";

/** The operations that show progress, and what they count; null for those that can't count. */
const phases = {
  erasing: ["Erasing", "teachers"],
  pruning: ["Deleting versions", null],
  clearing: ["Clearing the files", null],
  backingUp: ["Backing up", "versions"],
  restoring: ["Restoring", "versions"],
  reading: ["Reading", "bytes"],
  loading: ["Reading", "teachers"],
  writing: ["Writing", "teachers"],
} as const satisfies Readonly<Record<string, readonly [label: string, counted: string | null]>>;

export type PhaseName = keyof typeof phases;

interface Progress {
  /** Records progress: `done` of `total`, which is null if unknown, and the count to show if it differs from `done`. */
  readonly update: (done: number, total: number | null, count?: number) => void;
  readonly stop: () => void;
}

/** Shows progress from the first update on. */
export function createProgress(phase: PhaseName): Progress {
  if (!isTerminal("stderr")) return { update() {}, stop() {} };
  const [label, counted] = phases[phase];
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    update(done, total, count = done) {
      const seconds = (performance.now() - startedAt) / 1000;
      const left = done === 0 || total === null ? null : Math.ceil((seconds / done) * (total - done));
      const rate = formatNumber(Math.round(count / Math.max(seconds, 0.001)));
      const payload = { count: formatNumber(count), rate, left: left === null ? "?" : renderDuration(left) };
      if (bar === null) {
        bar = createBar(label, counted, total !== null);
        process.on("exit", showCursor);
        bar.start(total ?? 1, 0, payload);
      }
      bar.update(total === null ? 0 : done, payload);
    },
    stop() {
      bar?.stop();
      process.off("exit", showCursor);
    },
  };
}

export function renderDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes === 0 ? "" : `${minutes}m `}${Math.round(seconds % 60)}s`;
}

/** Restores the cursor if the process exits while a bar is shown. */
function showCursor(): void {
  openErrorStream().write("\r\u001b[K\u001b[?7h\u001b[?25h");
}

function createBar(label: string, counted: string | null, isBounded: boolean): SingleBar {
  // Loaded here, because only terminals need it.
  const { SingleBar } = require("cli-progress") as typeof import("cli-progress");
  const [share, left] = isBounded ? [" {bar} {percentage}%", ", {left} left"] : ["", ""];
  return new SingleBar({
    format: `${label}${share}${counted === null ? " …" : ` {count} ${counted}, {rate} a second${left}`}`,
    stream: openErrorStream(),
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    hideCursor: true,
  });
}
