import { describe, expect, test } from "bun:test";
import { addMeasurements, createMeasurements, forgetGauges, indexOf, listSeries, observe } from "./measurements.ts";
import { type MetricName, type MetricSpec, metrics } from "./metrics.ts";

const names = Object.keys(metrics) as MetricName[];

test("every number of every series has an index of its own, and all are used", () => {
  const measurements = createMeasurements();
  for (const name of names) for (const { numbers } of listSeries(metrics[name], measurements)) numbers.fill(1);
  expect([...measurements]).toEqual(Array(measurements.length).fill(1));
  const sizes = names.flatMap((name) => listSeries(metrics[name], measurements).map(({ numbers }) => numbers.length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(measurements.length);
});

test("indexOf() is the first number of the series with these label values", () => {
  const measurements = createMeasurements();
  measurements[indexOf("requests", 2, 1, 3)] = 7;
  const counted = listSeries(metrics.requests, measurements).filter(({ numbers }) => numbers[0] !== 0);
  expect(counted.map(({ labels, numbers }) => ({ labels, value: numbers[0] }))).toEqual([
    { labels: { route: "/teachers/{id}/", method: "HEAD", status: "5xx" }, value: 7 },
  ]);
});

test.each<[value: number, bucket: number]>([
  [0, 0],
  [0.25, 0],
  [0.26, 1],
  [1800, 9],
  [1801, 10],
])("observe() counts %d in bucket %i, and adds it to the sum", (value, bucket) => {
  const measurements = createMeasurements();
  const { buckets } = metrics.builds;
  observe(measurements, indexOf("builds", 1), buckets, value);
  const [built, failed] = listSeries(metrics.builds, measurements).map(({ numbers }) => [...numbers]);
  expect(built).toEqual(Array(buckets.length + 2).fill(0));
  const wanted = Array<number>(buckets.length + 2).fill(0);
  wanted[bucket] = 1;
  wanted[buckets.length + 1] = value;
  expect(failed).toEqual(wanted);
});

test("addMeasurements() adds, and forgetGauges() leaves only what is counted", () => {
  const measurements = createMeasurements().fill(1);
  addMeasurements(measurements, createMeasurements().fill(2));
  forgetGauges(measurements);
  for (const name of names) {
    const wanted = metrics[name].type === "gauge" ? 0 : 3;
    for (const { numbers } of listSeries(metrics[name], measurements)) {
      expect([...numbers], name).toEqual(Array(numbers.length).fill(wanted));
    }
  }
});

describe("the metric", () => {
  test.each(Object.values<MetricSpec>(metrics).map((metric) => [metric.name, metric] as const))(
    "%s is named as Prometheus advises",
    (name, { type, help, labels, buckets = [] }) => {
      expect(name).toMatch(/^teachers_[a-z_]+$/);
      expect(name.endsWith("_total")).toBe(type === "counter");
      expect(type === "histogram").toBe(buckets.length > 0);
      expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
      expect(help).toMatch(/^[A-Z0-9].*\.$/);
      if (type === "gauge") expect(Object.values(labels).flat()).toEqual([]);
    },
  );
});
