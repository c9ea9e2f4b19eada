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

export interface RateLimit {
  /** Counts a request. Throws `tooManyRequests` if its client has sent too many. */
  check(request: Request): void;
  /** Counts a request that was let through as so many more. Only later ones are refused for it. */
  charge(request: Request, more: number): void;
}

/** Creates the rate limit; undefined without one. `findConnection` gives the address of the connection of a request. */
export function createRateLimit(
  { rateLimit, trustedProxies }: RateLimitOptions,
  findConnection: (request: Request) => string,
): RateLimit | undefined {
  if (rateLimit === null) return undefined;
  const limiter = createRateLimiter(rateLimit);
  const findTrusted = createClientFinder(trustedProxies);
  const findClient = (request: Request): string =>
    findTrusted(findConnection(request), request.headers.get("x-forwarded-for"));
  return {
    check(request) {
      const waitMs = limiter.count(findClient(request), performance.now());
      if (waitMs === 0) return;
      throw new Problem("tooManyRequests", { headers: { "Retry-After": String(Math.ceil(waitMs / 1000)) } });
    },
    charge(request, more) {
      if (more > 0) limiter.charge(findClient(request), more, performance.now());
    },
  };
}

/** A client may send so many requests at once, and in each period again. */
export interface Rate {
  readonly requests: number;
  readonly periodMs: number;
}

/** The most clients that are remembered, a few megabytes. Those that were not seen for longest are forgotten first. */
const clientsMaxDefault = 50_000;

interface RateLimiter {
  /**
   * Counts a request. Returns 0 if it is within the rate, otherwise for how many milliseconds the client must wait; such a request
   * does not count.
   */
  count(client: string, nowMs: number): number;
  /** Counts so many more, whether they are within the rate or not. */
  charge(client: string, more: number, nowMs: number): void;
}

/** Creates the counts of all clients. Times are those of a clock that never goes back. */
export function createRateLimiter({ requests, periodMs }: Rate, clientsMax = clientsMaxDefault): RateLimiter {
  const intervalMs = periodMs / requests;
  /** How far the due time may be ahead, so that a full period of requests is accepted at once. */
  const aheadMs = periodMs - intervalMs;
  /** When the next request of each client would be due if they were evenly spaced. */
  const dueTimes = new LRUCache<string, number>({ max: clientsMax });
  const findDue = (client: string, nowMs: number): number => Math.max(dueTimes.get(client) ?? 0, nowMs);
  return {
    count(client, nowMs) {
      const dueMs = findDue(client, nowMs);
      const waitMs = dueMs - nowMs - aheadMs;
      // Sums of fractions are inexact.
      if (waitMs > 1e-6) return waitMs;
      dueTimes.set(client, dueMs + intervalMs);
      return 0;
    },
    charge: (client, more, nowMs) => void dueTimes.set(client, findDue(client, nowMs) + more * intervalMs),
  };
}
