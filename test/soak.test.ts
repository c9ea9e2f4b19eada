/** A server under load while versions are published, in the long form; bench/soak.ts does it for longer. */
import { expect, test } from "bun:test";
import { isLong } from "./support/long.ts";
import { tellsMemory } from "./support/memory.ts";
import { makeFolder } from "./support/program.ts";
import { quarterMeans, soak } from "./support/soak.ts";

/** The last quarter may take this much more memory than the second, because garbage collections vary. */
const growthMax = 1.3;

test.if(isLong)("answers are whole and from one version under any load", async () => {
  using folder = makeFolder();
  const report = await soak({
    folder: folder.path,
    seconds: 120,
    requestsPerSecond: 2000,
    secondsPerImport: 10,
  });
  expect(report.failures.slice(0, 10)).toEqual([]);
  // Without requests, the test has proved nothing.
  expect(report.requests).toBeGreaterThan(0);
  expect(report.downloads).toBeGreaterThan(0);
  expect(report.imports).toBeGreaterThan(1);
  if (!tellsMemory) return;
  const [, second, , last] = quarterMeans(report.memory, "resident") as [number, number, number, number];
  expect(last / second).toBeLessThan(growthMax);
});
