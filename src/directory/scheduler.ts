/** The cooperative scheduler: long tasks run in time slices, so that other requests do not wait for them. */

/** The length of a time slice. Each iteration of the event loop has one for queued tasks, and at most one for arriving tasks. */
const sliceMs = 0.5;

/**
 * In how many time slices the first task of the queue runs before the next task has its turn. Slices are counted instead of
 * milliseconds: a pause of the whole process would use up a turn, and a short task would count as a heavy one.
 */
const slicesPerTurn = 8;

/** The most heavy tasks in the queue. Each may hold megabytes; those that wait for a slot hold little. */
const heavyMax = 4;
/** The most tasks that wait. More would delay every client by seconds. */
const waitingMax = 256;

/**
 * A task yields every few hundred steps, which costs almost nothing. It yields "heavy" before it allocates megabytes, and
 * continues when it is one of the few heavy tasks in the queue.
 */
export type Task<Result> = Generator<undefined | "heavy", Result>;

/** Steps between two yields of a loop over teachers: microseconds, or a few hundred microseconds for slow steps. */
export const stepsBetweenYields = 512;

/** Thrown if too many tasks are queued. */
export class OverloadError extends Error {}

/** A task that did not finish when it arrived. */
interface QueuedTask {
  isWanted(): boolean;
  /** Runs to the next yield. */
  step(): undefined | "heavy" | "done";
  /** Rejects the result with an AbortError. */
  abandon(): void;
  /** The time slices in which it has run in this turn. */
  slices: number;
  /** Whether it has used up a turn, or has yielded "heavy". */
  isHeavy: boolean;
}

/** Tasks that take turns, first in, first out. */
const queue: QueuedTask[] = [];
/** Heavy tasks that wait for a slot in the queue, first in, first out. */
const heavyWaiting: QueuedTask[] = [];
/** The number of heavy tasks in the queue. */
let heavyQueued = 0;
/** The number of tasks that were refused so far. */
let refused = 0;

let isSliceScheduled = false;
/** When the time slice for arriving tasks ends; 0 if none has arrived in this iteration of the event loop. */
let arrivalsEnd = 0;

/**
 * Runs a task at once if it finishes in the time slice for arriving tasks, or in one step while others wait. Otherwise it
 * is queued. A queued task is dropped once `isWanted` returns false: its promise rejects with an AbortError. Throws
 * {@link OverloadError}.
 */
export function runTask<Result>(task: Task<Result>, isWanted = (): boolean => true): Result | Promise<Result> {
  let now = performance.now();
  if (arrivalsEnd === 0) arrivalsEnd = now + sliceMs;
  scheduleSlice();
  let isHeavy = false;
  while (!isHeavy && now < arrivalsEnd) {
    const { done, value } = task.next();
    if (done) return value as Result;
    isHeavy = value === "heavy";
    if (countQueued() > 0) break;
    now = performance.now();
  }
  if (countQueued() >= waitingMax) {
    refused++;
    throw new OverloadError("Too many tasks are waiting");
  }
  return new Promise<Result>((resolve, reject) => {
    enqueue({
      isWanted,
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
      slices: 0,
      isHeavy,
    });
  });
}

function countQueued(): number {
  return queue.length + heavyWaiting.length;
}

/** The tasks of this process that wait, and those that were refused so far. */
export function countTasks(): { readonly waiting: number; readonly refused: number } {
  return { waiting: countQueued(), refused };
}

function enqueue(task: QueuedTask): void {
  if (task.isHeavy && heavyQueued >= heavyMax) {
    heavyWaiting.push(task);
    return;
  }
  if (task.isHeavy) heavyQueued++;
  queue.push(task);
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
  while (queue.length > 0 && performance.now() < end) runFirst(end);
  if (queue.length > 0) scheduleSlice();
}

/** Runs the first task until the time slice or its turn ends. After its turn it is heavy, and queues again. */
function runFirst(end: number): void {
  const task = queue[0]!;
  const outcome = run(task, end);
  if (outcome === undefined && task.slices < slicesPerTurn) return;
  queue.shift();
  if (task.isHeavy) heavyQueued--;
  if (outcome !== "done") {
    task.isHeavy = true;
    task.slices = 0;
    enqueue(task);
  }
  if (heavyWaiting.length > 0 && heavyQueued < heavyMax) enqueue(heavyWaiting.shift()!);
}

/** Runs a task until the time slice ends, the task ends, or it yields "heavy". */
function run(task: QueuedTask, end: number): ReturnType<QueuedTask["step"]> {
  if (!task.isWanted()) {
    task.abandon();
    return "done";
  }
  task.slices++;
  let outcome: ReturnType<QueuedTask["step"]>;
  do outcome = task.step();
  while (outcome === undefined && performance.now() < end);
  return outcome;
}
