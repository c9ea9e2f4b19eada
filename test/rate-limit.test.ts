/** The rate limit by client address, on real sockets. A limit by the minute does not recover while a test runs. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server, waitFor } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";
import { askOnce, headerOf, type WireAnswer } from "./support/wire.ts";

const folder = makeFolder();
afterAll(folder.remove);

function serve(...args: readonly string[]): Promise<Server> {
  const own = join(folder.path, crypto.randomUUID());
  mkdirSync(own);
  return startSampleServer([...args], { folder: own });
}

/** Sends a request on a connection of its own. */
async function ask(
  origin: string,
  target = "/teachers/?limit=1",
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<WireAnswer> {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const answer = await askOnce(origin, `${method} ${target} HTTP/1.1\r\n${head}\r\n`, { isHead: method === "HEAD" });
  if (answer === null) throw new Error("No answer");
  return answer;
}

/** The statuses of requests that clients send one after the other, each by its X-Forwarded-For. */
async function askFor(origin: string, clients: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const client of clients) {
    statuses.push((await ask(origin, undefined, client === "" ? {} : { "X-Forwarded-For": client })).status);
  }
  return statuses;
}

describe("--rate-limit", () => {
  test("answers 429 with Retry-After beyond it, in each form, and never for probes", async () => {
    await using server = await serve("--rate-limit", "3/m");
    const { origin } = server;
    for (let i = 0; i < 20; i++) expect((await ask(origin, i % 2 === 0 ? "/livez" : "/readyz?a=1")).status).toBe(200);
    expect(await askFor(origin, ["", "", "", "", ""])).toEqual([200, 200, 200, 429, 429]);

    const refused = await ask(origin);
    expect(JSON.parse(new TextDecoder().decode(refused.body))).toEqual({
      type: "about:blank",
      title: "Too Many Requests",
      status: 429,
      detail: "Too many requests from this address; try again later.",
    });
    expect(Number(headerOf(refused, "retry-after"))).toBeWithin(1, 21);
    expect(headerOf(refused, "cache-control")).toBe("no-store");
    expect(headerOf(refused, "access-control-allow-origin")).toBe("*");
    const page = await ask(origin, "/teachers/", { Accept: "text/html", "Accept-Language": "uk" });
    expect([page.status, new TextDecoder().decode(page.body)]).toEqual([
      429,
      expect.stringContaining("Спробуйте ще раз за хвилину."),
    ]);
    const others = [
      await ask(origin, "/teachers/?format=csv"),
      await ask(origin, "/teachers/1.json"),
      await ask(origin, "/nope"),
      await ask(origin, "/teachers/?x=/livez"),
      await ask(origin, "/style.css"),
      await ask(origin, "/teachers/", {}, "HEAD"),
      await ask(origin, "/teachers/", {}, "OPTIONS"),
      await ask(origin, "/teachers/", {}, "POST"),
    ];
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 429));
    for (const path of ["/livez", "/readyz"]) expect((await ask(origin, path)).status).toBe(200);
  });

  test("lets a client go on once it has waited", async () => {
    await using server = await serve("--rate-limit", "5/s");
    const statuses = await askFor(server.origin, Array(50).fill(""));
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    await waitFor(
      async () => (await ask(server.origin)).status,
      (status) => status === 200,
    );
  });

  test("is off by default", async () => {
    await using server = await serve();
    const statuses = await Promise.all(
      Array.from({ length: 500 }, () => fetch(`${server.origin}/teachers/`).then(({ status }) => status)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("applies to each worker, so a client gets at most the rate times the number of workers", async () => {
    await using server = await serve("--rate-limit", "5/m", "--workers", "2");
    const statuses = await askFor(server.origin, Array(40).fill(""));
    const allowed = statuses.filter((status) => status === 200).length;
    expect(allowed).toBeWithin(5, 11);
    expect(statuses.filter((status) => status === 429).length).toBe(40 - allowed);
  });
});

describe("--trusted-proxy", () => {
  test("counts each client behind it separately, and ignores invented addresses", async () => {
    await using server = await serve(
      "--rate-limit",
      "1/m",
      "--trusted-proxy",
      "127.0.0.0/8",
      "--trusted-proxy",
      "10.0.0.1",
    );
    const clients = [
      ["192.0.2.1", 200],
      ["192.0.2.1", 429],
      ["192.0.2.2", 200],
      ["203.0.113.1, 192.0.2.2", 429],
      ["203.0.113.2, 192.0.2.3", 200],
      ["192.0.2.3, 10.0.0.1", 429],
      ["192.0.2.4, 10.0.0.2", 200],
      ["192.0.2.5, 10.0.0.2", 429],
      ["2001:db8:1:1::1", 200],
      ["2001:db8:1:1:ffff::2", 429],
      ["2001:db8:1:2::1", 200],
      ["", 200],
      ["", 429],
      ["nonsense", 429],
      ["10.0.0.1, 127.0.0.9", 429],
    ] as const;
    const statuses = await askFor(
      server.origin,
      clients.map(([client]) => client),
    );
    expect(clients.map(([client], i) => [client, statuses[i]])).toEqual(
      clients.map(([client, status]) => [client, status]),
    );
  });

  test("is the only proxy that is trusted", async () => {
    await using server = await serve("--rate-limit", "1/m", "--trusted-proxy", "192.0.2.9");
    expect(await askFor(server.origin, ["198.51.100.1", "198.51.100.2"])).toEqual([200, 429]);
  });

  test.skipIf(findPart("the address ::1") === null)("is found on a socket of both versions", async () => {
    await using server = await serve(
      ...["--host", "::", "--base-url", "http://localhost", "--rate-limit", "1/m", "--trusted-proxy", "127.0.0.1 ::1"],
    );
    for (const host of ["127.0.0.1", "[::1]"]) {
      const origin = server.origin.replace("[::]", host);
      expect([host, await askFor(origin, ["192.0.2.1", "192.0.2.1", `192.0.2.${host.length}`])]).toEqual([
        host,
        host === "127.0.0.1" ? [200, 429, 200] : [429, 429, 200],
      ]);
    }
  });
});
