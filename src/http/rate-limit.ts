/** The rate limit of a server: decides which requests are refused. */
import { LRUCache } from "lru-cache";
import { Problem } from "../contract/problems.ts";
import { createClientFinder } from "./client-address.ts";

export interface RateLimitOptions {
  /** How many requests each client may send; null for no limit. */
  readonly rateLimit: Rate | null;
  /** The addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
}

export interface RateLimit {
  /** Counts a request. Throws `tooManyRequests` if its client has sent too many. */
  check(request: Request): void;
  /**
   * Counts `more` requests in addition to an accepted one. The accepted request is still answered; only later ones may
   * be refused.
   */
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

/** A client may send this many requests in each period, even all at once. */
export interface Rate {
  readonly requests: number;
  readonly periodMs: number;
}

/** At most this many clients are kept, in a few megabytes. The least recently seen are dropped first. */
const clientsMaxDefault = 50_000;

/** Creates the counters of all clients. `nowMs` is the time of a monotonic clock. */
export function createRateLimiter({ requests, periodMs }: Rate, clientsMax = clientsMaxDefault) {
  const intervalMs = periodMs / requests;
  /** The due time may be this far ahead, so that a full period of requests is accepted at once. */
  const aheadMs = periodMs - intervalMs;
  /** When the next request of each client would be due if its requests were evenly spaced. */
  const dueTimes = new LRUCache<string, number>({ max: clientsMax });
  const findDue = (client: string, nowMs: number): number => Math.max(dueTimes.get(client) ?? 0, nowMs);
  return {
    /**
     * Counts a request that is within the rate, and returns 0. Otherwise returns how long the client must wait, in
     * milliseconds.
     */
    count(client: string, nowMs: number): number {
      const dueMs = findDue(client, nowMs);
      const waitMs = dueMs - nowMs - aheadMs;
      // Tolerates rounding errors.
      if (waitMs > 1e-6) return waitMs;
      dueTimes.set(client, dueMs + intervalMs);
      return 0;
    },
    /** Counts `more` requests, even if they exceed the rate. */
    charge: (client: string, more: number, nowMs: number) =>
      void dueTimes.set(client, findDue(client, nowMs) + more * intervalMs),
  };
}
