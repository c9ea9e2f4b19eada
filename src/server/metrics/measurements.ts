/** The numbers of all metrics, in one array: they are counted on every request, and added for several processes. */
import { type MetricName, type MetricSpec, metrics } from "./metrics.ts";

/** The numbers of all metrics of a process; those of several processes can be added. */
export type Measurements = Float64Array;

/** A series: one combination of label values. A histogram has a number for each bucket, one for +Inf, and the sum. */
const seriesSizeOf = ({ buckets }: MetricSpec): number => (buckets === undefined ? 1 : buckets.length + 2);

const seriesCountOf = ({ labels }: MetricSpec): number =>
  Object.values(labels).reduce((count, values) => count * values.length, 1);

const starts = new Map<MetricSpec, number>();
let end = 0;
for (const metric of Object.values<MetricSpec>(metrics)) {
  starts.set(metric, end);
  end += seriesCountOf(metric) * seriesSizeOf(metric);
}

export const createMeasurements = (): Measurements => new Float64Array(end);

/** The index of a metric's number, or of the first one of a series, by the indexes of its label values in their order. */
export function indexOf(name: MetricName, ...labelIndexes: readonly number[]): number {
  const metric: MetricSpec = metrics[name];
  const sizes = Object.values(metric.labels).map((values) => values.length);
  const series = sizes.reduce((position, size, i) => position * size + labelIndexes[i]!, 0);
  return starts.get(metric)! + series * seriesSizeOf(metric);
}

/** Adds a value to a series of a histogram, which starts at the index. */
export function observe(measurements: Measurements, start: number, buckets: readonly number[], value: number): void {
  let bucket = 0;
  while (bucket < buckets.length && value > buckets[bucket]!) bucket++;
  measurements[start + bucket]!++;
  measurements[start + buckets.length + 1]! += value;
}

/** Adds the measurements of another process. */
export function addMeasurements(total: Measurements, others: ArrayLike<number>): void {
  for (let i = 0; i < end; i++) total[i]! += others[i]!;
}

/** Sets all gauges to 0: those of a process that has ended no longer count. */
export function forgetGauges(measurements: Measurements): void {
  for (const [metric, start] of starts) {
    if (metric.type === "gauge") measurements.fill(0, start, start + seriesCountOf(metric));
  }
}

/** A series with its label values, and its numbers. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly numbers: Measurements;
}

/** All series of a metric. */
export function listSeries(metric: MetricSpec, measurements: Measurements): Series[] {
  const size = seriesSizeOf(metric);
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(metric.labels)) {
    all = all.flatMap((labels) => values.map((value) => ({ ...labels, [name]: value })));
  }
  return all.map((labels, series) => {
    const start = starts.get(metric)! + series * size;
    return { labels, numbers: measurements.subarray(start, start + size) };
  });
}
