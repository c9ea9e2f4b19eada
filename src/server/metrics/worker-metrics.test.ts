import { expect, test } from "bun:test";
import { createMeasurements, indexOf } from "./measurements.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

/** What a worker tells: requests counted, and requests in flight. */
function measured(requests: number, inFlight: number): number[] {
  const measurements = createMeasurements();
  measurements[indexOf("requests", 0, 0, 0)] = requests;
  measurements[indexOf("inFlight")] = inFlight;
  return Array.from(measurements);
}

/** Workers that answer with what the table says; those without an entry do not answer. */
function createWorkers(answers: Map<string, number[]>) {
  const metrics = createWorkerMetrics((worker: string) => {
    const answer = answers.get(worker);
    if (answer !== undefined) queueMicrotask(() => metrics.receive(worker, answer));
  });
  return {
    ...metrics,
    async sums() {
      const total = await metrics.collect();
      return [total[indexOf("requests", 0, 0, 0)], total[indexOf("inFlight")]];
    },
  };
}

test("adds up what all workers tell", async () => {
  const workers = createWorkers(
    new Map([
      ["a", measured(3, 1)],
      ["b", measured(4, 2)],
    ]),
  );
  expect(await workers.sums()).toEqual([0, 0]);
  workers.add("a");
  workers.add("b");
  expect(await workers.sums()).toEqual([7, 3]);
  expect(await Promise.all([workers.sums(), workers.sums()])).toEqual([
    [7, 3],
    [7, 3],
  ]);
});

test("keeps what a worker counted, and forgets its gauges, when it ends", async () => {
  const answers = new Map([["a", measured(3, 1)]]);
  const workers = createWorkers(answers);
  workers.add("a");
  expect(await workers.sums()).toEqual([3, 1]);
  workers.remove("a");
  // A message that was still under way.
  workers.receive("a", measured(4, 1));
  expect(await workers.sums()).toEqual([3, 0]);
  answers.set("b", measured(2, 1));
  workers.add("b");
  expect(await workers.sums()).toEqual([5, 1]);
});

test("counts a worker that does not answer with its last numbers", async () => {
  const answers = new Map([
    ["a", measured(3, 1)],
    ["b", measured(4, 2)],
  ]);
  const workers = createWorkers(answers);
  workers.add("a");
  workers.add("b");
  await workers.collect();
  answers.delete("b");
  answers.set("a", measured(30, 0));
  expect(await workers.sums()).toEqual([34, 2]);
});

test("does not wait for a worker that ends", async () => {
  const workers = createWorkers(new Map());
  workers.add("a");
  const sums = workers.sums();
  workers.remove("a");
  // Before any timer of it.
  const nextTurn = new Promise((resolve) => setImmediate(resolve, "still waiting"));
  expect(await Promise.race([sums, nextTurn])).toEqual([0, 0]);
});
