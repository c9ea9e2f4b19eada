/** Who watches the server: the metrics and the access log, told of requests, and the metrics also of log events. */
import type { RequestObserver } from "../http/request-context.ts";
import { logAnswer } from "./access-log.ts";
import type { Log } from "./log.ts";
import type { LogEvent, LogFields } from "./log-events.ts";
import { indexOf, type Measurements, observe } from "./measurements.ts";
import { metrics } from "./metrics.ts";
import { countRequest, countSearch } from "./request-metrics.ts";

interface ObserverOptions {
  readonly hasMetrics: boolean;
  readonly accessLog: "names" | "values" | null;
  readonly log: Log;
}

/** What is told of requests; null if nobody watches. */
export function createObserver(
  measurements: Measurements,
  { hasMetrics, accessLog, log }: ObserverOptions,
): RequestObserver | null {
  if (!hasMetrics && accessLog === null) return null;
  return {
    onAnswered(answered) {
      if (hasMetrics) countRequest(measurements, answered);
      if (accessLog !== null) logAnswer(log, accessLog === "values", answered);
    },
    onSearch: (reading) => countSearch(measurements, reading),
  };
}

/** The log, with the events counted that metrics have. */
export function observeLog(log: Log, measurements: Measurements): Log {
  const count = (event: LogEvent, fields: LogFields<"image.built"> = {}): void => {
    if (event === "worker.died") measurements[indexOf("workerDeaths")]!++;
    if (event === "version.given_up") measurements[indexOf("givenUp")]!++;
    const outcome = event === "image.built" ? 0 : event === "image.build_failed" ? 1 : null;
    if (outcome === null || fields.ms === undefined) return;
    observe(measurements, indexOf("builds", outcome), metrics.builds.buckets, Number(fields.ms) / 1000);
  };
  return (event, fields) => {
    count(event, fields);
    log(event, fields);
  };
}
