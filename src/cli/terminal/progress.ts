/**
 * Shows the progress of an operation: on a terminal a bar with speed and remaining time, otherwise a line every few
 * seconds. Both are on standard error.
 */
import type { SingleBar } from "cli-progress";
import { formatNumber } from "../../publishing/texts/language.ts";
import { isTerminal, openErrorStream, printError } from "./output.ts";

const counted =
  (other: string, _one: string, _few: string, _many: string): ((count: number) => string) =>
  (count: number): string =>
    `${formatNumber(count)} ${other}`;
const teachers = counted("teachers", "викладач", "викладачі", "викладачів");
const versions = counted("versions", "версія", "версії", "версій");
const rows = counted("rows", "рядок", "рядки", "рядків");
const kilobytes = counted("KB", "КБ", "КБ", "КБ");

interface Phase {
  readonly label: string;
  /** Renders the count; null for an operation that can't count. */
  readonly counted: ((count: number) => string) | null;
}

/** The operations that show progress. */
export const phases = {
  erasing: { label: "Erasing", counted: versions },
  pruning: { label: "Deleting versions", counted: null },
  clearing: { label: "Clearing the files", counted: null },
  backingUp: { label: "Backing up", counted: rows },
  restoring: { label: "Restoring", counted: kilobytes },
  reading: { label: "Reading", counted: teachers },
  writing: { label: "Writing", counted: teachers },
  image: { label: "Building an image:", counted: teachers },
} as const satisfies Readonly<Record<string, Phase>>;

export type PhaseName = keyof typeof phases;

export const progressTexts = {
  /** Contains placeholders of the bar. */
  rate: "{rate} a second",
  left: ", {left} left",
  duration: renderDuration,
} as const;

function renderDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${Math.round(seconds % 60)}s`;
  return minutes === 0 ? rest : `${minutes}m ${rest}`;
}

interface Progress {
  /** Records progress: `done` of `total`, which is null if unknown, and the count to show if it differs from `done`. */
  readonly update: (done: number, total: number | null, count?: number) => void;
  readonly stop: () => void;
}

/** Shows progress on standard error, from the first update on. */
export function createProgress(phase: PhaseName): Progress {
  return isTerminal("stderr") ? createBarProgress(phases[phase]) : createLineProgress(phases[phase]);
}

/** The time before the first line, and between lines. */
const lineMs = 10_000;

/** Lines for logs; none for short operations. */
export function createLineProgress(
  { label, counted }: Phase,
  { now = () => performance.now(), write = printError as (line: string) => void } = {},
): Progress {
  let nextAt = now() + lineMs;
  return {
    update(done, total, count = done) {
      if (now() < nextAt) return;
      nextAt = now() + lineMs;
      const share = total === null || total === 0 ? "" : ` (${Math.floor((100 * done) / total)}%)`;
      write(`${label}${counted === null ? "" : `: ${counted(count)}`}${share}`);
    },
    stop() {},
  };
}

function createBarProgress({ label, counted }: Phase): Progress {
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    update(done, total, count = done) {
      const seconds = (performance.now() - startedAt) / 1000;
      const payload = {
        counted: counted?.(count),
        rate: formatNumber(Math.round(count / Math.max(seconds, 0.001))),
        left: done === 0 || total === null ? "?" : progressTexts.duration(Math.ceil((seconds / done) * (total - done))),
      };
      if (bar === null) {
        bar = createBar(label, counted !== null, total !== null);
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

/** Restores the cursor if the process exits while a bar is shown. */
function showCursor(): void {
  openErrorStream().write("\r\u001b[K\u001b[?7h\u001b[?25h");
}

function createBar(label: string, isCounted: boolean, isBounded: boolean): SingleBar {
  // Loaded here, because only terminals need it.
  const { SingleBar } = require("cli-progress") as typeof import("cli-progress");
  const [share, left] = isBounded ? [" {bar} {percentage}%", progressTexts.left] : ["", ""];
  return new SingleBar({
    format: `${label}${share}${isCounted ? ` {counted}, ${progressTexts.rate}${left}` : " …"}`,
    stream: openErrorStream(),
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    hideCursor: true,
  });
}
