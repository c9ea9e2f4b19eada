/** kill -9 at random moments of imports: the previous version remains complete and is served. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { summaryOf } from "./support/asking.ts";
import { writeTeachers } from "./support/generate/teachers.ts";
import { isLong } from "./support/long.ts";
import { makeFolder, run, start, startServer, waitFor } from "./support/program.ts";
import { anyContent } from "./support/publish.ts";

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
