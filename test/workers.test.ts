/** A supervisor and its workers: workers that die, become unresponsive or can't open an image, and lost images. */
import { describe, expect, test } from "bun:test";
import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventLines, waitForEvents } from "./support/events.ts";
import { imageOf, imagesOf } from "./support/image-folder.ts";
import { findChildren } from "./support/processes.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

const isLinux = process.platform === "linux";

const publishTeachers = (folder: string, count: number): Promise<boolean> => publish(folder, makeTeachers(count));

/** A summary of the list's response: `200, version 1`; or `not listening`. */
async function summaryOf({ origin }: Pick<Server, "origin">): Promise<string> {
  const response = await fetch(`${origin}/teachers/?limit=1`, { keepalive: false }).catch(() => null);
  if (response === null) return "not listening";
  await response.body?.cancel();
  return `${response.status}, version ${response.headers.get("dataset-version")?.replace(/-.*/, "")}`;
}

/** Waits for this summary of the list's response. */
const waitForAnswer = (server: Server, wanted: string): Promise<string> =>
  waitFor(
    () => summaryOf(server),
    (answer) => answer === wanted,
  );

/** The workers of a supervisor. */
function findWorkers({ process: { pid } }: Pick<Server, "process">): number[] {
  return findChildren(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "latin1").includes("\0serve-worker\0");
    } catch {
      return false;
    }
  });
}

/** Starts a supervisor with two workers, which run this code before the program. */
function startWithWorkers(folder: string, code: string, args: readonly string[] = []): Promise<Server> {
  return startWith(folder, `if (process.argv.includes("serve-worker")) {\n${code}\n}\n`, args);
}

/** Starts a supervisor with two workers. All three run this code before the program. */
function startWith(folder: string, code: string, args: readonly string[] = []): Promise<Server> {
  const file = join(folder, "preload.ts");
  writeFileSync(file, code);
  return startServer(["--workers", "2", ...args], { folder, environment: { BUN_OPTIONS: `--preload=${file}` } });
}

