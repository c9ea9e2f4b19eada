import { expect, test } from "bun:test";
import { waitFor } from "./program.ts";
import { startStopWatch } from "./stop-watch.ts";

test("startStopWatch() counts the time, but hardly a pause of this process", async () => {
  const start = performance.now();
  using watch = startStopWatch();
  await waitFor(
    () => watch.elapsedMs(),
    (ms) => ms >= 100,
  );
  expect(performance.now() - start).toBeGreaterThanOrEqual(100);

  const before = watch.elapsedMs();
  // Blocks the process, as a paused machine does.
  for (const end = performance.now() + 300; performance.now() < end; );
  expect(watch.elapsedMs() - before).toBeCloseTo(50);
});
