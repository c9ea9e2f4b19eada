/** The cooperative scheduler: long tasks run in time slices, so that other requests do not wait for them. */

/** How long a time slice is. One slice for arriving tasks and one for queued tasks run between two polls for requests. */
const sliceMs = 0.5;

/**
 * A task yields every now and then, which costs next to nothing. It yields "heavy" before it allocates megabytes, and
 * continues when it is one of the few long tasks under way.
 */
export type Task<Result> = Generator<undefined | "heavy", Result>;

/** Steps between two yields of a loop over teachers: some microseconds, or a few hundred where each step is slow. */
export const stepsBetweenYields = 512;

/** Thrown instead of a result: too many tasks are waiting, or no client waits for this one any more. */
export class OverloadError extends Error {}

/** A task that did not finish in its first time slice. */
interface QueuedTask {
  isWanted(): boolean;
  /** Runs to the next yield. */
  step(): undefined | "heavy" | "done";
  /** Rejects the result. */
  abandon(): void;
  /** How long it has run so far. */
  ranMs: number;
}

/** Tasks that have run for less than {@link shortMs}, first in, first out: most of them finish soon. */
const shortQueue: QueuedTask[] = [];
/** Heavy tasks and those that have run for longer. While there are any, every second turn is theirs. */
const longQueue: QueuedTask[] = [];

/** How long a task may run in the short queue. */
const shortMs = 10;
/** How many long tasks are under way at a time, in rotation. Each may hold megabytes; those behind them hold little. */
const longUnderWayMax = 4;
/** How many tasks may wait in both queues together. More would make every client wait for seconds. */
const waitingMax = 256;

/** Which of the long tasks under way ran last. */
let lastLong = 0;
let isLongTurn = false;
let isTurnPlanned = false;
/** Until when tasks that arrive before the next turn may start at once, all of them together; 0 where none has arrived. */
let arrivalsEnd = 0;

/**
 * Runs a task: to its end at once where that takes less than a time slice, otherwise slice by slice. A queued task is
 * abandoned once it is not wanted any more. Throws {@link OverloadError}, or rejects with it.
 */
export function runTask<Result>(task: Task<Result>, isWanted = (): boolean => true): Result | Promise<Result> {
  const start = performance.now();
  if (arrivalsEnd === 0) arrivalsEnd = start + sliceMs;
  planTurn();
  let now = start;
  let isHeavy = false;
  while (!isHeavy && now < arrivalsEnd) {
    const { done, value } = task.next();
    if (done) return value as Result;
    isHeavy = value === "heavy";
    now = performance.now();
  }
  if (countQueued() >= waitingMax) throw new OverloadError("Too many tasks are waiting");
  return new Promise<Result>((resolve, reject) => {
    (isHeavy ? longQueue : shortQueue).push({
      isWanted,
      ranMs: now - start,
      step() {
        try {
          const { done, value } = task.next();
          if (done) resolve(value as Result);
          return done ? "done" : value;
        } catch (error) {
          reject(error);
          return "done";
        }
      },
      abandon: () => reject(new OverloadError("No client waits for this any more")),
    });
  });
}

function countQueued(): number {
  return shortQueue.length + longQueue.length;
}

function planTurn(): void {
  if (isTurnPlanned) return;
  isTurnPlanned = true;
  setImmediate(runTurn);
}

/** Runs queued tasks for one time slice. */
function runTurn(): void {
  isTurnPlanned = false;
  arrivalsEnd = 0;
  const end = performance.now() + sliceMs;
  isLongTurn = !isLongTurn;
  while (countQueued() > 0 && performance.now() < end) {
    if (shortQueue.length === 0 || (isLongTurn && longQueue.length > 0)) runLong(end);
    else runShort(end);
  }
  if (countQueued() > 0) planTurn();
}

/** Runs the first of the short queue, which moves to the long queue once it is heavy or has run for too long. */
function runShort(end: number): void {
  const task = shortQueue[0]!;
  const outcome = run(task, end);
  if (outcome === undefined && task.ranMs < shortMs) return;
  shortQueue.shift();
  if (outcome !== "done") longQueue.push(task);
}

/** Runs the next of the long tasks under way. */
function runLong(end: number): void {
  lastLong = (lastLong + 1) % Math.min(longQueue.length, longUnderWayMax);
  if (run(longQueue[lastLong]!, end) === "done") longQueue.splice(lastLong, 1);
}

/** Takes steps until time is up, the task ends, or it says that it is heavy. */
function run(task: QueuedTask, end: number): ReturnType<QueuedTask["step"]> {
  if (!task.isWanted()) {
    task.abandon();
    return "done";
  }
  const start = performance.now();
  let now = start;
  let outcome: ReturnType<QueuedTask["step"]>;
  while (outcome === undefined && now < end) {
    outcome = task.step();
    now = performance.now();
  }
  task.ranMs += now - start;
  return outcome;
}
