/** Retries: delays after consecutive failures, and the state of an image build that failed. */
import { describeSystemError } from "../log/log.ts";

/** The delay after one or more consecutive failures. The last delay repeats. */
export function delayAfter(failures: number, delaysMs: readonly [number, ...number[]]): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1]!;
}

const delayMinMs = 300;
const delayMaxMs = 60_000;
const reasonMax = 200;

export function createBuildRetry(now: () => number = performance.now.bind(performance)) {
  let failure: { id: string; delayMs: number; retryAt: number; reason: string } | null = null;
  return {
    /** The delay before the build of this publication, in milliseconds; 0 if it has not failed. */
    waitMs: (id: string): number => (failure?.id === id ? Math.max(0, failure.retryAt - now()) : 0),
    /** Records a failure, and returns the delay before the next attempt, in milliseconds. */
    fail(id: string, error: Error): number {
      const delayMs = failure?.id === id ? Math.min(failure.delayMs * 2, delayMaxMs) : delayMinMs;
      failure = { id, delayMs, retryAt: now() + delayMs, reason: summarize(error) };
      return delayMs;
    },
    /** Makes the next attempt due at once. */
    makeDue(): void {
      if (failure !== null) failure.retryAt = 0;
    },
    /** Forgets the failure, because the image was built or is no longer needed. */
    clear(): void {
      failure = null;
    },
    /**
     * The reason for the last failure, as a sentence that is safe to publish; null if the last attempt did not fail.
     */
    reason: (): string | null => failure?.reason ?? null,
  };
}

/** The first line of a message as a sentence, without its URLs and paths, which belong in the log only. */
function summarize({ message }: Error): string {
  const [line] = message.split("\n");
  const text = describeSystemError(new Error(line))
    .replace(/\b(?:sqlite|postgres(?:ql)?):\S+?(?=:?(?:\s|$))/g, "the database")
    .replace(/'\/[^']*'|(?<!\S)\/[^\s:]+/g, "a file")
    .slice(0, reasonMax);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
