/** The files in deploy/, tested with the programs that they configure. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeVersion, waitForVersion } from "./support/asking.ts";
import { type DeployedNginx, startDeployedNginx } from "./support/deployed-nginx.ts";
import { findPart } from "./support/parts.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, root, type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { startSampleServer } from "./support/sample.ts";
import { askOnce, headerOf, type WireAnswer } from "./support/wire.ts";

const nginxBinary = findPart("nginx");
const analyze = findPart("systemd-analyze");

const folder = makeFolder();
/** What the tests have started. */
const started = new AsyncDisposableStack();
afterAll(async () => {
  await started.disposeAsync();
  folder.remove();
});
const portOf = ({ origin }: Server): number => Number(new URL(origin).port);

describe.skipIf(nginxBinary === null)("deploy/nginx.conf", () => {
  let server: Server;
  let nginx: DeployedNginx;

  beforeAll(async () => {
    await publish(folder.path, makeVersion(1));
    server = started.use(await startServer([], { folder: folder.path }));
    const [dead, deadToo] = findFreePorts(2) as [number, number];
    const ports = [dead, portOf(server), deadToo];
    nginx = started.use(await startDeployedNginx(nginxBinary!, join(folder.path, "nginx"), ports));
  });

  /** Sends exactly this request line and these headers. */
  async function send(line: string, headers = "", origin = nginx.origin): Promise<WireAnswer> {
    const common = `Host: ${new URL(origin).host}\r\nConnection: close\r\n`;
    const answer = await askOnce(origin, `${line} HTTP/1.1\r\n${common}${headers}\r\n`);
    if (answer === null) throw new Error(`No answer to ${line.slice(0, 60)}`);
    return answer;
  }

  /** The cache status of each request with an id so far. nginx logs a request after its response. */
  const findCacheUses = (id: string): string[] =>
    nginx.readLog().flatMap((line) => (line.endsWith(` id=${id}`) ? (/ cache=(\S+)/.exec(line)?.[1] ?? []) : []));

  test("answers other methods like a server", async () => {
    const readAnswer = async (origin: string, method: string, path = "/teachers/"): Promise<unknown> => {
      const { status, headers, body } = await send(`${method} ${path}`, "", origin);
      const own = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      const common = own.filter(([name]) => !["connection", "date", "server"].includes(name));
      return { status, headers: Object.fromEntries(common), body: new TextDecoder().decode(body) };
    };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(await readAnswer(nginx.origin, method), method).toEqual(await readAnswer(server.origin, method));
    }
    const path = "/teachers/match/";
    expect(await readAnswer(nginx.origin, "DELETE", path)).toEqual(await readAnswer(server.origin, "DELETE", path));
    const answer = await send("BREW /teachers/");
    expect(answer.status).toBe(405);
    expect(headerOf(answer, "allow")).toBe("GET, HEAD, OPTIONS");
    expect(new TextDecoder().decode(answer.body)).toContain('"detail":"Method \\"BREW\\" not allowed."');
  });

  test("passes on names in a body on the path for matching alone, up to 256 KiB, and caches no answer", async () => {
    const post = (path: string, body: string, { origin }: { origin: string } = nginx): Promise<Response> =>
      fetch(origin + path, {
        method: "POST",
        body,
        headers: { "Content-Type": "text/plain", "X-Request-Id": "match-1" },
      });
    for (const path of ["/teachers/match/", "/teachers/match"]) {
      const response = await post(path, "Ніхто\nХтось");
      expect([path, response.status]).toEqual([path, 200]);
      expect(((await response.json()) as { results: unknown[] }).results).toHaveLength(2);
    }
    expect(findCacheUses("match-1")).not.toContain("HIT");
    const large = "x".repeat(256 * 1024);
    expect((await post("/teachers/match/", large)).status).toBe(400);
    const refused = await post("/teachers/match/", `${large}x`);
    const own = await post("/teachers/match/", `${large}x`, server);
    expect([refused.status, await refused.text()]).toEqual([413, await own.text()]);
    for (const name of ["allow", "content-type", "cache-control", "access-control-allow-origin"]) {
      expect([name, refused.headers.get(name)]).toEqual([name, own.headers.get(name)]);
    }
    expect((await post("/teachers/", "x")).status).toBe(405);
  });

  test("passes on the longest URL and its redirect, and refuses a head that a server would refuse", async () => {
    const query = `?_=${"y".repeat(8000 - "/teachers/?_=".length)}`;
    const redirect = await send(`GET /teachers${query}`);
    expect(redirect.status).toBe(301);
    expect(headerOf(redirect, "location")).toBe(`${nginx.origin}/teachers/${query}`);
    expect((await send(`GET /teachers/${query}`)).status).toBe(200);
    expect((await send(`GET /teachers/${query}y`)).status).toBe(414);
    expect((await send("GET /teachers/?_=1", `X-Long: ${"x".repeat(14_000)}\r\n`)).status).toBe(200);
    for (const size of [15_000, 17_000]) {
      expect((await send("GET /teachers/?_=2", `X-Long: ${"x".repeat(size)}\r\n`)).status, `${size}`).toBe(400);
    }
  });

  test("counts no server as failed because of a client's requests", async () => {
    const long = Array.from({ length: 3 }, (_, i) => `GET /teachers?x=${"y".repeat(4000 + i)}`);
    for (let i = 0; i < 3; i++) await Promise.all(["BREW /teachers/", ...long].map((line) => send(line)));
    expect((await fetch(`${nginx.origin}/teachers/?limit=2`)).status).toBe(200);
  });

  test("passes on first and cached responses unchanged, and 304 to clients that have them", async () => {
    const path = "/teachers/?limit=3";
    const ask = (headers: Record<string, string> = {}): Promise<Response> =>
      fetch(nginx.origin + path, { headers: { Accept: "application/json", Connection: "close", ...headers } });
    const own = await fetch(server.origin + path, {
      headers: { Accept: "application/json", Host: new URL(nginx.origin).host },
    });
    const body = await own.text();
    for (let i = 0; i < 2; i++) {
      const passed = await ask();
      expect(await passed.text()).toBe(body);
      for (const name of ["etag", "cache-control", "vary", "content-type", "last-modified", "dataset-version"]) {
        expect(passed.headers.get(name), name).toBe(own.headers.get(name));
      }
      expect((await ask({ "If-None-Match": own.headers.get("etag")! })).status).toBe(304);
    }
    expect((await ask({ Accept: "text/html" })).headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const lang of ["uk", "en"]) {
      const page = await ask({ Accept: "text/html", "Accept-Language": lang });
      expect(await page.text()).toContain(`<html lang="${lang}"`);
    }
  });

  test("compresses JSON, which servers do not, and passes on its weakened tag", async () => {
    const ask = (headers = ""): Promise<WireAnswer> =>
      send("GET /teachers/?limit=100", `Accept-Encoding: gzip\r\n${headers}`);
    const compressed = await ask();
    expect(headerOf(compressed, "Content-Encoding")).toBe("gzip");
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(compressed.body))).results.length).toBeGreaterThan(1);
    expect(compressed.headers.filter(([name]) => name.toLowerCase() === "vary").map(([, value]) => value)).toEqual([
      "Accept-Encoding",
      "Accept",
    ]);
    const etag = headerOf(compressed, "ETag")!;
    expect(etag).toStartWith('W/"');
    expect((await ask(`If-None-Match: ${etag}\r\n`)).status).toBe(304);
  });

  test("gives each response an id, also from the cache, keeps a well-formed one, and logs it", async () => {
    const ask = async (id?: string): Promise<string> => {
      const headers: Record<string, string> = id === undefined ? {} : { "X-Request-Id": id };
      return (await fetch(`${nginx.origin}/teachers/?limit=6`, { headers })).headers.get("x-request-id")!;
    };
    const made = [await ask(), await ask(), await ask("not well-formed")];
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(made).size).toBe(3);
    expect(await ask("from-client:1")).toBe("from-client:1");
    await waitFor(nginx.readLog, (lines) => lines.some((line) => line.endsWith(" id=from-client:1")));
  });

  test("has no searched names in its logs, also of requests that a server did not answer", async () => {
    const searched = encodeURIComponent("Таємничий");
    for (let i = 0; i < 10; i++) {
      await (await fetch(`${nginx.origin}/teachers/?search=${searched}&offset=${i}`, { keepalive: false })).text();
    }
    await waitFor(
      nginx.readLog,
      (lines) => lines.filter((line) => line.includes('"GET /teachers/ HTTP/1.1"')).length >= 10,
    );
    const logs = ["access.log", "error.log", "critical.log"].map((name) =>
      readFileSync(join(folder.path, "nginx", name), "utf8"),
    );
    expect(logs[0]).toMatch(/ upstream="[^"]+,/);
    for (const log of logs) expect(log).not.toMatch(/search=|Таємничий/);
  });

  test("caches pages, but no errors, downloads and health checks", async () => {
    for (const [path, accepted] of [
      ["/teachers/?limit=4", ["HIT", "REVALIDATED"]],
      ["/teachers/?limit=none", ["MISS"]],
      ["/teachers/?format=csv", ["MISS"]],
      ["/readyz", ["MISS"]],
    ] as const) {
      const id = crypto.randomUUID();
      for (let i = 0; i < 2; i++) await (await fetch(nginx.origin + path, { headers: { "X-Request-Id": id } })).text();
      const uses = await waitFor(() => findCacheUses(id), { length: 2 });
      expect(accepted as readonly string[], path).toContain(uses[1]!);
    }
  });

  test("serves a new version, and cached pages when no server is left", async () => {
    const headers = { "X-Request-Id": crypto.randomUUID() };
    const ask = (): Promise<Response> => fetch(`${nginx.origin}/teachers/?limit=7`, { headers });
    expect(await (await ask()).json()).toMatchObject({ count: 501 });
    await publish(folder.path, makeVersion(2));
    await waitForVersion([server], 2);
    await waitFor(async () => ((await (await ask()).json()) as { readonly count: number }).count, 502);
    await server.stop();
    await waitFor(
      async () => {
        expect(await (await ask()).json()).toMatchObject({ count: 502 });
        return findCacheUses(headers["X-Request-Id"]);
      },
      (uses) => uses.includes("STALE"),
    );
  });
});

