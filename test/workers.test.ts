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
import { listImageFiles } from "./support/image-folder.ts";
import { findChildren } from "./support/processes.ts";
import { makeFolder, type Server, startServer, waitFor } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

// Other work on the machine makes processes slow to start.
setDefaultTimeout(60_000);

const isLinux = process.platform === "linux";

const publishTeachers = (folder: string, count: number): Promise<string> => publish(folder, makeTeachers(count));

/** What the list answers, short: `200, version 1`; or `not listening`. */
async function summaryOf({ origin }: Pick<Server, "origin">): Promise<string> {
  const response = await fetch(`${origin}/teachers/?limit=1`, { keepalive: false }).catch(() => null);
  if (response === null) return "not listening";
  await response.body?.cancel();
  return `${response.status}, version ${response.headers.get("dataset-version")?.replace(/-.*/, "")}`;
}

/** Waits until the list answers this. */
const waitForAnswer = (server: Server, wanted: string): Promise<string> =>
  waitFor(
    () => summaryOf(server),
    (answer) => answer === wanted,
    30_000,
  );

/** Waits until a server has logged an event so many times. */
const waitForEvents = (server: Server, event: string, times: number): Promise<string> =>
  waitFor(server.stderr, (stderr) => stderr.split(` ${event}: `).length > times, 30_000);

const imagesOf = (folder: string): string => join(folder, "var/teachers.db.images");

function imageOf(folder: string): string {
  const [name, ...others] = listImageFiles(imagesOf(folder));
  expect(others).toEqual([]);
  return join(imagesOf(folder), name!);
}

/** The processes that answer for a supervisor. */
function findWorkers({ process: { pid } }: Pick<Server, "process">): number[] {
  return findChildren(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "latin1").includes("\0serve-worker\0");
    } catch {
      return false;
    }
  });
}

/** Starts a supervisor of two whose workers run this first; the program itself goes on as ever. */
function startWithWorkers(folder: string, code: string, args: readonly string[] = []): Promise<Server> {
  return startWith(folder, `if (process.argv.includes("serve-worker")) {\n${code}\n}\n`, args);
}

/** Starts a supervisor of two; it and its workers run this first. */
function startWith(folder: string, code: string, args: readonly string[] = []): Promise<Server> {
  const file = join(folder, "preload.ts");
  writeFileSync(file, code);
  return startServer(["--workers", "2", ...args], { folder, environment: { BUN_OPTIONS: `--preload=${file}` } });
}

describe.skipIf(!isLinux)("a supervisor", () => {
  test("that is told to stop while a worker is to be started again starts none, and ends", async () => {
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
    // It waits longer after every death: by now for a second, so that it is told to stop before and drains beyond that.
    await waitForEvents(server, "worker.died", 3);
    rmSync(blocker);
    server.process.kill("SIGTERM");
    await waitFor(
      () => server.process.exitCode,
      (code) => code === 0,
    );
    expect(await summaryOf(server)).toBe("not listening");
  });

  test("tries again where the system has no process for a worker", async () => {
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
    // A worker that lets go ends; this keeps it from that.
    await using server = await startWithWorkers(
      folder.path,
      `process.on("SIGUSR2", () => {
        setTimeout(() => {}, 60_000);
        process.disconnect();
      });`,
    );
    // The one that is told first: where that fails, the other one hears nothing.
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

  test("has a lost image built again, for workers that start after that", async () => {
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

  test("has an image that its workers can't open built again", async () => {
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
    expect(server.stderr()).toContain(`${image} is not an image`);
    expect(server.stderr().match(/worker\.died/g)).toHaveLength(2);
  });

  test("has an image that was truncated built again, after its workers were killed by it", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    const image = imageOf(folder.path);
    const database = join(folder.path, "var/teachers.db");
    // While the database is away, nothing can be built: the workers meet the truncated image.
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

  test("checks the whole image when a worker is killed by reading it", async () => {
    using folder = makeFolder();
    await publishTeachers(folder.path, 3);
    await using server = await startServer(["--workers", "2"], { folder: folder.path });
    const image = imageOf(folder.path);
    // A byte that differs though the file has the same size and time, as where a disk fails.
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

test("a server whose images are removed answers as before and has the image built again, as soon as that works", async () => {
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
