/** Limits the rate of requests by client (generic cell rate algorithm, ITU-T I.371). */
import { LRUCache } from "lru-cache";

/** A client may send so many requests at once, and in each period again. */
export interface Rate {
  readonly requests: number;
  readonly periodMs: number;
}

/** The most clients that are remembered, a few megabytes. Those that were not seen for longest are forgotten first. */
const clientsMaxDefault = 50_000;

/**
 * Creates a function that counts a request of a client, with the time of a clock that never goes back. It returns 0 if the
 * request is within the rate, otherwise for how many milliseconds the client must wait; such a request does not count.
 */
export function createRateLimiter(
  { requests, periodMs }: Rate,
  clientsMax = clientsMaxDefault,
): (client: string, nowMs: number) => number {
  const intervalMs = periodMs / requests;
  /** How far the due time may be ahead, so that a full period of requests is accepted at once. */
  const aheadMs = periodMs - intervalMs;
  /** When the next request of each client would be due if they were evenly spaced. */
  const dueTimes = new LRUCache<string, number>({ max: clientsMax });
  return (client, nowMs) => {
    const dueMs = Math.max(dueTimes.get(client) ?? 0, nowMs);
    const waitMs = dueMs - nowMs - aheadMs;
    // Sums of fractions are inexact.
    if (waitMs > 1e-6) return waitMs;
    dueTimes.set(client, dueMs + intervalMs);
    return 0;
  };
}
