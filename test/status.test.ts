/** The commands status and ready. test/failures.test.ts has what status says of faulty databases. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeVersion } from "./support/asking.ts";
import { findFreePorts } from "./support/ports.ts";
import { type Finished, makeFolder, programFile, run, startListening, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

describe("status", () => {
  test("shows the database, the newest version, and what the servers of the database serve", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeVersion(1));
    writeFileSync(join(folder.path, "url"), `sqlite:${folder.path}/var/teachers.db\n`);
    const ports = findFreePorts(2).map(String) as [string, string];
    await using first = await startServer(["--port", ports[0]], { folder: folder.path });
    await using second = await startServer([`--port=${ports[1]}`], {
      folder: folder.path,
      launcher: ["timeout", "9999", programFile],
      environment: { TEACHERS_DATABASE_FILE: "url" },
    });
    const { exitCode, stdout, stderr } = await run(["status"], { folder: folder.path });
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Digest +[0-9a-f]{64} \(matches its rows\)$/m);
    const lines: string[] = stdout.match(/^Server .*$/gm)!.sort();
    expect(lines).toEqual(ports.toSorted().map((port) => `Server     127.0.0.1:${port} serves version 1`));
    await using other = await startServer(["--port", "0", "--database", "sqlite:other.db", "--sample"], {
      folder: folder.path,
    });
    expect(JSON.parse((await run(["status", "--json"], { folder: folder.path })).stdout)).toMatchObject({
      is_writable: true,
      current: { version: 1 },
      servers: [{ problem: null }, { problem: null }],
      problems: [],
    });

    first.process.kill("SIGSTOP");
    const stopped = await run(["status"], { folder: folder.path });
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      1,
      `teachers: The server on 127.0.0.1:${ports[0]} does not answer: no answer within 3 s; restart it\n`,
    ]);
    first.process.kill("SIGCONT");
    expect([second.content, other.content]).toEqual(["501 teachers, version 1", "1000 teachers, version 1"]);
  });
});

describe("ready", () => {
  const askPort = (port: string | number, args: readonly string[] = [], environment = {}): Promise<Finished> =>
    run(["ready", "--port", String(port), ...args], { folder: import.meta.dir, environment });

  test("follows a server from nothing published to ready, and after its end", async () => {
    using folder = makeFolder();
    await using server = await startListening(["--base-url", "https://example.edu/x"], { folder: folder.path });
    const { port } = new URL(server.origin);
    const stderr = expect.stringMatching(
      new RegExp(`^teachers: Not ready: 127\\.0\\.0\\.1:${port} answers 503, \\w.*\n$`),
    );
    expect(await askPort(port)).toEqual({ exitCode: 1, stdout: "", stderr });
    await publish(folder.path, makeVersion(1));
    await using served = await startServer(["--host", "0.0.0.0", "--base-url", "https://example.edu"], {
      folder: folder.path,
    });
    const ready = { exitCode: 0, stdout: "Ready: 501 teachers, version 1\n", stderr: "" };
    const ownPort = new URL(served.origin).port;
    const proxied = { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    expect(await askPort(ownPort, ["--host", "0.0.0.0"], proxied)).toEqual(ready);
    await served.stop();
    expect((await askPort(ownPort)).stderr).toEndWith(`:${ownPort} does not answer: nothing listens there\n`);
  });

  test("gives up if another program listens, or if nothing answers in time", async () => {
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
    expect(await askPort(other.port!)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(" answers 200, an unexpected response"),
    });
    using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const stderr = `teachers: Not ready: 127.0.0.1:${silent.port} does not answer: no answer within 3 s\n`;
    expect(await askPort(silent.port)).toEqual({ exitCode: 1, stdout: "", stderr });
  });
});
