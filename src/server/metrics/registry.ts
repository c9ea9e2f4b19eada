/** Creates the metrics of the table in a registry of prom-client. */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import { type MetricName, type MetricSpec, metrics } from "./metrics.ts";

/** The values of all metrics of one process, as prom-client gives them. They can be sent to another process. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Metrics with up to this many series show all of them from the start, others only those with a value. */
const zeroSeriesMax = 8;

/** A registry with the metrics of prom-client about the process itself. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Those of the runtime are about Node.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith("nodejs_")) registry.removeSingleMetric(name);
  }
  return registry;
}

export function createCounter(registry: Registry, name: MetricName): Counter {
  const counter = new Counter(configure(registry, name));
  for (const labels of listSeries(metrics[name])) counter.inc(labels, 0);
  return counter;
}

/** A gauge has no series until it is set. */
export function createGauge(registry: Registry, name: MetricName): Gauge {
  const gauge = new Gauge(configure(registry, name));
  // prom-client starts those without labels at 0.
  if (Object.keys(metrics[name].labels).length === 0) gauge.remove();
  return gauge;
}

/** Throws for a metric without buckets. */
export function createHistogram(registry: Registry, name: MetricName): Histogram {
  const { buckets }: MetricSpec = metrics[name];
  if (buckets === undefined) throw new TypeError(`The metric ${name} has no buckets`);
  const histogram = new Histogram({ ...configure(registry, name), buckets: [...buckets] });
  for (const labels of listSeries(metrics[name])) histogram.zero(labels);
  return histogram;
}

function configure(registry: Registry, metric: MetricName) {
  const { name, help, labels }: MetricSpec = metrics[metric];
  return { name, help, labelNames: Object.keys(labels), registers: [registry] };
}

/** The labels of all series; none if there are many, or if only a running server knows them. */
function listSeries({ labels }: MetricSpec): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels)) {
    all = all.flatMap((series) => values.map((value) => ({ ...series, [name]: value })));
  }
  return all.length > zeroSeriesMax ? [] : all;
}

/** One registry of the metrics of several processes. */
export function addSnapshots(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}
