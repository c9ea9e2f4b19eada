/** The measurements as text in the format of Prometheus. */
import { AggregatorRegistry } from "prom-client";
import type { ListedDatabase } from "../../store/engine.ts";
import { listSeries, type Measurements, type Series } from "./measurements.ts";
import { type MetricSpec, metrics } from "./metrics.ts";

/** Metrics with more series than this leave out those that have counted nothing. */
const zeroSeriesMax = 8;

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** The media type, and the text of all metrics. */
export async function renderMetrics(
  measurements: Measurements,
  databases: readonly ListedDatabase[],
): Promise<{ contentType: string; text: string }> {
  const described = Object.values<MetricSpec>(metrics).map((metric) => {
    const { type, name, help, buckets, shows } = metric;
    if (shows !== undefined) {
      const values = databases.map((database) => ({ labels: { database: database.label }, value: +database[shows] }));
      // Two URLs of one database, with different roles, are one series.
      return { type, name, help, aggregator: "max", values };
    }
    const all = listSeries(metric, measurements);
    const series = all.length > zeroSeriesMax ? all.filter(({ numbers }) => numbers.some((value) => value !== 0)) : all;
    const values = series.flatMap((one) => (buckets === undefined ? listValue(one) : listBuckets(name, buckets, one)));
    return { type, name, help, aggregator: "sum", values };
  });
  const registry = AggregatorRegistry.aggregate([described]);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** The value of a counter or gauge; none where it is unknown. */
function listValue({ labels, numbers: [value = Number.NaN] }: Series): Value[] {
  return Number.isNaN(value) ? [] : [{ labels, value }];
}

/** The cumulative buckets, the sum and the count of a histogram. */
function listBuckets(name: string, buckets: readonly number[], { labels, numbers }: Series): Value[] {
  let count = 0;
  const bounds = [...buckets, "+Inf"].map((le, i) => {
    count += numbers[i]!;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...bounds,
    { metricName: `${name}_sum`, labels, value: numbers[buckets.length + 1]! },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
