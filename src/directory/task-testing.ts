/** Runs tasks in tests without a scheduler. */
import type { Task } from "./scheduler.ts";

/** Runs a task to its end, and returns its result. */
export function runTask<Result>(task: Task<Result>): Result {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}

/** Counts how often a task yields. */
export function countYields(task: Task<unknown>): number {
  let yields = 0;
  while (!task.next().done) yields++;
  return yields;
}
