/** The metrics of all workers together. What a worker counted stays in the sums after its death, so no counter falls. */
import { addMeasurements, createMeasurements, forgetGauges, type Measurements } from "./measurements.ts";

/** How long all workers together may take to answer. After that, the last answer of a worker counts. */
const answerMs = 500;

interface Round {
  readonly missing: Set<unknown>;
  readonly resolve: () => void;
}

export interface WorkerMetrics<Worker> {
  /** A worker has started. */
  add(worker: Worker): void;
  /** A worker has told what it measured so far. */
  receive(worker: Worker, measured: readonly number[]): void;
  /** A worker has ended. What it counted since its last answer is lost, and was never shown to anybody. */
  remove(worker: Worker): void;
  /** Asks all workers, and adds up what they and their predecessors measured. */
  collect(): Promise<Measurements>;
}

/** Creates the sums; `ask` sends a worker the request to tell what it measured. */
export function createWorkerMetrics<Worker>(ask: (worker: Worker) => void): WorkerMetrics<Worker> {
  const ended = createMeasurements();
  const latest = new Map<Worker, Measurements>();
  const rounds = new Set<Round>();

  function settle(worker: Worker): void {
    for (const { missing, resolve } of rounds) {
      missing.delete(worker);
      if (missing.size === 0) resolve();
    }
  }

  return {
    add: (worker) => void latest.set(worker, createMeasurements()),
    receive(worker, measured) {
      if (latest.has(worker)) latest.set(worker, Float64Array.from(measured));
      settle(worker);
    },
    remove(worker) {
      const measured = latest.get(worker);
      if (measured !== undefined) {
        forgetGauges(measured);
        addMeasurements(ended, measured);
        latest.delete(worker);
      }
      settle(worker);
    },
    async collect() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const round = { missing: new Set(latest.keys()), resolve };
      rounds.add(round);
      for (const worker of latest.keys()) ask(worker);
      if (latest.size === 0) resolve();
      const timer = setTimeout(resolve, answerMs);
      await promise;
      clearTimeout(timer);
      rounds.delete(round);
      const total = ended.slice();
      for (const measured of latest.values()) addMeasurements(total, measured);
      return total;
    },
  };
}
