/** A supervisor and its workers: workers that die, become unresponsive or can't open an image, and lost images. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { waitForEvents } from "./support/asking.ts";
import { enlargeImage, imageOf, imagesOf } from "./support/image-folder.ts";
import { findChildren } from "./support/processes.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

// Other work on the machine makes processes slow to start.
setDefaultTimeout(60_000);

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
    30_000,
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
    // It waits longer after every death, by now a second. It is stopped before that, and still drains afterwards.
    await waitForEvents(server, "worker.died", 3);
    rmSync(blocker);
    server.process.kill("SIGTERM");
    await waitFor(
      () => server.process.exitCode,
      (code) => code === 0,
    );
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

  test("skips a worker that is disconnected but still running", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    // A disconnected worker would end; this prevents it.
    await using server = await startWithWorkers(
      folder.path,
      `process.on("SIGUSR2", () => {
        setTimeout(() => {}, 60_000);
        process.disconnect();
      });`,
    );
    // This worker is notified first. If that failed, the other one would not be notified.
    const worker = Math.min(...findWorkers(server));
    process.kill(worker, "SIGUSR2");
    await waitForEvents(server, "server.draining", 1);

    await publishTeachers(folder.path, 4);
    await waitForAnswer(server, "200, version 2");
    expect(server.stderr()).not.toContain("image.build_failed");

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

  test("rebuilds a lost image, for workers that start later", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    rmSync(imagesOf(folder.path), { recursive: true });
    for (const worker of findWorkers(server)) process.kill(worker, "SIGKILL");
    await waitForEvents(server, "image.built", 2);
    await waitForAnswer(server, "200, version 1");
    expect(existsSync(imageOf(folder.path))).toBe(true);
    expect(server.stderr()).not.toContain("version.given_up");
  });

  test("rebuilds an image that its workers can't open", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    const image = imageOf(folder.path);
    const garbage = join(folder.path, "garbage");
    writeFileSync(garbage, "garbage");
    renameSync(garbage, image);
    for (const worker of findWorkers(server)) process.kill(worker, "SIGKILL");
    await waitForEvents(server, "image.built", 2);
    await waitForAnswer(server, "200, version 1");
    await server.logged(`${image} is not an image`);
    expect(server.stderr().match(/worker\.died/g)).toHaveLength(2);
  });

  test("rebuilds a truncated image that has killed the workers that mapped it", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    {
      await using server = await startServer([], { folder: folder.path });
      await waitForAnswer(server, "200, version 1");
    }
    const image = imageOf(folder.path);
    await enlargeImage(image);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    const database = join(folder.path, "var/teachers.db");
    // Without the database nothing can be built, so the workers meet the truncated image.
    renameSync(database, `${database}.moved`);
    await waitForEvents(server, "database.unreachable", 1);
    truncateSync(image, 32_768);
    await waitFor(
      async () => {
        await summaryOf(server);
        return server.stderr();
      },
      (stderr) => stderr.split("ended=SIGBUS").length > 2,
      30_000,
    );
    await waitForEvents(server, "image.ignored", 2);
    renameSync(`${database}.moved`, database);
    await waitForAnswer(server, "200, version 1");
    expect(server.stderr()).toContain(`${image} is truncated`);
    expect(server.stderr().match(/worker\.died/g)).toHaveLength(2);
    await waitFor(
      () => findWorkers(server),
      ({ length }) => length === 2,
    );
  });

  test("checks the whole image if reading it has killed a worker", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    const image = imageOf(folder.path);
    // One byte differs while size and time are the same, as on a failing disk.
    const { atime, mtime, size } = statSync(image);
    const file = openSync(image, "r+");
    writeSync(file, "\u0001", size - 1);
    closeSync(file);
    utimesSync(image, atime, mtime);
    process.kill(findWorkers(server)[0]!, "SIGBUS");
    await waitForEvents(server, "image.built", 2);
    await waitForAnswer(server, "200, version 1");
    expect(server.stderr()).toMatch(/warn image\.ignored: .* section \S+ is damaged/);
  });
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
  expect(server.stderr()).not.toContain("version.given_up");
});
