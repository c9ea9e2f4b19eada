/** When an image that could not be built is tried again, and why it could not. */
import { describeSystemError } from "./system-error.ts";

export interface BuildRetry {
  /** How long to wait before the image of this publication is built, in milliseconds; 0 for one that has not failed. */
  waitMs(publicationId: string): number;
  /** Takes note of a failure, and gives how long to wait before the next try. */
  fail(publicationId: string, error: Error): number;
  /** Has the next try made at once. */
  hurry(): void;
  /** Forgets the failure: the image was built, or is not wanted any more. */
  clear(): void;
  /** Why the last try failed, as a sentence that may be shown to everybody; null where it did not. */
  reason(): string | null;
}

const firstMs = 300;
const mostMs = 60_000;
const reasonMax = 200;

export function createBuildRetry(now: () => number = performance.now.bind(performance)): BuildRetry {
  let failure: { readonly id: string; readonly tries: number; readonly reason: string } | null = null;
  let retryAt = 0;
  return {
    waitMs: (id) => (failure?.id === id ? Math.max(0, retryAt - now()) : 0),
    fail(id, error) {
      const tries = failure?.id === id ? failure.tries + 1 : 1;
      failure = { id, tries, reason: summarize(error) };
      const waitMs = Math.min(firstMs * 2 ** (tries - 1), mostMs);
      retryAt = now() + waitMs;
      return waitMs;
    },
    hurry() {
      retryAt = 0;
    },
    clear() {
      failure = null;
    },
    reason: () => failure?.reason ?? null,
  };
}

/** The first line of a message as a sentence, without the URLs and paths in it, which are for the log alone. */
function summarize({ message }: Error): string {
  const [line] = message.replace(/^The builder ended with \d+: (?:teachers: )?/, "").split("\n");
  const text = describeSystemError(new Error(line))
    .replace(/\b(?:sqlite|postgres(?:ql)?):\S+?(?=:?(?:\s|$))/g, "the database")
    .replace(/'\/[^']*'|(?<!\S)\/[^\s:]+/g, "a file")
    .slice(0, reasonMax);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
