/** deploy/nginx.conf with its lines for TLS: what browsers are told, and which host names are served. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchAs, makeCertificate } from "./support/certificate.ts";
import { type DeployedNginx, startDeployedNginx } from "./support/deployed-nginx.ts";
import { findPart } from "./support/parts.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, root, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

const [nginxBinary, openssl] = [findPart("nginx"), findPart("openssl")];
const host = "teachers.example.edu";

test.each(["deploy/nginx.conf", "deploy/office-nginx.conf"])("every server of %s listens on IPv6 too", (name) => {
  const listens = (address: RegExp): string[] =>
    [...readFileSync(join(root, name), "utf8").matchAll(address)].map(([, options]) => options!);
  const ipv4 = listens(/^ *(?:#tls )?listen (\d.*);$/gm);
  expect(ipv4.filter((options) => options.startsWith("443"))).toHaveLength(2);
  expect(ipv4.filter((options) => options.startsWith("80"))).toHaveLength(2);
  expect(listens(/^ *(?:#tls )?listen \[::\]:(\d.*);$/gm)).toEqual(ipv4);
});

describe.skipIf(nginxBinary === null || openssl === null)("deploy/nginx.conf with TLS", () => {
  const folder = makeFolder();
  let server: Server;
  /** One in front of a server, one that limits the rate, and one without a server. */
  let [nginx, limited, dead]: DeployedNginx[] = [];

  beforeAll(async () => {
    const tls = makeCertificate(openssl!, folder.path, host);
    server = await startSampleServer(["--base-url", `https://${host}`], { folder: folder.path });
    const port = Number(new URL(server.origin).port);
    const startNginx = (name: string, upstream: number, limit?: "rate"): Promise<DeployedNginx> => {
      mkdirSync(join(folder.path, name));
      return startDeployedNginx(nginxBinary!, join(folder.path, name), [upstream], { tls, ...(limit && { limit }) });
    };
    nginx = await startNginx("nginx", port);
    limited = await startNginx("limited", port, "rate");
    dead = await startNginx("dead", findFreePorts(1)[0]!);
  });
  afterAll(async () => {
    for (const started of [nginx, limited, dead]) await started?.[Symbol.asyncDispose]();
    await server?.stop();
    folder.remove();
  });

  const ask = (path: string, init: RequestInit = {}, at = nginx!): Promise<Response> =>
    fetchAs(at.secureOrigin + path, host, init);
  const preflight = { Origin: "https://a.example", "Access-Control-Request-Method": "GET" };
  const html = { headers: { Accept: "text/html" } };
  const names = (size: number): RequestInit => ({ method: "POST", body: "x".repeat(size) });

  /** The status and the value of the header that tells browsers to use HTTPS only. */
  async function readHsts(answer: Promise<Response>): Promise<readonly [status: number, hsts: string | null]> {
    const response = await answer;
    await response.text();
    return [response.status, response.headers.get("strict-transport-security")];
  }

  test.each<[string, number, string, RequestInit]>([
    ["a list", 200, "/teachers/", {}],
    ["a page", 200, "/teachers/", html],
    ["a document", 200, "/openapi.json", {}],
    ["a preflight", 204, "/teachers/", { method: "OPTIONS", headers: preflight }],
    ["a redirect", 301, "/teachers", {}],
    ["a match", 200, "/teachers/match/", { ...names(3), headers: { "Content-Type": "text/plain" } }],
    ["an error of a server", 404, "/nothing/", {}],
    ["a method that is not allowed", 405, "/teachers/", { method: "DELETE" }],
    ["a body that is too large", 413, "/teachers/match/", names(300_000)],
    ["a URL that is too long for a server", 414, `/teachers/?x=${"y".repeat(9000)}`, {}],
    ["a URL that is too long for nginx", 414, `/teachers/?x=${"y".repeat(15_000)}`, {}],
    ["a header that is too long", 400, "/teachers/", { headers: { "X-Long": "x".repeat(15_000) } }],
  ])("%s, %i, tells browsers to use HTTPS only", async (_, status, path, init) => {
    expect(await readHsts(ask(path, init))).toEqual([status, "max-age=31536000"]);
  });

  test.each([
    ["JSON", {}],
    ["a page", html],
  ])("so do the errors of nginx itself, as %s", async (_, init) => {
    expect(await readHsts(ask("/teachers/", init, dead))).toEqual([502, "max-age=31536000"]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => readHsts(ask("/teachers/", init, limited))));
    expect(answers).toContainEqual([429, "max-age=31536000"]);
  });

  test("plain HTTP only redirects, and says nothing about HTTPS", async () => {
    const plain = await fetchAs(`${nginx!.origin}/teachers/?limit=2`, host);
    expect([plain.status, plain.headers.get("location")]).toEqual([301, `https://${host}/teachers/?limit=2`]);
    expect(plain.headers.get("strict-transport-security")).toBeNull();
  });

  test("no other host name is served", async () => {
    expect(await readHsts(fetchAs(`${nginx!.origin}/teachers/`, "evil.example"))).toEqual([421, null]);
    for (const Host of ["evil.example", "127.0.0.1", `${host}.evil.example`]) {
      expect(await readHsts(ask("/teachers/", { headers: { Host } }))).toEqual([421, "max-age=31536000"]);
    }
    // Without a certificate for the name, there is no connection.
    await expect(fetchAs(`${nginx!.secureOrigin}/teachers/`, "evil.example")).rejects.toThrow();
    await expect(fetch(`${nginx!.secureOrigin}/`, { tls: { rejectUnauthorized: false } })).rejects.toThrow();
  });

  test.skipIf(findPart("the address ::1") === null)("it answers over IPv6 too", async () => {
    const overIpv6 = (origin: string): string => `${origin.replace("127.0.0.1", "[::1]")}/teachers/`;
    expect((await fetchAs(overIpv6(nginx!.secureOrigin!), host)).status).toBe(200);
    expect((await fetchAs(overIpv6(nginx!.origin), host)).status).toBe(301);
  });
});
