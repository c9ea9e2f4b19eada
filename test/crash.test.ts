/** kill -9 at random moments of imports and image builds: the previous version remains complete and is served. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { builderVariables } from "../src/server/images/build-image.ts";
import { summaryOf } from "./support/asking.ts";
import { writeTeachers } from "./support/generate/teachers.ts";
import { listImageFiles } from "./support/image-folder.ts";
import { isLong } from "./support/long.ts";
import { findChildren, findProcess } from "./support/processes.ts";
import { makeFolder, run, type Server, start, startServer, waitFor } from "./support/program.ts";
import { anyContent, publish } from "./support/publish.ts";

const count = isLong ? 200_000 : 10_000;
const kills = isLong ? 20 : 4;

/** One random point in each of `kills` equal parts of the range from 0 to 1, in random order. */
function choosePoints(parts: number): number[] {
  const points = Array.from({ length: parts }, (_, i) => fc.nat({ max: 999 }).map((n) => (i + n / 1000) / parts));
  const shuffled = fc.noBias(fc.tuple(...points)).chain((all) => fc.shuffledSubarray(all, { minLength: parts }));
  return fc.sample(shuffled, 1)[0]!;
}

interface Cost {
  /** The elapsed time. */
  readonly elapsedMs: number;
  /** The processor time. */
  readonly workMs: number;
}

/** Runs a command that must succeed, and returns the time it took. */
async function measure(args: readonly string[], folder: string): Promise<Cost> {
  const begin = performance.now();
  await using program = start(args, { folder });
  const { exitCode, stderr } = await program.finished;
  expect(exitCode, stderr).toBe(0);
  const workMs = Number(program.process.resourceUsage()!.cpuTime.total) / 1000;
  return { elapsedMs: performance.now() - begin, workMs };
}

interface Status {
  readonly version: number;
  readonly digest: string;
}

async function readStatus(folder: string): Promise<Status> {
  const { stdout } = await run(["status"], { folder });
  const match = /^Version +(\d+) .*^Digest +(\w+) /ms.exec(stdout);
  if (match === null) throw new Error(`Not a status: ${stdout}`);
  return { version: Number(match[1]), digest: match[2]! };
}

test("kill -9 of an import at random moments leaves the previous version served, and the next import works", async () => {
  using folder = makeFolder();
  const files = ["a.csv", "b.csv"] as const;
  for (const [i, name] of files.entries()) writeTeachers(join(folder.path, name), count, i + 1);
  await measure(["import", "a.csv"], folder.path);
  await measure(["import", "a.csv", "--database", "sqlite:copy.db"], folder.path);
  let { elapsedMs } = await measure(["import", "b.csv", ...anyContent, "--database", "sqlite:copy.db"], folder.path);
  await using server = await startServer([], { folder: folder.path });

  let published = await readStatus(folder.path);
  /** The file to publish. */
  let current = 0;
  const points = choosePoints(kills);
  for (let killed = 0; killed < kills; ) {
    const begin = performance.now();
    await using importing = start(["import", files[1 - current]!, ...anyContent], { folder: folder.path });
    await Promise.race([Bun.sleep(points[killed]! * elapsedMs), importing.process.exited]);
    const answerBefore = await summaryOf(server);
    importing.process.kill("SIGKILL");
    await importing.process.exited;
    // The machine was busier during the measurement, so this import finished. The next one is killed at this point.
    if (importing.process.signalCode === "SIGKILL") killed++;
    else elapsedMs = performance.now() - begin;

    const found = await readStatus(folder.path);
    if (found.version === published.version) {
      expect(found).toEqual(published);
      const wanted = `200, version ${published.version}, ${count} teachers`;
      expect([answerBefore, await summaryOf(server)]).toEqual([wanted, wanted]);
    } else {
      // The import had been committed, so the new version must be complete.
      expect(found.version).toBe(published.version + 1);
      published = found;
      current = 1 - current;
      await waitFor(
        () => summaryOf(server),
        (answer) => answer === `200, version ${found.version}, ${count} teachers`,
      );
    }
  }

  await measure(["import", files[1 - current]!, ...anyContent], folder.path);
  const last = await readStatus(folder.path);
  expect(last.version).toBe(published.version + 1);
  await waitFor(
    () => summaryOf(server),
    (answer) => answer === `200, version ${last.version}, ${count} teachers`,
  );
  expect(server.stderr()).not.toMatch(/ (?:warn|error) /);
  await server.stop();

  using database = new Database(join(folder.path, "var/teachers.db"), { readonly: true });
  expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  const versions = database.query("select version, digest, added + changed as written from publication").all();
  expect(versions).toHaveLength(last.version);
  const written = (versions as { written: number }[]).reduce((sum, row) => sum + row.written, 0);
  expect(database.query("select count(*) as n from teacher").get()).toEqual({ n: written });
  expect(new Set((versions as Status[]).map(({ digest }) => digest)).size).toBe(2);
});

const isLinux = process.platform === "linux";

/** Kills a process without a chance to clean up. It may have ended already. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

/** Publishes version 1 with three teachers, and writes a file with many. */
async function prepare(folder: string): Promise<void> {
  writeTeachers(join(folder, "many.csv"), count);
  await publish(
    folder,
    [1, 2, 3].map((id) => storedTeacher({ id, last_name: "Шевченко", first_name: "Олена" })),
  );
}

