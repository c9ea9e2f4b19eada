import { describe, expect, test } from "bun:test";
import { createClientFinder, isNetwork } from "./client-address.ts";

describe("createClientFinder()", () => {
  const proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48", "::1"];
  test.each<[what: string, connection: string, forwardedFor: string | null, client: string]>([
    ["a client without a proxy", "192.0.2.1", null, "192.0.2.1"],
    ["IPv4 on a socket of both versions", "::ffff:192.0.2.1", null, "192.0.2.1"],
    ["the first 64 bits of IPv6", "2001:db8:2:3:4:5:6:7", null, "2001:db8:2:3"],
    ["a link-local address with its zone", "fe80::1%eth0", null, "fe80:0:0:0"],
    ["a header from a client that is not a trusted proxy", "192.0.2.1", "198.51.100.9", "192.0.2.1"],
    ["the client of a proxy", "127.0.0.1", "198.51.100.9", "198.51.100.9"],
    ["the client of a proxy by IPv6", "::1", "2001:db8:2:3::9", "2001:db8:2:3"],
    ["the client of a proxy on a socket of both versions", "::ffff:10.1.2.3", "198.51.100.9", "198.51.100.9"],
    ["a chain of proxies", "127.0.0.1", "198.51.100.9, 10.1.1.1,2001:db8:1::5", "198.51.100.9"],
    ["an invented address", "127.0.0.1", "203.0.113.7, 198.51.100.9", "198.51.100.9"],
    ["an invented chain", "127.0.0.1", "10.0.0.1, 198.51.100.9, 10.0.0.2", "198.51.100.9"],
    ["an invented word", "127.0.0.1", "unknown, 198.51.100.9", "198.51.100.9"],
    ["a proxy that hides its client", "127.0.0.1", "unknown", "127.0.0.1"],
    ["a proxy that sends no header", "127.0.0.1", null, "127.0.0.1"],
    ["an empty header", "127.0.0.1", "", "127.0.0.1"],
    ["proxies alone", "127.0.0.1", "10.0.0.1, 10.0.0.2", "127.0.0.1"],
    ["a chain that hides its client", "127.0.0.1", "unknown, 10.0.0.2", "127.0.0.1"],
    ["an address with a port", "127.0.0.1", "198.51.100.9:5000", "198.51.100.9"],
    ["IPv6 with a port", "127.0.0.1", "[2001:db8:2:3::9]:5000", "2001:db8:2:3"],
    ["IPv6 in brackets", "127.0.0.1", "[2001:db8:2:3::9]", "2001:db8:2:3"],
    ["a number that is not an address", "127.0.0.1", "3232235777", "127.0.0.1"],
    ["another form of an address", "127.0.0.1", "0x7f.1", "127.0.0.1"],
    ["a socket without an address", "", null, ""],
  ])("finds %s", (_, connection, forwardedFor, client) => {
    expect(createClientFinder(proxies)(connection, forwardedFor)).toBe(client);
  });

  test("trusts no proxy by default", () => {
    expect(createClientFinder([])("127.0.0.1", "198.51.100.9")).toBe("127.0.0.1");
  });

  test("recognises a proxy by an IPv4-mapped address", () => {
    expect(createClientFinder(["::ffff:10.0.0.0/104"])("10.1.2.3", "198.51.100.9")).toBe("198.51.100.9");
  });
});

test.each<[text: string, isOne: boolean]>([
  ["10.0.0.1", true],
  ["10.0.0.0/8", true],
  ["0.0.0.0/0", false],
  ["10.0.0.0/0", false],
  ["::/0", false],
  ["::ffff:0.0.0.0/96", false],
  ["::ffff:10.0.0.0/104", true],
  ["2001:db8::/32", true],
  ["::1", true],
  ["10.0.0.0/33", false],
  ["::/129", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0.0/-1", false],
  ["10.1", false],
  ["fe80::1%eth0", false],
  ["proxy.example.edu", false],
  ["", false],
])("isNetwork(%j) is %p", (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});
