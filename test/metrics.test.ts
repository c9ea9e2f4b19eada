/** The admin port: metrics and probes. */
import { describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { eventLines } from "./support/events.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { makeFolder, root, run, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { startSampleServer } from "./support/sample.ts";

const adminPort = ["--admin-port", "0"] as const;

/** The value of a series; undefined if it is absent. */
async function seriesOf(admin: string, name: string): Promise<number | undefined> {
  return (await readMetrics(admin)).get(name);
}

const get = (server: Pick<Server, "origin">, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.origin + path, { keepalive: false, ...init });

describe("the admin port", () => {
  test("answers metrics and probes, and nothing else", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    await using server = await startServer([...adminPort], { folder: folder.path });
    const admin = await findAdmin(server);
    expect(new URL(admin).hostname).toBe("127.0.0.1");
    const ask = async (path: string, method = "GET"): Promise<unknown> => {
      const response = await fetch(admin + path, { method, keepalive: false });
      return [response.status, response.headers.get("content-type"), await response.text()];
    };
    expect(await ask("/livez")).toEqual([200, "application/json", '{"status":"alive"}']);
    expect(await ask("/readyz")).toEqual([200, "application/json", await (await get(server, "/readyz")).text()]);
    expect(await ask("/metrics")).toEqual([200, "text/plain; version=0.0.4; charset=utf-8", expect.any(String)]);
    expect(await ask("/metrics", "HEAD")).toEqual([200, "text/plain; version=0.0.4; charset=utf-8", ""]);
    for (const path of ["/", "/startupz", "/teachers/", "/metrics/", "/Metrics", "/robots.txt"]) {
      expect(await ask(path), path).toEqual([404, null, ""]);
    }
    expect(await ask("/metrics", "POST")).toEqual([405, null, ""]);
    // The public port has no metrics.
    expect((await get(server, "/metrics")).status).toBe(404);
  });

  test("answers on loopback only if Host is a loopback name, so that no site can read it through a browser", async () => {
    using folder = makeFolder();
    const statusFor = async (admin: string, host: string): Promise<number> =>
      (await fetch(`${admin}/metrics`, { headers: { Host: host }, keepalive: false })).status;
    await using server = await startSampleServer([...adminPort], { folder: folder.path });
    const admin = await findAdmin(server);
    for (const [host, status] of [
      ["localhost", 200],
      ["127.0.0.1:18001", 200],
      ["rebound.example", 400],
      ["127.0.0.1.rebound.example:18001", 400],
      ["two hosts", 400],
    ] as const) {
      expect([host, await statusFor(admin, host)]).toEqual([host, status]);
    }
    await using other = await startSampleServer([...adminPort, "--admin-host", "0.0.0.0"], { folder: folder.path });
    const reachable = (await findAdmin(other)).replace("0.0.0.0", "127.0.0.1");
    expect([await statusFor(reachable, "server-1:9000"), await statusFor(reachable, "two hosts")]).toEqual([200, 400]);
  });

  test("is closed unless it is set, and ends with the server", async () => {
    using folder = makeFolder();
    await using closed = await startSampleServer([], { folder: folder.path });
    expect(eventLines(closed, "server.listening")).toEqual([expect.not.stringContaining("admin")]);
    await closed.stop();

    await using server = await startServer([...adminPort, "--drain-delay", "1"], { folder: folder.path });
    const admin = await findAdmin(server);
    server.process.kill("SIGTERM");
    // While the server drains, the probes say so.
    await waitFor(
      async () => (await fetch(`${admin}/readyz`)).text(),
      (text) => text.includes('"reason":"draining"'),
    );
    expect((await server.finished).exitCode).toBe(0);
    expect(await fetch(admin, { keepalive: false }).catch(() => "closed")).toBe("closed");
  });

  test("that is in use, or can't be listened on, refuses the start", async () => {
    using folder = makeFolder();
    await using server = await startSampleServer([...adminPort], { folder: folder.path });
    const { port } = new URL(await findAdmin(server));
    const used = await run(["serve", "--port=0", `--admin-port=${port}`], { folder: folder.path });
    expect(used.exitCode).toBe(2);
    expect(used.stderr).toMatch(
      new RegExp(
        `^teachers: --admin-port: "${port}" is in use on 127\\.0\\.0\\.1; set --admin-port or TEACHERS_ADMIN_PORT to `,
      ),
    );
    const args = ["serve", "--port=0", "--admin-port=0", "--admin-host=192.0.2.1"];
    const foreign = await run(args, { folder: folder.path });
    expect([foreign.exitCode, foreign.stderr]).toEqual([
      2,
      'teachers: --admin-host: "192.0.2.1" is not an address of this machine; use 127.0.0.1, :: or localhost\n',
    ]);
    // The public port is taken only after the admin port, which is then given back.
    const main = new URL(server.origin).port;
    const same = await run(["serve", `--port=${main}`, ...adminPort], { folder: folder.path });
    expect([same.exitCode, same.stderr.includes(`--port: "${main}" is in use`)]).toEqual([2, true]);
  });
});

