/** The metrics of a process that answers requests. */
import type { Scheduler } from "../../directory/scheduler.ts";
import type { Reading } from "../../domain/results.ts";
import type { PageCache } from "../../http/page-cache.ts";
import type { AnsweredRequest } from "../../http/request-context.ts";
import { answerTable, methodLabels, otherLabel, statusLabelOf } from "./metrics.ts";
import { createMetrics, createRegistry, type Snapshot, setTotal } from "./registry.ts";

/** Values that are read only when metrics are collected. */
export interface Usage {
  readonly cache: PageCache;
  readonly scheduler: Scheduler;
  /** The requests being answered. */
  readonly inFlight: number;
  /** The number of log lines that this process has dropped. */
  readonly linesDropped: number;
}

export type AnswerMetrics = ReturnType<typeof createAnswerMetrics>;

/**
 * Creates the metrics of this process, including the delay of its event loop, which is measured until the process ends.
 */
export function createAnswerMetrics() {
  const registry = createRegistry();
  const metrics = createMetrics(registry, answerTable);
  const { requests, durations, searches } = metrics;
  measureLoop((seconds) => metrics.loopDelays.observe(seconds));

  return {
    countRequest({ request, resource, status, ms }: AnsweredRequest): void {
      const route = resource?.path ?? otherLabel;
      const method = methodLabels.includes(request.method) ? request.method : otherLabel;
      requests.inc({ route, method, status: statusLabelOf(status) });
      durations.observe({ route }, ms / 1000);
    },
    onSearch: (reading: Reading | null) => searches.inc({ reading: reading ?? "none" }),
    read(usage: Usage): Promise<Snapshot> {
      const { bytes, hits, evictions } = usage.cache.usage();
      metrics.inFlight.set(usage.inFlight);
      metrics.cacheBytes.set(bytes);
      metrics.searchesWaiting.set(usage.scheduler.countWaiting());
      setTotal(metrics.cacheHits, hits);
      setTotal(metrics.cacheEvictions, evictions);
      setTotal(metrics.searchesRefused, usage.scheduler.countRefused());
      setTotal(metrics.logDropped, usage.linesDropped);
      return registry.getMetricsAsJSON();
    },
  };
}

const loopIntervalMs = 100;

/** Measures the delay of the event loop in seconds, ten times a second. */
function measureLoop(observe: (seconds: number) => void): void {
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    observe(Math.max(0, now - last - loopIntervalMs) / 1000);
    last = now;
  };
  setInterval(tick, loopIntervalMs).unref();
}
