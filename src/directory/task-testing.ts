/** Tasks in tests: run to their end by hand. */
import type { Task } from "./scheduler.ts";

/** How often a task yields. */
export function countYields(task: Task<unknown>): number {
  let yields = 0;
  while (!task.next().done) yields++;
  return yields;
}
