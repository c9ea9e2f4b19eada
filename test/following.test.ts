/** A server follows publications while clients ask. */
import { expect, test } from "bun:test";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { makeFolder, startServer, waitFor } from "./support/program.ts";
import { importTeachers, makeTeachers, publish } from "./support/publish.ts";

test("serve follows the publications, with every answer 200 and of one version", async () => {
  using folder = makeFolder();
  // Version v has 1000 * v teachers, all of them with the degree `ступінь v`.
  const contentOf = (version: number): StoredTeacher[] => makeTeachers(1000 * version, `ступінь ${version}`);
  await publish(folder.path, contentOf(1));
  await using server = await startServer([], { folder: folder.path });
  const seen = new Set<number>();
  let done = false;

  async function ask(connection: number): Promise<void> {
    // Each client sends at least 25 requests, even if the publications take less time.
    for (let i = 0; !done || i < 25; i++) {
      const path = `/teachers/?limit=7&offset=${(i * 131 + connection) % 900}`;
      const response = await fetch(server.origin + path);
      expect(response.status).toBe(200);
      const version = Number.parseInt(response.headers.get("dataset-version")!, 10);
      const { count, results } = (await response.json()) as { count: number; results: StoredTeacher[] };
      expect(count).toBe(1000 * version);
      const degrees = new Set(results.map(({ degree }) => degree));
      expect([...degrees]).toEqual([`ступінь ${version}`]);
      seen.add(version);
      // Leaves processor time to the builder and the import.
      await Bun.sleep(10);
    }
  }

  const clients = Promise.all([1, 2, 3, 4].map(ask)).finally(() => {
    done = true;
  });
  for (const version of [1, 2, 3, 4, 5]) {
    if (version > 1) await importTeachers(folder.path, contentOf(version));
    await waitFor(
      () => done || seen.has(version),
      (isThere) => isThere,
    );
  }
  done = true;
  await clients;
  expect([...seen]).toEqual([1, 2, 3, 4, 5]);
  expect(server.stderr()).not.toMatch(/warn|error/);
});