describe("/metrics", () => {
  test("counts requests and searches", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(300));
    await using server = await startServer([...adminPort], { folder: folder.path });
    const admin = await findAdmin(server);
    const before = await readMetrics(admin);
    const { last_name } = makeTeachers(1)[0]!;
    for (let i = 0; i < 3; i++) await (await get(server, "/teachers/?limit=2")).text();
    for (const path of ["/teachers/1/", "/teachers/404/", "/teachers?x=1", "/nowhere", "/teachers/?limit=x"]) {
      await get(server, path, { redirect: "manual" });
    }
    await get(server, "/teachers/", { method: "HEAD" });
    await get(server, "/teachers/", { method: "DELETE" });
    await get(server, "/teachers/", { method: "OPTIONS" });
    await (await get(server, "/teachers/?format=csv")).text();
    await get(server, `/teachers/?search=${encodeURIComponent(last_name)}`);
    await get(server, "/teachers/?search=qqqqq");

    const after = await readMetrics(admin);
    const grown = [...after].flatMap(([name, value]) => {
      const growth = value - (before.get(name) ?? 0);
      return /requests_total|searches_total|duration_seconds_count/.test(name) && growth > 0
        ? [`${name.replace(/^teachers_/, "")} ${growth}`]
        : [];
    });
    expect(grown.toSorted()).toEqual([
      'http_request_duration_seconds_count{route="/teachers/"} 11',
      'http_request_duration_seconds_count{route="/teachers/{id}/"} 2',
      'http_request_duration_seconds_count{route="other"} 1',
      'http_requests_total{route="/teachers/",status="2xx"} 8',
      'http_requests_total{route="/teachers/",status="3xx"} 1',
      'http_requests_total{route="/teachers/",status="400"} 1',
      'http_requests_total{route="/teachers/",status="405"} 1',
      'http_requests_total{route="/teachers/{id}/",status="2xx"} 1',
      'http_requests_total{route="/teachers/{id}/",status="404"} 1',
      'http_requests_total{route="other",status="404"} 1',
      'searches_total{reading="none"} 1',
      'searches_total{reading="spelling"} 1',
    ]);
    expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    await waitFor(
      () => seriesOf(admin, "nodejs_eventloop_lag_max_seconds"),
      (measured) => measured! > 0,
    );
  });

  test("describes the release, versions and the database", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    await using server = await startServer([...adminPort], { folder: folder.path });
    const admin = await findAdmin(server);
    await publish(folder.path, makeTeachers(4));
    await waitFor(() => seriesOf(admin, "teachers_version_served"), 2);
    const { version } = (await Bun.file(join(root, "package.json")).json()) as { version: string };
    const series = await readMetrics(admin);
    expect([...series.keys()]).toContain(`teachers_build_info{release="${version}"}`);
    const lastPoll = series.get("teachers_last_good_poll_timestamp_seconds")!;
    expect(Math.abs(lastPoll - Date.now() / 1000)).toBeLessThan(3600);
    expect(series.get("teachers_version_newest")).toBe(2);
    expect(series.get("teachers_served_teachers")).toBe(4);
    expect(series.get("teachers_data_age_seconds")).toBeGreaterThanOrEqual(0);
    expect(series.get("teachers_database_up")).toBe(1);

    const database = join(folder.path, "var/teachers.db");
    renameSync(database, `${database}.moved`);
    await waitFor(() => seriesOf(admin, "teachers_database_up"), 0);
    renameSync(`${database}.moved`, database);
    await waitFor(() => seriesOf(admin, "teachers_database_up"), 1);
  });

  test("shows no version before there is one", async () => {
    using folder = makeFolder();
    await using server = await startServer([...adminPort], { folder: folder.path });
    const series = await readMetrics(await findAdmin(server));
    expect([...series.keys()].filter((name) => /version_|teachers_served|data_age/.test(name))).toEqual([]);
  });
});
