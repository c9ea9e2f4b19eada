/** How soon a server serves what is published. It runs alone, because its bound is a time. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { imagesOf, listImageFiles } from "./support/image-folder.ts";
import { makeFolder, startServer, waitFor } from "./support/program.ts";
import { importTeachers, makeTeachers, publish } from "./support/publish.ts";
import { startStopWatch } from "./support/stop-watch.ts";

// Other work on the machine makes processes slow to start.
setDefaultTimeout(60_000);

test.each(["1", "2"])(
  "serve follows the publications within 2 s, with every answer 200 and of one version, with --workers %s",
  async (workers) => {
    using folder = makeFolder();
    // Version v has 1000 * v teachers, all of them with the degree `ступінь v`.
    const contentOf = (version: number): StoredTeacher[] => makeTeachers(1000 * version, `ступінь ${version}`);
    await publish(folder.path, contentOf(1));
    await using server = await startServer(["--workers", workers], { folder: folder.path });
    const seen = new Set<number>();
    let requests = 0;
    let done = false;

    async function ask(connection: number): Promise<void> {
      for (let i = 0; !done; i++) {
        const path = `/teachers/?limit=7&offset=${(i * 131 + connection) % 900}`;
        const response = await fetch(server.origin + path);
        expect(response.status).toBe(200);
        const version = Number.parseInt(response.headers.get("dataset-version")!, 10);
        const { count, results } = (await response.json()) as { count: number; results: StoredTeacher[] };
        expect(count).toBe(1000 * version);
        const degrees = new Set(results.map(({ degree }) => degree));
        expect([...degrees]).toEqual([`ступінь ${version}`]);
        seen.add(version);
        requests++;
        // Leaves processor time to the builder and the import.
        await Bun.sleep(1);
      }
    }

    const clients = Promise.all([1, 2, 3, 4].map(ask)).finally(() => {
      done = true;
    });
    for (const version of [2, 3, 4, 5]) {
      await importTeachers(folder.path, contentOf(version));
      using watch = startStopWatch();
      await waitFor(
        () => done || seen.has(version),
        (isThere) => isThere,
        5000,
      );
      expect(watch.elapsedMs()).toBeLessThan(2000);
    }
    done = true;
    await clients;
    expect([...seen]).toEqual([1, 2, 3, 4, 5]);
    expect(requests).toBeGreaterThan(100);
    expect(server.stderr()).not.toMatch(/warn|error/);
    await waitFor(
      () => listImageFiles(imagesOf(folder.path)),
      ({ length }) => length === 1,
    );
  },
);
