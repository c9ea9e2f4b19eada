/** Feeds the metrics and the access log with requests, and the metrics with log events. */
import type { AppOptions } from "../http/request-context.ts";
import { logAnswer } from "./access-log.ts";
import type { Log } from "./log.ts";
import type { LogEvent, LogFields } from "./log-events.ts";
import { indexOf, type Measurements, observe } from "./measurements.ts";
import { metrics } from "./metrics.ts";
import { countRequest, countSearch } from "./request-metrics.ts";

interface RecordOptions {
  readonly hasMetrics: boolean;
  readonly accessLog: "names" | "values" | null;
  readonly log: Log;
}

/** The callbacks of the app that count requests for the metrics and write the access log. */
export function createRequestRecords(
  measurements: Measurements,
  { hasMetrics, accessLog, log }: RecordOptions,
): Pick<AppOptions, "onAnswered" | "onSearch"> {
  return {
    onAnswered:
      !hasMetrics && accessLog === null
        ? null
        : (answered) => {
            if (hasMetrics) countRequest(measurements, answered);
            if (accessLog !== null) logAnswer(log, accessLog === "values", answered);
          },
    onSearch: (reading) => countSearch(measurements, reading),
  };
}

/** The log, with the events counted that metrics have. */
export function countLogEvents(log: Log, measurements: Measurements): Log {
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
