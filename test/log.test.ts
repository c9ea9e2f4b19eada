/** The log of a running server: its formats, what it does not log, and readers that do not read. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { generateTeachers } from "../sample/generate/teachers.ts";
import { type LogEvent, logEvents } from "../src/server/log.ts";
import { findAdmin, readMetrics } from "./support/metrics.ts";
import { gather, makeFolder, root, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { openConnection } from "./support/wire.ts";

type Line = Readonly<Record<string, unknown>> & { readonly event: LogEvent };

/** All lines of a JSON log so far. Throws for a line that is not an object. */
function linesOf({ stderr }: Pick<Server, "stderr">): Line[] {
  const whole = stderr().slice(0, stderr().lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
}

describe("--log-format json", () => {
  test("gives one object per line, and nothing else is printed", async () => {
    using folder = makeFolder();
    await publish(folder.path, makeTeachers(3));
    const args = ["--log-format", "json", "--admin-port", "0"];
    await using server = await startServer(args, { folder: folder.path });
    expect(await server.stop()).toBe(0);
    const { stdout } = await server.finished;
    expect(stdout).toBe("");
    const lines = linesOf(server);
    const { version } = packageJson;
    for (const event of ["server.listening", "server.stopped"] as const)
      expect(lines.filter((line) => line.event === event)).toEqual([expect.objectContaining({ release: version })]);
    expect(lines.at(-1)!.event).toBe("server.stopped");
    expect(lines.map(({ event }) => event)).toContainValues(["server.listening", "version.served", "server.draining"]);
    for (const { time, level, event, message, ...fields } of lines) {
      expect(time as string).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const [declaredLevel, declaredMessage, declared] = logEvents[event];
      expect([level, message]).toEqual([declaredLevel, declaredMessage]);
      for (const name of Object.keys(fields)) expect<readonly string[]>(declared, event).toContain(name);
    }
  });
});

test("searches whose clients leave while they wait are counted as 499, and no request is logged", async () => {
  using folder = makeFolder();
  await publish(folder.path, [...generateTeachers(60_000, 1)]);
  await using server = await startServer(["--admin-port", "0"], { folder: folder.path });
  // No teacher has these names, so the search tries all readings.
  const searches = Array.from(
    { length: 60 },
    (_, i) => `${"абвгдежз"[i % 8]}рукмосенк${i} ${"клмнопрс"[i % 8]}ентвагроп`,
  );
  const connections = await Promise.all(searches.map(() => openConnection(server.origin)));
  // While the server is frozen, all searches arrive and their clients leave. When it continues, it reads all of them at
  // once.
  server.process.kill("SIGSTOP");
  for (const [i, connection] of connections.entries()) {
    const target = `/teachers/?search=${encodeURIComponent(searches[i]!)}`;
    connection.send(`GET ${target} HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\n\r\n`);
  }
  for (const connection of connections) connection.close();
  server.process.kill("SIGCONT");
  const admin = await findAdmin(server);
  const countOf = (metrics: Awaited<ReturnType<typeof readMetrics>>, status: string): number =>
    metrics.get(`teachers_http_requests_total{route="/teachers/",status="${status}"}`) ?? 0;
  const metrics = await waitFor(
    () => readMetrics(admin),
    (found) => countOf(found, "2xx") + countOf(found, "499") === searches.length,
  );
  expect(countOf(metrics, "499")).toBeGreaterThan(5);
  expect(server.stderr()).not.toContain("search=");
});

test("a reader of the log that does not read delays nothing, and sees how much was dropped", async () => {
  using folder = makeFolder();
  const fifo = join(folder.path, "log");
  expect((await Bun.spawn(["mkfifo", fifo]).exited) === 0).toBe(true);
  const script = `
    import { openLog } from ${JSON.stringify(join(root, "src/cli/terminal/log-output.ts"))};
    const { log, countDropped } = openLog("text");
    const write = (error) => { for (let i = 0; i < 300; i++) log("request.failed", { error }); };
    write("y".repeat(8000));
    console.log(countDropped());
    process.stdin.on("data", () => write("z"));`;
  // Descriptor 3 holds the pipe open, and nobody reads it.
  const launcher = ["sh", "-c", 'exec 3<>"$LOG"; exec "$0" -e "$1" 2>"$LOG"', process.execPath, script];
  const environment = { env: { ...process.env, LOG: fifo }, stdin: "pipe", stdout: "pipe" } as const;
  await using writer = Bun.spawn(launcher, environment);
  const printed = gather(writer.stdout);
  const dropped = Number(await waitFor(printed.text, (text) => text.includes("\n")));
  expect(dropped).toBeWithin(50, 300);
  const reader = Bun.spawn(["cat", fifo], { stdout: "pipe" });
  const read = gather(reader.stdout);
  const log = await waitFor(read.text, (text) => /log\.dropped: .* lines=\d+\n/.test(text));
  expect(Number(/ warn log\.dropped: .* lines=(\d+)\n/.exec(log)![1])).toBe(dropped);
  writer.stdin.write("again");
  await writer.stdin.flush();
  await waitFor(read.text, (text) => text.split("error=z\n").length > 300);
  reader.kill();
  await read.ended;
});