describe.skipIf(nginxBinary === null)("the limits of deploy/nginx.conf", () => {
  const own = join(folder.path, "limited");
  let server: Server;
  let nginx: DeployedNginx;

  beforeAll(async () => {
    mkdirSync(own);
    server = started.use(await startSampleServer([], { folder: own }));
    nginx = started.use(await startLimited("nginx", portOf(server), "rate"));
  });

  const startLimited = (name: string, port: number, limit: "rate" | "connections" | "downloads") =>
    startDeployedNginx(nginxBinary!, join(own, name), [port], { limit });

  async function ask(client: string, path = "/teachers/?limit=1", origin = nginx.origin): Promise<WireAnswer> {
    const head = `Host: ${new URL(origin).host}\r\nConnection: close\r\nX-Real-IP: ${client}\r\n`;
    return (await askOnce(origin, `GET ${path} HTTP/1.1\r\n${head}\r\n`))!;
  }

  test.each([
    ["192.0.2.1", ["192.0.2.1"], "192.0.2.2"],
    ["2001:db8:1:1::1", ["2001:db8:1:1:ffff::2", "2001:db8:1:1::a0a:a0a"], "2001:db8:1:2::1"],
    // Addresses with bytes that are line breaks.
    ["2001:db8:a0a:a0a::1", ["2001:db8:a0a:a0a::a0a"], "2001:db8:a0a:b0a::1"],
  ])("applies to %s alone, and not to health probes", async (client, same, other) => {
    const statuses: number[] = [];
    for (const address of [client, client, client, client, ...same]) statuses.push((await ask(address)).status);
    expect(statuses).toEqual([200, 200, 200, 429, ...same.map(() => 429)]);
    expect((await ask(other)).status).toBe(200);
    for (const path of ["/livez", "/readyz", "/livez"]) expect((await ask(client, path)).status).toBe(200);
  });

  test("stops a client with two requests in progress, and nobody else, until one has ended", async () => {
    await using limited = await startLimited("connections", portOf(server), "connections");
    const { hostname, port, host } = new URL(limited.origin);
    const askUntil = (client: string, expected: number): Promise<unknown> =>
      waitFor(() => ask(client, undefined, limited.origin), { status: expected });
    // nginx waits for a body that does not arrive.
    const head = `POST /teachers/match/ HTTP/1.1\r\nHost: ${host}\r\nX-Real-IP: 203.0.113.7\r\nContent-Length: 9\r\n\r\n`;
    const open = (): Promise<Bun.Socket> =>
      Bun.connect({ hostname, port: Number(port), socket: { data() {}, open: (socket) => void socket.write(head) } });
    const waiting = [await open(), await open()];
    await askUntil("203.0.113.7", 429);
    expect((await ask("203.0.113.8", undefined, limited.origin)).status).toBe(200);
    waiting[0]!.end();
    await askUntil("203.0.113.7", 200);
    waiting[1]!.end();
  });

  test("lets a client have 16 downloads open, and refuses it no page for them", async () => {
    // A server whose downloads do not end, on a slow machine either.
    using endless = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: ({ url, headers }) =>
        /format=|text\/csv/.test(url + headers.get("accept"))
          ? new Response(new ReadableStream({ start: (stream) => stream.enqueue("id\r\n") }))
          : new Response("a page"),
    });
    await using limited = await startLimited("downloads", endless.port!, "downloads");
    const leaving = new AbortController();
    const open = async (client: string, path: string, accept = "*/*"): Promise<number> => {
      const headers = { "X-Real-IP": client, Accept: accept };
      const { signal } = leaving;
      return (await fetch(limited.origin + path, { headers, signal, keepalive: false })).status;
    };
    const paths = ["/teachers/?format=csv", "/teachers/?search=a&format=ndjson", "/teachers/?format=xlsx"];
    for (let i = 0; i < 15; i++) expect(await open("203.0.113.10", paths[i % 3]!)).toBe(200);
    expect(await open("203.0.113.10", "/teachers/", "text/csv")).toBe(200);
    expect(await open("203.0.113.10", paths[0]!)).toBe(429);
    expect(await open("203.0.113.10", "/teachers/", "text/csv")).toBe(429);
    expect(await open("203.0.113.10", "/teachers/?limit=1")).toBe(200);
    expect(await open("203.0.113.11", paths[0]!)).toBe(200);
    leaving.abort();
  });

  test("answers with the headers of the service", async () => {
    const others = ["connection", "content-length", "date", "retry-after", "server", "x-request-id"];
    const commonOf = ({ headers }: WireAnswer): unknown =>
      Object.fromEntries(
        headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !others.includes(name)),
      );
    const refused = await waitFor(() => ask("198.51.100.1"), { status: 429 }, { intervalMs: 0 });
    expect(headerOf(refused, "retry-after")).toBe("1");
    expect(commonOf(refused)).toEqual(commonOf(await ask("198.51.100.2", "/nowhere")));
    expect(JSON.parse(new TextDecoder().decode(refused.body))).toEqual({
      type: "about:blank",
      title: "Too Many Requests",
      status: 429,
      detail: "Too many requests from this address; try again later.",
    });
  });

  test("shows browsers a page in their language", async () => {
    const headers = { Accept: "text/html", "X-Real-IP": "203.0.113.9" };
    const ask = (): Promise<Response> => fetch(`${nginx.origin}/teachers/?limit=1&lang=en`, { headers });
    const page = await waitFor(ask, { status: 429 }, { intervalMs: 0 });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("<h1>Too many requests right now</h1>");
  });
});

