/** Long work in slices, so that requests that come meanwhile do not wait for it. */

/** How long a slice may take before others have their turn. */
const sliceMs = 5;

/** Work that pauses itself every now and then; a pause costs next to nothing. */
export type Pausing<Result> = Generator<void, Result>;

/** Steps between two pauses of a loop over teachers: some microseconds, or a few milliseconds where each step is slow. */
export const stepsBetweenPauses = 512;

interface Waiting {
  /** Takes a step; true when the work is done. */
  step(): boolean;
}

/** Work that took longer than its first slice, all of this process; it goes on in turns. */
const waiting: Waiting[] = [];

/**
 * Runs the work: to its end at once where that takes less than a slice, or else slice by slice. However much work there
 * is, only one slice of it stands between two turns of the event loop.
 */
export function runInSlices<Result>(work: Pausing<Result>): Result | Promise<Result> {
  const end = performance.now() + sliceMs;
  // While other work waits, a whole slice for everyone who comes would add up to a long wait for all; a step is enough
  // for most.
  do {
    const { done, value } = work.next();
    if (done) return value as Result;
  } while (waiting.length === 0 && performance.now() < end);
  return new Promise<Result>((resolve, reject) => {
    if (waiting.length === 0) setImmediate(runTurn);
    waiting.push({
      step() {
        try {
          const { done, value } = work.next();
          if (done) resolve(value as Result);
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      },
    });
  });
}

/** Gives the work that waits longest a slice, and what is left of it if it ends sooner to the next. */
function runTurn(): void {
  const end = performance.now() + sliceMs;
  while (waiting.length > 0 && performance.now() < end) {
    const first = waiting.shift()!;
    let isDone = false;
    while (!isDone && performance.now() < end) isDone = first.step();
    if (!isDone) waiting.push(first);
  }
  if (waiting.length > 0) setImmediate(runTurn);
}
