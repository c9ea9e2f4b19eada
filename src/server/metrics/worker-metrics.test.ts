import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { answerTable } from "./metrics.ts";
import { addSnapshots, createMetrics, type Snapshot } from "./registry.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

/** The metrics that a worker sends: searches refused, and requests in flight. */
async function measured(refused: number, inFlight: number): Promise<Snapshot> {
  const registry = new Registry();
  const metrics = createMetrics(registry, answerTable);
  metrics.searchesRefused.inc(refused);
  metrics.inFlight.set(inFlight);
  return await registry.getMetricsAsJSON();
}

/** Workers that answer with their entry in the table. Workers without an entry do not answer. */
function createWorkers(answers: Map<string, Snapshot>) {
  const metrics = createWorkerMetrics((worker: string) => {
    const answer = answers.get(worker);
    if (answer !== undefined) queueMicrotask(() => metrics.receive(worker, answer));
  });
  return {
    ...metrics,
    async sums() {
      const all = await addSnapshots(await metrics.collect()).getMetricsAsJSON();
      return ["teachers_searches_refused_total", "teachers_http_requests_in_flight"].map(
        (name) => all.find((metric) => metric.name === name)?.values[0]?.value ?? 0,
      );
    },
  };
}

test("adds up the metrics of all workers", async () => {
  const workers = createWorkers(
    new Map([
      ["a", await measured(3, 1)],
      ["b", await measured(4, 2)],
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
  const answers = new Map([["a", await measured(3, 1)]]);
  const workers = createWorkers(answers);
  workers.add("a");
  expect(await workers.sums()).toEqual([3, 1]);
  workers.remove("a");
  // This message was still in transit when the worker ended.
  workers.receive("a", await measured(4, 1));
  expect(await workers.sums()).toEqual([3, 0]);
  answers.set("b", await measured(2, 1));
  workers.add("b");
  expect(await workers.sums()).toEqual([5, 1]);
});

test("uses the last values of a worker that does not answer", async () => {
  const answers = new Map([
    ["a", await measured(3, 1)],
    ["b", await measured(4, 2)],
  ]);
  const workers = createWorkers(answers);
  workers.add("a");
  workers.add("b");
  await workers.collect();
  answers.delete("b");
  answers.set("a", await measured(30, 0));
  expect(await workers.sums()).toEqual([34, 2]);
});

test("does not wait for a worker that ends", async () => {
  const workers = createWorkers(new Map());
  workers.add("a");
  const sums = workers.sums();
  workers.remove("a");
  // The next turn of the event loop comes before any timer of `sums()`.
  const nextTurn = new Promise((resolve) => setImmediate(resolve, "still waiting"));
  expect(await Promise.race([sums, nextTurn])).toEqual([0, 0]);
});
