/** The settings of the rate limit. */
import type { Rate } from "../../http/rate-limiter.ts";
import { setting } from "./setting.ts";

/** The most requests of a rate. */
const requestsMax = 1_000_000;
const periodsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000 };

export const rateSettings = {
  rateLimit: setting({
    flag: "rate-limit",
    placeholder: "N/s",
    help: "how many requests each client address may send to each process, as N/s or N/m; further requests get 429. By default there is no limit",
    default: null,
    accepted: `a rate; expected N/s or N/m with N from 1 to ${requestsMax}`,
    parse: parseRate,
  }),
  trustedProxy: setting({
    flag: "trusted-proxy",
    placeholder: "NETWORK",
    isRepeatable: true,
    help: "an address of a proxy, such as 10.0.0.1, whose X-Forwarded-For names the client; repeat it, or separate several by spaces. A network is possible if no client has an address in it: such a client could claim any other",
    default: null,
    accepted:
      "a list of IP addresses, such as 10.0.0.1, or networks, such as 2001:db8::/64; /0 would trust every client",
    parse: parseNetworks,
  }),
} as const;

function parseRate(text: string): Rate | undefined {
  const [, digits, unit] = /^(\d{1,7})\/([sm])$/.exec(text) ?? [];
  const requests = Number(digits);
  return requests >= 1 && requests <= requestsMax ? { requests, periodMs: periodsMs[unit!]! } : undefined;
}

function parseNetworks(text: string): readonly string[] | undefined {
  // Loaded here, because few services are behind a proxy that they trust.
  const { isNetwork } = require("../../http/client-address.ts") as typeof import("../../http/client-address.ts");
  const networks = text.split(/[\s,]+/);
  return networks.every(isNetwork) ? networks : undefined;
}
