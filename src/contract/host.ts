/** The Host header: whether it is accepted, and the base URL of links. */
import { isIPv4 } from "node:net";
import { clip, Problem } from "./problems.ts";

/** Whether a host name or address, in lower case, is a loopback one. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** {@link findBase} with its last result cached, since nearly all requests have the same Host. */
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
 * The URL that links start with: the base URL, or without one `http://` and the Host of the request, which must then be
 * a loopback name. Throws `badHost`. Two Host headers arrive joined by a comma, so they are malformed (RFC 9112,
 * section 3.2).
 */
export function findBase(host: string | null, baseUrl: string | null): string {
  if (host !== null) {
    const name = parseHost(host);
    if (name === null) {
      throw new Problem("badHost", {
        detail: `Host: "${clip(host)}" is malformed; send one host name or address with an optional port.`,
      });
    }
    if (baseUrl === null && !isLoopback(name)) {
      throw new Problem("badHost", {
        detail: `Host: "${clip(host)}" is unknown; use localhost or a loopback address.`,
      });
    }
  }
  if (baseUrl !== null) return baseUrl;
  if (host === null)
    throw new Problem("badHost", { detail: "The Host header is missing; send one host name or address." });
  return `http://${host}`;
}

/** The host name or address without brackets and port, in lower case; null if malformed (RFC 3986, section 3.2.2). */
function parseHost(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._~-]{1,255}))(?::(\d{0,5}))?$/.exec(host.toLowerCase());
  if (match === null || Number(match[3] ?? 0) > 65535) return null;
  return match[1] ?? match[2] ?? null;
}
