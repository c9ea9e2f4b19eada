/** Finds the address of a client: the address of the connection, or the one that a trusted proxy forwarded. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether the text is an IP address or a network in CIDR notation that does not cover all addresses. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) && parseNetwork(text)[1] > 0;
}

/**
 * Creates a function that finds the key of a client from the address of the connection and X-Forwarded-For. The key is
 * the address for IPv4, and its first 64 bits for IPv6, because a client has at least a /64. Each proxy appends the
 * address of its peer, so the list is read from the right, up to the first address that is not a trusted proxy.
 * Addresses further left may be forged. If all addresses are trusted proxies, the address of the connection is used.
 */
export function createClientFinder(
  trustedProxies: readonly string[],
): (connection: string, forwardedFor: string | null) => string {
  const trusted = trustedProxies.map(parseNetwork);
  const isTrusted = (address: Address): boolean =>
    trusted.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return (connection, forwardedFor) => {
    const peer = parseAddress(connection);
    if (peer === null) return connection;
    let address = peer;
    const hops = forwardedFor?.split(",") ?? [];
    while (hops.length > 0 && isTrusted(address)) {
      const previous = parseAddress(withoutPort(hops.pop()!.trim()));
      if (previous === null) break;
      address = previous;
    }
    return keyOf(isTrusted(address) ? peer : address);
  };
}

/** An IPv4-mapped IPv6 address, as dual-stack sockets report it, counts as IPv4. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function parseNetwork(text: string): [Address, number] {
  const [network, bits] = ipaddr.parseCIDR(text.includes("/") ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`);
  if (network.kind() === "ipv6" && bits >= 96 && (network as ipaddr.IPv6).isIPv4MappedAddress()) {
    return [(network as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [network, bits];
}

/** Some proxies forward the port too: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function keyOf(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return parts.map((part) => part.toString(16)).join(":");
}
