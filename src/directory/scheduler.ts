/** The cooperative scheduler: long tasks run in time slices, so that other requests do not wait for them. */

/**
 * The length of a time slice. An iteration of the event loop has one slice for queued tasks, and at most one for
 * arriving tasks.
 */
const sliceMs = 0.5;

/**
 * A task runs for this many time slices before the next one in the queue. A turn is counted in slices instead of
 * milliseconds, so that a pause of the whole process does not end it.
 */
const slicesPerTurn = 8;

/** At most this many tasks wait. A longer queue would delay every client by seconds. */
const waitingMax = 256;

/** A generator that yields every few hundred steps, so yielding costs almost nothing. */
export type Task<Result> = Generator<undefined, Result>;

/**
 * The number of steps between two yields of a loop over teachers. They take some microseconds, or a few hundred if the
 * steps are slow.
 */
export const stepsBetweenYields = 512;

/**
 * Divides lists into blocks, and yields after every `size` items. Ends early if `visitBlock` returns true. `visitBlock`
 * is a plain function, because a loop in a generator is compiled to slower code.
 */
export function* visitBlocks(
  lists: Iterable<Uint32Array>,
  size: number,
  visitBlock: (list: Uint32Array, from: number, to: number) => unknown,
): Task<void> {
  let left = size;
  for (const list of lists) {
    for (let from = 0; from < list.length; ) {
      const to = Math.min(from + left, list.length);
      if (visitBlock(list, from, to) === true) return;
      left -= to - from;
      from = to;
      if (left > 0) continue;
      left = size;
      yield;
    }
  }
}

/** Thrown if too many tasks are queued. */
export class OverloadError extends Error {}

/** A task that did not finish when it arrived. */
interface QueuedTask {
  isWanted(): boolean;
  /** Runs to the next yield. Returns whether the task has ended. */
  step(): boolean;
  /** Rejects the result with an AbortError. */
  abandon(): void;
}

/** Creates the scheduler of a server. Its queue is a round robin: a task that has used its turn goes to the end. */
export function createScheduler() {
  const queue: QueuedTask[] = [];
  /** The number of time slices that the first task has used in this turn. */
  let slices = 0;
  let refused = 0;
  let isSliceScheduled = false;
  /** The time at which the slice for arriving tasks ends; 0 if none has arrived in this iteration of the event loop. */
  let arrivalsEnd = 0;

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

  /**
   * Runs the first task until the time slice or the task ends. After its turn, the task goes to the end of the queue.
   */
  function runFirst(end: number): void {
    const task = queue[0]!;
    const hasEnded = runUntil(end, task);
    if (!hasEnded && ++slices < slicesPerTurn) return;
    slices = 0;
    queue.shift();
    if (!hasEnded) queue.push(task);
  }

  return {
    /**
     * Runs a task and returns its result if it finishes at once: within the time slice for arriving tasks, or in one
     * step if other tasks wait. Otherwise the task is queued, and a promise is returned. A queued task is dropped once
     * `isWanted` returns false: its promise rejects with an AbortError. Throws {@link OverloadError}.
     */
    run<Result>(task: Task<Result>, isWanted = () => true): Result | Promise<Result> {
      let now = performance.now();
      if (arrivalsEnd === 0) arrivalsEnd = now + sliceMs;
      scheduleSlice();
      while (now < arrivalsEnd) {
        const { done, value } = task.next();
        if (done) return value;
        if (queue.length > 0) break;
        now = performance.now();
      }
      if (queue.length >= waitingMax) {
        refused++;
        throw new OverloadError("Too many tasks are waiting");
      }
      return new Promise((resolve, reject) => {
        queue.push({
          isWanted,
          step() {
            try {
              const { done, value } = task.next();
              if (done) resolve(value);
              return done === true;
            } catch (error) {
              reject(error);
              return true;
            }
          },
          abandon: () =>
            reject(new DOMException("All clients that asked for this result have disconnected", "AbortError")),
        });
      });
    },
    /** The number of tasks that wait. */
    countWaiting: () => queue.length,
    /** The number of tasks that were refused since the start. */
    countRefused: () => refused,
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

/** Returns whether the task has ended. */
function runUntil(end: number, task: QueuedTask): boolean {
  if (!task.isWanted()) {
    task.abandon();
    return true;
  }
  while (!task.step()) if (performance.now() >= end) return false;
  return true;
}
