/** Progress of long work: on a terminal how far, how fast, and how long it still takes; otherwise a line now and then. */
import type { SingleBar } from "cli-progress";
import { formatNumber } from "../../publishing/texts/language.ts";
import { isTerminal, openErrorStream, printError } from "./output.ts";
import { type Phase, type PhaseName, phases, progressTexts } from "./progress-texts.ts";

export interface Progress {
  /** Notes how much is done of how much, null where that is not known, and what to show as counted. */
  update(done: number, total: number | null, count: number): void;
  stop(): void;
}

/** Progress on standard error, from the first update on. */
export function createProgress(phase: PhaseName): Progress {
  return isTerminal("stderr") ? createBarProgress(phases[phase]) : createLineProgress(phases[phase]);
}

/** The time before the first line, and between lines. */
const lineMs = 10_000;

/** Lines for logs; none for short work. */
export function createLineProgress(
  { label, counted }: Phase,
  { now = () => performance.now(), write = printError } = {},
): Progress {
  let nextAt = now() + lineMs;
  return {
    update(done, total, count) {
      if (now() < nextAt) return;
      nextAt = now() + lineMs;
      const share = total === null || total === 0 ? "" : ` (${Math.floor((100 * done) / total)}%)`;
      write(`${label()}${counted === null ? "" : `: ${counted(count)}`}${share}`);
    },
    stop() {},
  };
}

function createBarProgress({ label, counted }: Phase): Progress {
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    update(done, total, count) {
      const seconds = (performance.now() - startedAt) / 1000;
      const payload = {
        counted: counted?.(count),
        rate: formatNumber(Math.round(count / Math.max(seconds, 0.001))),
        left: done === 0 || total === null ? "?" : progressTexts.duration(Math.ceil((seconds / done) * (total - done))),
      };
      if (bar === null) {
        bar = createBar(label(), counted !== null, total !== null);
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

/** Where the process ends before the bar does. */
function showCursor(): void {
  openErrorStream().write("\r\u001b[K\u001b[?7h\u001b[?25h");
}

function createBar(label: string, isCounted: boolean, isBounded: boolean): SingleBar {
  // Loaded here, because only terminals need it.
  const { SingleBar } = require("cli-progress") as typeof import("cli-progress");
  const [share, left] = isBounded ? [" {bar} {percentage}%", progressTexts.left()] : ["", ""];
  return new SingleBar({
    format: `${label}${share}${isCounted ? ` {counted}, ${progressTexts.rate()}${left}` : " …"}`,
    stream: openErrorStream(),
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    fps: 5,
    clearOnComplete: true,
    hideCursor: true,
  });
}
