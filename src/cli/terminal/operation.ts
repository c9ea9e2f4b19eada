/**
 * Runs an operation of a command. Shows its progress: a bar with speed and remaining time on a terminal, otherwise a line every
 * few seconds. Ends it cleanly on Ctrl-C: rolls back, shows the cursor again, and prints a message.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:os";
import type { SingleBar } from "cli-progress";
import { countUk, formatCount, inLanguages } from "../../publishing/texts/language.ts";
import { stopSignals } from "../../server/process.ts";
import type { ProgressOptions } from "../../store/engine.ts";
import { fail, isTerminal, openErrorStream, printError } from "./output.ts";

const counted = (other: string, one: string, few: string, many: string): ((count: number) => string) =>
  inLanguages((count: number) => ({ en: `${formatCount(count)} ${other}`, uk: countUk(count, one, few, many) }));
const teachers = counted("teachers", "викладач", "викладачі", "викладачів");
const names = counted("names", "ім’я", "імені", "імен");
const versions = counted("versions", "версія", "версії", "версій");
const rows = counted("rows", "рядок", "рядки", "рядків");
const kilobytes = counted("KB", "КБ", "КБ", "КБ");

interface Phase {
  readonly label: () => string;
  /** Renders the count; null for an operation that can't count. */
  readonly counted: ((count: number) => string) | null;
}

/** The operations that show progress. */
export const phases = {
  erasing: { label: inLanguages({ en: "Erasing", uk: "Видалення" }), counted: versions },
  pruning: { label: inLanguages({ en: "Deleting versions", uk: "Прибирання версій" }), counted: null },
  clearing: { label: inLanguages({ en: "Clearing the files", uk: "Очищення файлів" }), counted: null },
  backingUp: { label: inLanguages({ en: "Backing up", uk: "Резервне копіювання" }), counted: rows },
  restoring: { label: inLanguages({ en: "Restoring", uk: "Відновлення" }), counted: kilobytes },
  reading: { label: inLanguages({ en: "Reading", uk: "Читання" }), counted: teachers },
  writing: { label: inLanguages({ en: "Writing", uk: "Запис" }), counted: teachers },
  building: { label: inLanguages({ en: "Building", uk: "Побудова" }), counted: teachers },
  image: { label: inLanguages({ en: "Building an image:", uk: "Побудова файлу для сервера:" }), counted: teachers },
  matching: { label: inLanguages({ en: "Matching", uk: "Пошук" }), counted: names },
} as const satisfies Readonly<Record<string, Phase>>;

export type PhaseName = keyof typeof phases;

export const progressTexts = {
  /** Contains placeholders of the bar. */
  rate: inLanguages({ en: "{rate} a second", uk: "{rate} за секунду" }),
  left: inLanguages({ en: ", {left} left", uk: ", лишилося {left}" }),
  duration: inLanguages((seconds: number) => ({
    en: renderDuration(seconds, "m", "s"),
    uk: renderDuration(seconds, " хв", " с"),
  })),
} as const;

