/** The measurements as text in the format of Prometheus. */
import { AggregatorRegistry } from "prom-client";
import { listSeries, type Measurements, type Series } from "./measurements.ts";
import { metrics } from "./metrics.ts";

/** Metrics with more series than this leave out those that have counted nothing. */
const zeroSeriesMax = 8;

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** The media type, and the text of all metrics. */
export async function renderMetrics(measurements: Measurements): Promise<{ contentType: string; text: string }> {
  const described = Object.values(metrics).map((metric) => {
    const { type, name, help } = metric;
    const all = listSeries(metric, measurements);
    const series = all.length > zeroSeriesMax ? all.filter(({ numbers }) => numbers.some((value) => value !== 0)) : all;
    const values = "buckets" in metric ? series.flatMap((one) => listBuckets(metric, one)) : series.flatMap(listValue);
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
function listBuckets(
  { name, buckets }: { readonly name: string; readonly buckets: readonly number[] },
  { labels, numbers }: Series,
): Value[] {
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
