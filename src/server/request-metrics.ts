/** Counts requests and searches. Called on every request, so it only adds to plain numbers. */
import { type Resource, resources } from "../contract/resources.ts";
import { type Reading, readings } from "../domain/readings.ts";
import type { AnsweredRequest } from "../http/request-context.ts";
import { indexOf, type Measurements, observe } from "./measurements.ts";
import { metrics, otherLabel } from "./metrics.ts";

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

export function countRequest(measurements: Measurements, { request, resource, status, ms }: AnsweredRequest): void {
  const route = routeIndexes.get(resource) ?? otherRoute;
  const method = methods.indexOf(request.method);
  // The first status class is 2xx.
  const offset = (method === -1 ? otherMethod : method) * metrics.requests.labels.status.length;
  measurements[requestStarts[route]! + offset + Math.floor(status / 100) - 2]!++;
  observe(measurements, durationStarts[route]!, metrics.durations.buckets, ms / 1000);
}

export function countSearch(measurements: Measurements, reading: Reading | null): void {
  measurements[searchStart + (reading === null ? readings.length : readings.indexOf(reading))]!++;
}
