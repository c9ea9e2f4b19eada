/** The sums of all workers' metrics. The counts of a dead worker remain in the sums, so no counter decreases. */
import { setTimeout as sleep } from "node:timers/promises";
import { addSnapshots, type Snapshot } from "./registry.ts";

/** How long to wait for the answers of all workers. If one is late, its previous answer counts. */
const answerMs = 500;

/** Creates the sums; `ask` sends a worker the request for its metrics. */
export function createWorkerMetrics<Worker>(ask: (worker: Worker) => void) {
  let ended: Promise<Snapshot> = Promise.resolve([]);
  const latest = new Map<Worker, Snapshot>();
  /** The answers that are awaited. */
  const awaited = new Map<Worker, PromiseWithResolvers<void>>();

  function settle(worker: Worker): void {
    awaited.get(worker)?.resolve();
    awaited.delete(worker);
  }

  return {
    /** A worker has started. */
    add: (worker: Worker) => void latest.set(worker, []),
    /** A worker has sent its metrics. */
    receive(worker: Worker, snapshot: Snapshot): void {
      if (latest.has(worker)) latest.set(worker, snapshot);
      settle(worker);
    },
    /**
     * A worker has ended. Its counts since its last answer are lost. They were never reported, so no counter decreases.
     */
    remove(worker: Worker): void {
      const last = latest.get(worker) ?? [];
      latest.delete(worker);
      ended = ended.then((sums) => addSnapshots([sums, withoutGauges(last)]).getMetricsAsJSON());
      settle(worker);
    },
    /** Asks all workers. The result has the metrics of each, and the counters of those that have ended. */
    async collect(): Promise<readonly Snapshot[]> {
      const answers = Array.from(latest.keys(), (worker) => {
        const answer = awaited.get(worker) ?? Promise.withResolvers<void>();
        awaited.set(worker, answer);
        ask(worker);
        return answer.promise;
      });
      await Promise.race([Promise.all(answers), sleep(answerMs, undefined, { ref: false })]);
      return [await ended, ...latest.values()];
    },
  };
}

/** Removes gauges, because those of an ended process no longer count. */
function withoutGauges(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ type }) => String(type) !== "gauge");
}
