/** The cooperative scheduler: long tasks run in time slices, so that other requests do not wait for them. */

/** The length of a time slice. Each iteration of the event loop has one for arriving tasks and one for queued tasks. */
const sliceMs = 0.5;

/**
 * A task yields every few hundred steps, which costs almost nothing. It yields "long" before it allocates megabytes, and
 * continues when it is one of the few active long tasks.
 */
export type Task<Result> = Generator<undefined | "long", Result>;

/** Steps between two yields of a loop over teachers: microseconds, or a few hundred microseconds for slow steps. */
export const stepsBetweenYields = 512;

/** Thrown if too many tasks are queued. */
export class OverloadError extends Error {}

/** A task that did not finish in its first time slice. */
interface QueuedTask {
  isWanted(): boolean;
  /** Runs to the next yield. */
  step(): undefined | "long" | "done";
  /** Rejects the result with an AbortError. */
  abandon(): void;
  /** The time for which it has run. */
  ranMs: number;
}

/** Tasks that have run for less than {@link shortMs}, first in, first out. Most of them finish soon. */
const shortQueue: QueuedTask[] = [];
/** Tasks that allocate megabytes or have run for longer. Every second time slice goes to this queue. */
const longQueue: QueuedTask[] = [];

/** The longest time that a task runs in the short queue. */
const shortMs = 10;
/** The most active long tasks, which run in rotation. Each may hold megabytes; queued ones hold little. */
const longUnderWayMax = 4;
/** The most tasks in both queues together. More would delay every client by seconds. */
const waitingMax = 256;

/** The index of the active long task that ran last. */
let lastLong = 0;
let isLongSlice = false;
let isSliceScheduled = false;
/** When the time slice for arriving tasks ends; 0 if none has arrived in this iteration of the event loop. */
let arrivalsEnd = 0;

/**
 * Runs a task, at once if it fits the time slice for arriving tasks, otherwise slice by slice from a queue. A queued task
 * is dropped once `isWanted` returns false: its promise rejects with an AbortError. Throws {@link OverloadError}.
 */
export function runTask<Result>(task: Task<Result>, isWanted = (): boolean => true): Result | Promise<Result> {
  const start = performance.now();
  if (arrivalsEnd === 0) arrivalsEnd = start + sliceMs;
  scheduleSlice();
  let now = start;
  let isLong = false;
  while (!isLong && now < arrivalsEnd) {
    const { done, value } = task.next();
    if (done) return value as Result;
    isLong = value === "long";
    now = performance.now();
  }
  if (countQueued() >= waitingMax) throw new OverloadError("Too many tasks are waiting");
  return new Promise<Result>((resolve, reject) => {
    (isLong ? longQueue : shortQueue).push({
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
      abandon: () => reject(new DOMException("All clients that asked for this result have disconnected", "AbortError")),
    });
  });
}

function countQueued(): number {
  return shortQueue.length + longQueue.length;
}

function scheduleSlice(): void {
  if (isSliceScheduled) return;
  isSliceScheduled = true;
  setImmediate(runSlice);
}

/** Runs queued tasks for one time slice. */
function runSlice(): void {
  isSliceScheduled = false;
  arrivalsEnd = 0;
  const end = performance.now() + sliceMs;
  isLongSlice = !isLongSlice;
  while (countQueued() > 0 && performance.now() < end) {
    if (shortQueue.length === 0 || (isLongSlice && longQueue.length > 0)) runLong(end);
    else runShort(end);
  }
  if (countQueued() > 0) scheduleSlice();
}

/** Runs the first task of the short queue. It moves to the long queue if it yields "long" or has run for too long. */
function runShort(end: number): void {
  const task = shortQueue[0]!;
  const outcome = run(task, end);
  if (outcome === undefined && task.ranMs < shortMs) return;
  shortQueue.shift();
  if (outcome !== "done") longQueue.push(task);
}

/** Runs the next active long task. */
function runLong(end: number): void {
  lastLong = (lastLong + 1) % Math.min(longQueue.length, longUnderWayMax);
  if (run(longQueue[lastLong]!, end) === "done") longQueue.splice(lastLong, 1);
}

/** Runs a task until the time slice ends, the task ends, or it yields "long". */
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
