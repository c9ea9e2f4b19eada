/** Creates the metrics of a table in a registry of prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { MetricSpec, MetricTable } from "./metrics.ts";

/**
 * A metric with up to this many series shows all of them from the start. Other metrics show only series with a value.
 */
const zeroSeriesMax = 8;

/** A registry with the metrics of prom-client about the process itself. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The metrics of the runtime describe Node.js, not Bun.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith("nodejs_")) registry.removeSingleMetric(name);
  }
  return registry;
}

interface MetricTypes {
  readonly counter: Counter;
  readonly gauge: Gauge;
  readonly histogram: Histogram;
}

/** Creates the metrics of a table. */
export function createMetrics<Table extends MetricTable>(registry: Registry, table: Table) {
  const created = Object.entries(table).map(([name, spec]) => [name, createMetric(registry, spec)]);
  return Object.fromEntries(created) as { readonly [Name in keyof Table]: MetricTypes[Table[Name]["type"]] };
}

function createMetric(registry: Registry, spec: MetricSpec): Counter | Gauge | Histogram {
  const { type, name, help, labels, buckets } = spec;
  const configuration = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  if (type === "counter") {
    const counter = new Counter(configuration);
    for (const series of listSeries(spec)) counter.inc(series, 0);
    return counter;
  }
  if (type === "histogram") {
    const histogram = new Histogram({ ...configuration, buckets: [...buckets] });
    for (const series of listSeries(spec)) histogram.zero(series);
    return histogram;
  }
  const gauge = new Gauge(configuration);
  // A gauge has no series until it is set, but prom-client starts gauges without labels at 0.
  if (Object.keys(labels).length === 0) gauge.remove();
  return gauge;
}

/** The labels of all series; none if there are many, or if they are known only at run time. */
function listSeries({ labels }: MetricSpec): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels)) {
    all = all.flatMap((series) => values.map((value) => ({ ...series, [name]: value })));
  }
  return all.length > zeroSeriesMax ? [] : all;
}

/** Sets a counter to a total that is counted elsewhere. */
export function setTotal(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}
