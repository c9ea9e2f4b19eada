/** Long work in slices, so that requests that come meanwhile do not wait for it. */

/** How long a slice may take before others have their turn. */
const sliceMs = 5;

/** Work that pauses itself every now and then; a pause costs next to nothing. */
export type Pausing<Result> = Generator<void, Result>;

/** Steps between two pauses of a loop over teachers: some 10 to 100 microseconds. */
export const stepsBetweenPauses = 4096;

/** Runs the work: to its end at once where that takes less than a slice, or else slice by slice. */
export function runInSlices<Result>(work: Pausing<Result>): Result | Promise<Result> {
  const first = runSlice(work);
  return first.done ? first.value : finishInSlices(work);
}

async function finishInSlices<Result>(work: Pausing<Result>): Promise<Result> {
  for (;;) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    const step = runSlice(work);
    if (step.done) return step.value;
  }
}

function runSlice<Result>(work: Pausing<Result>): IteratorResult<void, Result> {
  let step = work.next();
  if (step.done) return step;
  const end = performance.now() + sliceMs;
  while (!step.done && performance.now() < end) step = work.next();
  return step;
}