describe.skipIf(nginxBinary === null)("deploy/nginx.conf without a server that answers", () => {
  const dead = findFreePorts(1)[0]!;
  /** Accepts connections, and never answers. */
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const upstreams = [
    { name: "refused", port: dead, status: 502, title: "Bad Gateway" },
    { name: "silent", port: silent.port, status: 504, title: "Gateway Timeout" },
  ];
  const origins = new Map<number, string>();

  beforeAll(async () => {
    started.defer(() => silent.stop(true));
    for (const { name, port } of upstreams) {
      const own = join(folder.path, name);
      const nginx = await startDeployedNginx(nginxBinary!, own, [port], { readTimeout: "50ms" });
      origins.set(port, started.use(nginx).origin);
    }
  });

  describe.each(upstreams)("($name)", ({ port, status, title }) => {
    test.each([
      ["", "uk-UA,uk;q=0.9,en;q=0.8", "Довідник тимчасово недоступний"],
      ["", "en-GB,en;q=0.9", "The directory is temporarily unavailable"],
      ["?lang=uk", "en", "Довідник тимчасово недоступний"],
      ["?search=x&lang=en", "uk", "The directory is temporarily unavailable"],
    ])("shows browsers a page in the language of %j and %s", async (query, language, heading) => {
      const headers = { Accept: "text/html,application/xhtml+xml", "Accept-Language": language };
      const response = await fetch(`${origins.get(port)!}/teachers/${query}`, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const page = await response.text();
      expect(page).toContain(`<h1>${heading}</h1>`);
      expect(page).not.toContain("nginx");
    });

    test("answers clients with JSON", async () => {
      const response = await fetch(`${origins.get(port)!}/teachers/`);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ title, status });
    });
  });
});

