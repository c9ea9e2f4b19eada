/** Long work in slices, so that requests that come meanwhile do not wait for it. */

/** How long a slice may take before others have their turn. */
const sliceMs = 2;

/**
 * Work that pauses itself every now and then; a pause costs next to nothing. Before it takes megabytes it says that it is
 * heavy, and goes on when it is one of the few that are under way.
 */
export type Pausing<Result> = Generator<undefined | "heavy", Result>;

/** Steps between two pauses of a loop over teachers: some microseconds, or a few milliseconds where each step is slow. */
export const stepsBetweenPauses = 512;

/** Thrown in place of a result: too much work is waiting, or nobody waits for this piece any more. */
export class OverloadError extends Error {}

/** Work that took longer than its first slice. */
interface Waiting {
  isWanted(): boolean;
  /** Takes a step, and says what it came to where it was no common one. */
  step(): undefined | "heavy" | "done";
  /** Gives it up. */
  drop(): void;
  /** What its turns have taken so far. */
  spentMs: number;
}

/** Work of this process that has had few turns or none, and goes first: most of it is soon done. */
const young: Waiting[] = [];
/** Work that has had so many that it may take long, or is heavy; it has every second turn at least. */
const old: Waiting[] = [];

/** How much time work has before it counts as old. */
const youngMs = 10;

/** How many old ones have turns at a time: under way each may hold megabytes, and in wait next to nothing. */
const oldMax = 4;

/** How much work may wait in all: more would make everybody wait for seconds, and hold what it has found so far. */
const waitingMax = 256;

/** Whose turn of the old ones it is, and whether it is theirs at all. */
let oldTurn = 0;
let isTurnOfOld = false;

let isTurnPlanned = false;
/** Until when work that comes before the next turn may begin at once: all of it together has a slice. 0 for none yet. */
let arrivalsEnd = 0;

/**
 * Runs the work: to its end at once where that takes less than a slice, or else slice by slice. However much work there
 * is and comes, it takes two slices at most between two turns of the event loop. Work that waits is given up once it is
 * not wanted. Throws {@link OverloadError}, or rejects with it.
 */
export function runInSlices<Result>(work: Pausing<Result>, isWanted = (): boolean => true): Result | Promise<Result> {
  const start = performance.now();
  if (arrivalsEnd === 0) arrivalsEnd = start + sliceMs;
  planTurn();
  let now = start;
  let isHeavy = false;
  while (!isHeavy && now < arrivalsEnd) {
    const { done, value } = work.next();
    if (done) return value as Result;
    isHeavy = value === "heavy";
    now = performance.now();
  }
  if (young.length + old.length >= waitingMax) throw new OverloadError("Too much work is waiting");
  return new Promise<Result>((resolve, reject) => {
    (isHeavy ? old : young).push({
      isWanted,
      spentMs: now - start,
      step() {
        try {
          const { done, value } = work.next();
          if (done) resolve(value as Result);
          return done ? "done" : value;
        } catch (error) {
          reject(error);
          return "done";
        }
      },
      drop: () => reject(new OverloadError("Nobody waits for this any more")),
    });
  });
}

function planTurn(): void {
  if (isTurnPlanned) return;
  isTurnPlanned = true;
  setImmediate(runTurn);
}

function isIdle(): boolean {
  return young.length + old.length === 0;
}

/** Gives one after the other a slice's time together. */
function runTurn(): void {
  isTurnPlanned = false;
  arrivalsEnd = 0;
  const end = performance.now() + sliceMs;
  isTurnOfOld = !isTurnOfOld;
  while (!isIdle() && performance.now() < end) {
    if (young.length === 0 || (isTurnOfOld && old.length > 0)) runOld(end);
    else runYoung(end);
  }
  if (!isIdle()) planTurn();
}

/** Runs the one that came first, which is old if that does not finish it in time. */
function runYoung(end: number): void {
  const first = young[0]!;
  const outcome = run(first, end);
  if (outcome === undefined && first.spentMs < youngMs) return;
  young.shift();
  if (outcome !== "done") old.push(first);
}

function runOld(end: number): void {
  oldTurn = (oldTurn + 1) % Math.min(old.length, oldMax);
  if (run(old[oldTurn]!, end) === "done") old.splice(oldTurn, 1);
}

/** Takes steps until one is no common one, and gives what it came to, or until time is up. */
function run(work: Waiting, end: number): ReturnType<Waiting["step"]> {
  if (!work.isWanted()) {
    work.drop();
    return "done";
  }
  const start = performance.now();
  let now = start;
  let outcome: ReturnType<Waiting["step"]>;
  while (outcome === undefined && now < end) {
    outcome = work.step();
    now = performance.now();
  }
  work.spentMs += now - start;
  return outcome;
}
