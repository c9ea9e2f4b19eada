/** The Host header: whether it may be answered, and the origin that links start with. */
import { isIPv4 } from "node:net";
import { clip, Problem } from "./problems.ts";

/** Whether an address or a name, in lower case, means this very machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** As {@link findBase}, which it asks only for another Host than that of the request before: nearly all name the same. */
export function createBaseFinder(baseUrl: string | null): (host: string | null) => string {
  let lastHost: string | null = null;
  let lastBase: string | null = null;
  return (host) => {
    if (lastBase !== null && host === lastHost) return lastBase;
    const base = findBase(host, baseUrl);
    lastHost = host;
    lastBase = base;
    return base;
  };
}

/**
 * What links start with: the base URL, or without one `http://` and the request's own Host, which then must be a
 * loopback name. Throws `badHost`; two Hosts arrive joined by a comma and so are malformed (RFC 9112, section 3.2).
 */
export function findBase(host: string | null, baseUrl: string | null): string {
  if (host !== null) {
    const name = parseHost(host);
    if (name === null) {
      throw new Problem("badHost", {
        detail: `Host: "${clip(host)}" is malformed; send one name or address, and perhaps a port.`,
      });
    }
    if (baseUrl === null && !isLoopback(name)) {
      throw new Problem("badHost", {
        detail: `Host: "${clip(host)}" is not served here; accepted are localhost and loopback addresses.`,
      });
    }
  }
  if (baseUrl !== null) return baseUrl;
  if (host === null) throw new Problem("badHost", { detail: "Host: missing; send one name or address." });
  return `http://${host}`;
}

/** The name or address without brackets and port, in lower case; null where malformed (RFC 3986, section 3.2.2). */
function parseHost(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._~-]{1,255}))(?::(\d{0,5}))?$/.exec(host.toLowerCase());
  if (match === null || Number(match[3] ?? 0) > 65535) return null;
  return match[1] ?? match[2] ?? null;
}