/** Copies units of deploy/ with the paths of this checkout, and has systemd judge them. */
function analyzeUnits(names: readonly string[], ...args: readonly string[]): { exitCode: number; output: string } {
  const files = names.map((name) => {
    const file = join(folder.path, name.replace(/^teachers@/, "teachers@8001"));
    const unit = readFileSync(join(root, "deploy", name), "utf8");
    writeFileSync(file, unit.replaceAll("/opt/teachers/", `${root}/`));
    return file;
  });
  const env = { ...process.env, SYSTEMD_PAGER: "", LC_ALL: "C.UTF-8" };
  const { exitCode, stdout, stderr } = Bun.spawnSync([analyze!, ...args, ...files], { env });
  return { exitCode, output: `${stdout}${stderr}` };
}

const services = ["teachers@", "teachers-office", "teachers-backup", "teachers-prune"].map((name) => `${name}.service`);
const others = ["teachers-backup.timer", "teachers-failed@.service", "teachers-prune.timer"];

test.skipIf(analyze === null)("the units of deploy/ are accepted by systemd without warnings", () => {
  const { exitCode, output } = analyzeUnits([...services, ...others], "verify");
  expect(output.split("\n").filter((line) => /teachers[@-]/.test(line))).toEqual([]);
  expect(exitCode).toBe(0);
});