function renderDuration(seconds: number, minuteUnit: string, secondUnit: string): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${Math.round(seconds % 60)}${secondUnit}`;
  return minutes === 0 ? rest : `${minutes}${minuteUnit} ${rest}`;
}

interface Progress {
  /** Records progress: `done` of `total`, which is null if unknown, and the count to show if it differs from `done`. */
  readonly update: (done: number, total: number | null, count?: number) => void;
  readonly stop: () => void;
}

/** Progress on standard error, from the first update on. */
export function createProgress(phase: PhaseName): Progress {
  return isTerminal("stderr") ? createBarProgress(phases[phase]) : createLineProgress(phases[phase]);
}

/** The time before the first line, and between lines. */
const lineMs = 10_000;

/** Lines for logs; none for short operations. */
export function createLineProgress(
  { label, counted }: Phase,
  { now = () => performance.now(), write = printError } = {},
): Progress {
  let nextAt = now() + lineMs;
  return {
    update(done, total, count = done) {
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
    update(done, total, count = done) {
      const seconds = (performance.now() - startedAt) / 1000;
      const payload = {
        counted: counted?.(count),
        rate: formatCount(Math.round(count / Math.max(seconds, 0.001))),
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

/** Restores the cursor if the process exits while a bar is shown. */
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

export async function runWithProgress<Result>(
  phase: PhaseName,
  { signal, suspend, resume }: Interruption,
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(phase);
  suspend();
  return work({ signal, onLocked: resume, onProgress: progress.update }).finally(progress.stop);
}

/** Runs `work`, which overwrites deleted rows in the files of the database. It reports no progress. */
export async function runClearing<Result>({ shield }: Interruption, work: () => Promise<Result>): Promise<Result> {
  shield();
  const progress = createProgress("clearing");
  progress.update(0, null);
  return work().finally(progress.stop);
}

/** How long an operation may take to stop; a database that does not answer could delay it. */
const stopMs = 3000;

const interruptionTexts = {
  untouched: {
    published: inLanguages({ en: "Interrupted: nothing was published", uk: "Перервано: нічого не опубліковано" }),
    erased: inLanguages({ en: "Interrupted: nothing was erased", uk: "Перервано: нікого не видалено" }),
    changed: inLanguages({ en: "Interrupted: nothing was changed", uk: "Перервано: нічого не змінено" }),
  },
  late: inLanguages({
    en: "Interrupted; run `teachers status` to see whether the last step was committed",
    uk: "Перервано; команда `teachers status` покаже, чи завершено останній крок",
  }),
  finishing: inLanguages({
    en: "The last step can't be interrupted; it ends by itself",
    uk: "Останній крок перервати не можна; він завершиться сам",
  }),
} as const;

/** Selects the message: nothing was published, erased or changed. */
type Untouched = keyof typeof interruptionTexts.untouched;

export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, untouched: Untouched) {
    super(interruptionTexts.untouched[untouched]());
    this.exitCode = 128 + constants.signals[signal];
  }
}

export interface Interruption {
  /** Aborted by Ctrl-C and other fatal signals, with an {@link InterruptedError}. */
  readonly signal: AbortSignal;
  /** Until `resume`, fatal signals end the process at once, because no handler runs while SQLite waits for a lock. */
  suspend(): void;
  resume(): void;
  /** From here on, fatal signals are ignored, because steps that complete a commit must not be interrupted. */
  shield(): void;
}

/** Runs work that fatal signals interrupt. If it does not stop in time, the process exits, which rolls back the transaction. */
export async function withInterruption<Result>(
  untouched: Untouched,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const interrupt = AsyncLocalStorage.bind((signal: NodeJS.Signals): void => {
    const error = new InterruptedError(signal, untouched);
    controller.abort(error);
    timer ??= setTimeout(() => {
      fail(interruptionTexts.late());
      process.exit(error.exitCode);
    }, stopMs);
  });
  const suspend = (): void => {
    for (const signal of stopSignals) process.off(signal, interrupt);
  };
  const resume = (): void => {
    for (const signal of stopSignals) process.on(signal, interrupt);
  };
  const reportFinishing = AsyncLocalStorage.bind((): void => void fail(interruptionTexts.finishing()));
  const shield = (): void => {
    clearTimeout(timer);
    suspend();
    for (const signal of stopSignals) process.off(signal, reportFinishing).on(signal, reportFinishing);
  };
  resume();
  try {
    return await work({ signal: controller.signal, suspend, resume, shield });
  } finally {
    clearTimeout(timer);
    suspend();
  }
}

/**
 * Passes chunks on until the signal is aborted, even while it waits for a chunk. Listens anew for each chunk: racing all of them
 * against one promise would keep all chunks in memory, 7 GB for a hundred million teachers.
 */
export async function* readUntilAborted<Chunk>(
  chunks: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort);
    const next = Promise.race([iterator.next(), aborted]);
    const { done, value } = await next.finally(() => signal.removeEventListener("abort", abort));
    if (done) return;
    yield value;
  }
}
