/** The rate limit of a server: which requests are refused. */
import { Problem } from "../contract/problems.ts";
import { createClientFinder } from "./client-address.ts";
import { createRateLimiter, type Rate } from "./rate-limiter.ts";

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
