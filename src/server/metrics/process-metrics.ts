/** What is measured of a process and of its service only when somebody asks, and the delay of the event loop. */
import type { Scheduler } from "../../directory/scheduler.ts";
import { ageSecondsOf } from "../../http/health-handlers.ts";
import type { PageCache } from "../../http/page-cache.ts";
import type { HealthState } from "../../http/request-context.ts";
import { indexOf, type Measurements, observe } from "./measurements.ts";
import { type MetricName, metrics } from "./metrics.ts";

function set(measurements: Measurements, values: Partial<Record<MetricName, number>>): void {
  for (const [name, value] of Object.entries(values)) measurements[indexOf(name as MetricName)] = value;
}

/** Measures a process that answers requests. */
export function measureAnswering(
  measurements: Measurements,
  {
    cache,
    scheduler,
    inFlight,
  }: { readonly cache: PageCache; readonly scheduler: Scheduler; readonly inFlight: number },
): void {
  const { bytes, hits, evictions } = cache.usage();
  set(measurements, {
    inFlight,
    cacheBytes: bytes,
    cacheHits: hits,
    cacheEvictions: evictions,
    searchesWaiting: scheduler.countWaiting(),
    searchesRefused: scheduler.countRefused(),
  });
}

export function measureMemory(measurements: Measurements): void {
  set(measurements, { residentMemory: process.memoryUsage.rss() });
}

/** Measures the state of the whole service. What is unknown is NaN, so it is not added to anything after this. */
export function measureState(measurements: Measurements, state: HealthState, imageBytes: number): void {
  const { directory, newestVersion, databaseReachable } = state;
  set(measurements, {
    databaseUp: Number(databaseReachable),
    versionNewest: newestVersion ?? Number.NaN,
    versionServed: directory?.publication.version ?? Number.NaN,
    teachers: directory?.publication.count ?? Number.NaN,
    dataAge: directory === null ? Number.NaN : ageSecondsOf(directory),
    imageBytes: directory === null ? Number.NaN : imageBytes,
  });
}

const loopIntervalMs = 100;

/** Measures the delay of the event loop until the process ends. */
export function watchLoop(measurements: Measurements): void {
  const start = indexOf("loopDelays");
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    observe(measurements, start, metrics.loopDelays.buckets, Math.max(0, now - last - loopIntervalMs) / 1000);
    last = now;
  };
  setInterval(tick, loopIntervalMs).unref();
}
