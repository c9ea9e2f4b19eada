/** The delays between attempts that fail. */

/** The delay after so many consecutive failures, at least one; the last delay repeats. */
export function delayAfter(failures: number, delaysMs: readonly [number, ...number[]]): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1]!;
}
