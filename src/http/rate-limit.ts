/** The rate limit of a server: which requests are refused. */
import { LRUCache } from "lru-cache";
import { Problem } from "../contract/problems.ts";
import { createClientFinder } from "./client-address.ts";

export interface RateLimitOptions {
  /** How many requests each client may send; null for no limit. */
  readonly rateLimit: Rate | null;
  /** The addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/** Counts a request. Throws `tooManyRequests` if its client has sent too many. */
export type CheckRate = (request: Request) => void;

/** Creates the check; undefined without a limit. `findConnection` gives the address of the connection of a request. */
export function createRateCheck(
  { rateLimit, trustedProxies }: RateLimitOptions,
  findConnection: (request: Request) => string,
): CheckRate | undefined {
  if (rateLimit === null) return undefined;
  const limit = createRateLimiter(rateLimit);
  const findClient = createClientFinder(trustedProxies);
  return (request) => {
    const client = findClient(findConnection(request), request.headers.get("x-forwarded-for"));
    const waitMs = limit(client, performance.now());
    if (waitMs === 0) return;
    throw new Problem("tooManyRequests", { headers: { "Retry-After": String(Math.ceil(waitMs / 1000)) } });
  };
}

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
