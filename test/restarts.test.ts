/** Servers behind the nginx of deploy/ are restarted and killed while some clients browse and others misbehave. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeVersion } from "./support/asking.ts";
import { startBrowsing } from "./support/browsing.ts";
import { startDeployedNginx } from "./support/deployed-nginx.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { findFreePorts } from "./support/ports.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { askOnce } from "./support/wire.ts";

const nginxBinary = findPart("nginx");

const folder = makeFolder();
/** With this many teachers, nginx has few pages in its cache and asks the servers. */
const teachers = makeVersion(4500);
beforeAll(() => publish(folder.path, teachers));
afterAll(folder.remove);

const rollingRestarts = isLong ? 20 : 1;
const kills = isLong ? 20 : 2;

/** What a hostile client sends at once. The log of nginx shows whether a server counts as failed because of it. */
const hostileLines = [
  ...Array<string>(4).fill("BREW /teachers/"),
  ...[4000, 4001, 4002, 4003, 7988].map((length) => `GET /teachers?x=${"y".repeat(length)}`),
  `GET /teachers/?x=${"y".repeat(8000)}`,
];

async function attack(origin: string): Promise<void> {
  const end = `HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: close\r\n\r\n`;
  expect(await Promise.all(hostileLines.map((line) => askOnce(origin, `${line} ${end}`)))).not.toContain(null);
}

/** Starts `count` servers, each on a port of its own, and nginx in front of them. */
async function deploy(count: number, name: string) {
  const ports = findFreePorts(count);
  const stack = new AsyncDisposableStack();
  const servers: Server[] = [];
  const start = async (index: number): Promise<void> => {
    servers[index] = stack.use(await startServer(["--port", String(ports[index])], { folder: folder.path }));
  };
  try {
    await Promise.all(ports.map((_, index) => start(index)));
    const nginx = stack.use(await startDeployedNginx(nginxBinary!, join(folder.path, name), ports));
    return { servers, start, nginx, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

describe.skipIf(nginxBinary === null)("behind nginx", () => {
  test.concurrent.each(isLong ? [2, 3] : [2])(
    `no request fails through ${rollingRestarts} rolling restarts and ${kills} kills of %d servers`,
    async (count) => {
      await using deployed = await deploy(count, `restarts-${count}`);
      const { servers, start, nginx } = deployed;
      const failures: string[] = [];
      {
        await using clients = startBrowsing(nginx.origin, teachers.length);
        const restart = async (index: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
          const { process } = servers[index]!;
          process.kill(signal);
          const exitCode = await process.exited;
          if (signal === "SIGTERM") expect(exitCode).toBe(0);
          await Promise.all([attack(nginx.origin), start(index)]);
          // A request that lost this server must not lose the next one too: a server starts faster than a loaded machine answers.
          await clients.settled();
          failures.push(...clients.failures.splice(0).map((failure) => `${signal} of server ${index}: ${failure}`));
        };
        for (let i = 0; i < rollingRestarts; i++) {
          for (const index of servers.keys()) await restart(index, "SIGTERM");
        }
        for (let i = 0; i < kills; i++) await restart(i % count, "SIGKILL");
      }
      const log = nginx.readLog();
      const serverErrors = log.filter((line) => /" 5\d\d /.test(line));
      expect({ failures, serverErrors }).toEqual({ failures: [], serverErrors: [] });
      // A page from the cache of nginx would hide that no server answered.
      expect(log.filter((line) => line.includes(" cache=STALE "))).toEqual([]);
      // If no request met a stopped server, the test has proved nothing.
      expect(log.filter((line) => / upstream="[^"]+,/.test(line)).length).toBeGreaterThan(0);
    },
  );

  test("a frozen server delays few requests", async () => {
    await using deployed = await deploy(3, "frozen");
    const { process } = deployed.servers[0]!;
    await using clients = startBrowsing(deployed.nginx.origin, teachers.length);
    await waitFor(clients.answered, (count) => count > 0);
    process.kill("SIGSTOP");
    const before = clients.answered();
    try {
      // If requests were spread evenly, all clients would soon wait for the frozen server.
      await waitFor(clients.answered, (count) => count >= before + 100);
    } finally {
      process.kill("SIGCONT");
    }
    await clients.settled();
    expect(clients.failures).toEqual([]);
  });
});