test.skipIf(analyze === null).each(services)("deploy/%s has an exposure of at most 1.5 of 10", (name) => {
  const { exitCode, output } = analyzeUnits([name], "security", "--offline=true", "--threshold=15");
  expect(output).toMatch(/exposure level for .*: [01]\.\d/);
  expect(exitCode).toBe(0);
});

test.each(["80", "999", "10001", "main"])(
  "deploy/teachers@.service with the instance %s is a setting error",
  (name) => {
    const unit = readFileSync(join(root, "deploy/teachers@.service"), "utf8");
    const command = /^ExecStart=\/bin\/sh -c '([^']*)'$/m.exec(unit)![1]!;
    const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", command.replaceAll("%i", name).replace("\\\n", "")]);
    expect(stderr.toString()).toBe(
      `teachers@${name}: the instance is the port, from 1024 to 9999, such as teachers@8001\n`,
    );
    expect(exitCode).toBe(2);
  },
);

test("deploy/teachers@.service waits as long as a server drains", () => {
  const unit = readFileSync(join(root, "deploy/teachers@.service"), "utf8");
  const delay = Number(/--drain-delay (\d+)/.exec(unit)![1]);
  const patience = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]);
  // Ten for requests in progress, and two to end.
  expect(patience).toBeGreaterThanOrEqual(delay + 10 + 2);
});

test("a server starts with the settings of deploy/teachers.env", async () => {
  const text = readFileSync(join(root, "deploy/teachers.env"), "utf8");
  const settings = Object.fromEntries(
    [...text.matchAll(/^#?(TEACHERS_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(settings).toContainKeys(["TEACHERS_DATABASE", "TEACHERS_BASE_URL"]);
  const environment = { ...settings, TEACHERS_DATABASE: `sqlite:${join(folder.path, "env.db")}` };
  await using server = await startServer(["--sample"], { folder: folder.path, environment });
  expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
});
