/** Feeds the metrics and the access log with requests, and the metrics with log events. */
import { type Resource, resources } from "../../contract/resources.ts";
import { type Reading, readings } from "../../domain/readings.ts";
import type { AnsweredRequest, AppOptions } from "../../http/request-context.ts";
import { logAnswer } from "../log/access-log.ts";
import type { Log } from "../log/log.ts";
import type { LogEvent, LogFields } from "../log/log-events.ts";
import { indexOf, type Measurements, observe } from "./measurements.ts";
import { metrics, otherLabel } from "./metrics.ts";

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

const routeIndexes = new Map<Resource | null, number>(
  Object.values<Resource>(resources).map((resource, route) => [resource, route]),
);
const otherRoute = metrics.requests.labels.route.indexOf(otherLabel);

const methods: readonly string[] = metrics.requests.labels.method;
const otherMethod = methods.indexOf(otherLabel);

/** By route, the index of its first counter and of its histogram. */
const requestStarts = metrics.requests.labels.route.map((_, route) => indexOf("requests", route, 0, 0));
const durationStarts = metrics.durations.labels.route.map((_, route) => indexOf("durations", route));
const searchStart = indexOf("searches", 0);

function countRequest(measurements: Measurements, { request, resource, status, ms }: AnsweredRequest): void {
  const route = routeIndexes.get(resource) ?? otherRoute;
  const method = methods.indexOf(request.method);
  // The first status class is 2xx.
  const offset = (method === -1 ? otherMethod : method) * metrics.requests.labels.status.length;
  measurements[requestStarts[route]! + offset + Math.floor(status / 100) - 2]!++;
  observe(measurements, durationStarts[route]!, metrics.durations.buckets, ms / 1000);
}

function countSearch(measurements: Measurements, reading: Reading | null): void {
  measurements[searchStart + (reading === null ? readings.length : readings.indexOf(reading))]!++;
}