describe.skipIf(!isLinux)("a supervisor", () => {
  test("that is stopped before it restarts a worker starts none, and ends", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    const blocker = join(folder.path, "no more workers");
    await using server = await startWithWorkers(
      folder.path,
      `if (require("node:fs").existsSync(${JSON.stringify(blocker)})) process.exit(3);`,
      ["--drain-delay", "2"],
    );
    writeFileSync(blocker, "");
    process.kill(findWorkers(server)[0]!, "SIGKILL");
    // The supervisor waits longer after every death, by now a second. It is stopped within this second, and must not
    // start a worker afterwards.
    await waitForEvents(server, "worker.died", 3);
    rmSync(blocker);
    server.process.kill("SIGTERM");
    expect((await server.finished).exitCode).toBe(0);
    expect(await summaryOf(server)).toBe("not listening");
  });

  test("tries again if the system can't start a worker", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    const blocker = join(folder.path, "no more processes");
    await using server = await startWith(
      folder.path,
      `const spawn = Bun.spawn;
      Bun.spawn = (...args) => {
        if (require("node:fs").existsSync(${JSON.stringify(blocker)})) throw new Error("EAGAIN");
        return spawn(...args);
      };`,
    );
    writeFileSync(blocker, "");
    for (const worker of findWorkers(server)) process.kill(worker, "SIGKILL");
    await waitForEvents(server, "worker.not_started", 2);
    rmSync(blocker);
    await waitForAnswer(server, "200, version 1");
    await waitFor(
      () => findWorkers(server),
      ({ length }) => length === 2,
    );
  });

  test("replaces a worker that is frozen", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    // The supervisor asks ten times as often as usual, so it waits for three seconds instead of thirty.
    await using server = await startWith(
      folder.path,
      `const { setInterval } = globalThis;
      globalThis.setInterval = (work, ms) => setInterval(work, ms === 1000 ? 100 : ms);`,
    );
    const [frozen] = findWorkers(server);
    process.kill(frozen!, "SIGSTOP");
    await server.logged(new RegExp(` error worker\\.silent: .* pid=${frozen} ms=30000\n`));
    await server.logged(new RegExp(` error worker\\.died: .* pid=${frozen} ended=SIGKILL\n`));
    await waitFor(
      () => findWorkers(server),
      (workers) => workers.length === 2 && !workers.includes(frozen!),
    );
    for (let i = 0; i < 40; i++) expect(await summaryOf(server)).toBe("200, version 1");
  });

  test("skips a worker that is disconnected but still running", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    // A disconnected worker would end; this prevents it.
    await using server = await startWithWorkers(
      folder.path,
      `process.on("SIGUSR2", () => {
        setInterval(() => {}, 60_000);
        process.disconnect();
      });`,
    );
    // This worker is notified first. If that failed, the other one would not be notified.
    const worker = Math.min(...findWorkers(server));
    process.kill(worker, "SIGUSR2");
    await waitForEvents(server, "server.draining", 1);

    await publishTeachers(folder.path, 4);
    await waitForAnswer(server, "200, version 2");
    expect(eventLines(server, "image.build_failed")).toEqual([]);

    const file = join(folder.path, "var/teachers.db");
    const ask = async () => ((await (await fetch(`${server.origin}/readyz`)).json()) as { database: string }).database;
    renameSync(file, `${file}.moved`);
    await waitFor(ask, (database) => database === "unreachable");
    renameSync(`${file}.moved`, file);
    await waitFor(ask, (database) => database === "reachable");

    expect(findWorkers(server)).toContain(worker);
    process.kill(worker, "SIGKILL");
    await waitForEvents(server, "worker.died", 1);
    expect(await server.stop()).toBe(0);
  });

  test.each<[string, (image: string) => void]>([
    ["truncated", (image) => truncateSync(image, 32_768)],
    ["overwritten", (image) => writeFileSync(image, "noise")],
    ["removed", (image) => rmSync(image)],
  ])(
    "answers by the workers that have the image after the file was %s, and builds it again for new ones",
    async (_, harm) => {
      using folder = makeFolder();
      await publishTeachers(folder.path, 3);
      await using server = await startServer(["--workers", "2"], { folder: folder.path });
      const image = imageOf(folder.path);
      const database = join(folder.path, "var/teachers.db");
      // Without the database the image can't be built again.
      renameSync(database, `${database}.moved`);
      await waitForEvents(server, "database.unreachable", 1);
      harm(image);
      process.kill(findWorkers(server)[0]!, "SIGKILL");
      await waitForEvents(server, "worker.died", 1);
      // The worker that replaces it opens no damaged image, and listens only once it has one.
      await server.logged("image.ignored:");
      await waitForAnswer(server, "200, version 1");
      renameSync(`${database}.moved`, database);
      await waitForEvents(server, "image.built", 2);
      expect(imageOf(folder.path)).toBe(image);
      await waitForEvents(server, "version.served", 2);
      await waitForAnswer(server, "200, version 1");
      expect(eventLines(server, "worker.died")).toHaveLength(1);
      expect(eventLines(server, "version.given_up")).toEqual([]);
    },
  );
});

test("a server whose images were removed keeps answering, and rebuilds the image as soon as possible", async () => {
  using folder = makeFolder();
  await publishTeachers(folder.path, 3);
  await using server = await startServer([], { folder: folder.path });
  const image = imageOf(folder.path);
  rmSync(imagesOf(folder.path), { recursive: true });
  expect(await summaryOf(server)).toBe("200, version 1");
  await waitForEvents(server, "image.built", 2);
  expect(imageOf(folder.path)).toBe(image);

  rmSync(imagesOf(folder.path), { recursive: true });
  writeFileSync(imagesOf(folder.path), "a file where the folder should be");
  await waitForEvents(server, "image.build_failed", 1);
  expect(await summaryOf(server)).toBe("200, version 1");
  rmSync(imagesOf(folder.path));
  await waitForEvents(server, "image.built", 3);
  expect(imageOf(folder.path)).toBe(image);
  expect(await summaryOf(server)).toBe("200, version 1");

  await publishTeachers(folder.path, 4);
  await waitForAnswer(server, "200, version 2");
  expect(eventLines(server, "version.given_up")).toEqual([]);
});