const before = "200, version 1, 3 teachers";
const after = `200, version 2, ${count} teachers`;

test.skipIf(!isLinux)(
  "kill -9 of the builder at random moments leaves the previous version served until the new one is built",
  async () => {
    using folder = makeFolder();
    await prepare(folder.path);
    await using servers = new AsyncDisposableStack();
    // Each server has its own images, and so its own builder. Builders wait longer after every failure.
    const folders = ["1", "2", "3", "4"].map((name) => join(folder.path, "images", name));
    const started = await Promise.all(
      folders.map(async (images) => servers.use(await startServer(["--data-dir", images], { folder: folder.path }))),
    );
    await measure(["import", "many.csv", "--database", "sqlite:copy.db"], folder.path);
    const environment = {
      [builderVariables.database]: `sqlite:${join(folder.path, "copy.db")}`,
      [builderVariables.folder]: join(folder.path, "copy.images"),
    };
    const { process: builder } = start(["build-image"], { folder: folder.path, environment });
    expect(await builder.exited).toBe(0);
    const workMs = Number(builder.resourceUsage()!.cpuTime.total) / 1000;
    const points = choosePoints(kills);
    const killsEach = kills / started.length;

    /** Kills the builders of a server one after another, each after a given share of its work. Returns their number. */
    async function killBuilders(server: Server, ownPoints: readonly number[]): Promise<number> {
      const seen = new Set<number>();
      for (const point of ownPoints) {
        const findNew = () => findChildren(server.process.pid).find((pid) => !seen.has(pid));
        let answer = before;
        const builder = await waitFor(
          async () => {
            answer = await summaryOf(server);
            return findNew();
          },
          (found) => found !== undefined || answer === after,
          { intervalMs: 10 },
        );
        // The last builder was killed after its work was done, or had less work than the measured one.
        if (builder === undefined) break;
        seen.add(builder);
        // Measured in processor time, because four builders and the import share the processors.
        const doneMs = () => findProcess(builder)?.workMs ?? Number.POSITIVE_INFINITY;
        await waitFor(doneMs, (ms) => ms >= point * 0.75 * workMs, { intervalMs: 5 });
        kill(builder);
        expect([before, after]).toContain(await summaryOf(server));
      }
      await waitFor(
        () => summaryOf(server),
        (answer) => answer === after,
      );
      return server.stderr().match(/image\.build_failed.*The builder ended with SIGKILL/g)?.length ?? 0;
    }

    const [, ...killed] = await Promise.all([
      measure(["import", "many.csv", ...anyContent], folder.path),
      ...started.map((server, i) => killBuilders(server, points.slice(i * killsEach, (i + 1) * killsEach))),
    ]);
    // If no builder was killed, the test has proved nothing.
    expect(killed.reduce((sum, own) => sum + own)).toBeWithin(1, kills + 1);
    for (const images of folders) {
      await waitFor(
        () => listImageFiles(images),
        ({ length }) => length === 1,
      );
      expect(listImageFiles(images)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.\d+\.image$/)]);
    }
    expect((await run(["status"], { folder: folder.path })).stdout).toContain(
      `Teachers   ${count.toLocaleString("en")} (`,
    );
  },
);

test.skipIf(!isLinux)(
  "kill -9 of a server and its builder leaves no half image, and both versions are served",
  async () => {
    using folder = makeFolder();
    await prepare(folder.path);
    const images = join(folder.path, "var/teachers.db.images");
    const findUnfinished = () => listImageFiles(images).filter((name) => name.endsWith(".tmp"));
    writeTeachers(join(folder.path, "others.csv"), count, 2);
    let version = 1;
    {
      await using server = await startServer([], { folder: folder.path });
      const hasLogged = (pattern: RegExp) => () => pattern.test(server.stderr());
      // On a busy machine, the image may be finished before the test sees its builder. Then the test tries the next
      // version.
      while (!hasLogged(/The builder ended with SIGKILL/)()) {
        const importing = measure(
          ["import", version % 2 === 1 ? "many.csv" : "others.csv", ...anyContent],
          folder.path,
        );
        const isServed = hasLogged(new RegExp(`version\\.served: .* version=${++version} `));
        const isWriting = () => findUnfinished().length > 0;
        await waitFor(() => isWriting() || isServed(), Boolean, { program: server, intervalMs: 2 });
        if (isWriting()) for (const pid of findChildren(server.process.pid)) kill(pid);
        // A parent that is killed before its child has ended leaves a zombie, which counts as alive.
        await waitFor(() => hasLogged(/The builder ended with SIGKILL/)() || isServed(), Boolean, { program: server });
        await importing;
      }
      kill(server.process.pid);
    }
    expect(findUnfinished()).toHaveLength(1);
    await using server = await startServer([], { folder: folder.path });
    await server.logged(new RegExp(`served: .* version=${version - 1} .*served: .* version=${version} `, "s"));
    expect(await summaryOf(server)).toBe(`200, version ${version}, ${count} teachers`);
    await waitFor(
      () => listImageFiles(images),
      ({ length }) => length === 1,
    );
    expect(findUnfinished()).toEqual([]);
  },
);
