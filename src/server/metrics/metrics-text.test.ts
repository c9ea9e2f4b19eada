import { expect, test } from "bun:test";
import { createMeasurements, indexOf, observe } from "./measurements.ts";
import { metrics } from "./metrics.ts";
import { renderMetrics } from "./metrics-text.ts";

test("renderMetrics() gives each metric its help and type", async () => {
  const { contentType, text } = await renderMetrics(createMeasurements(), []);
  expect(contentType).toBe("text/plain; version=0.0.4; charset=utf-8");
  for (const { name, type, help } of Object.values(metrics)) {
    expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
  }
});

test("renderMetrics() leaves out what is unknown, and routes without requests", async () => {
  const measurements = createMeasurements();
  measurements[indexOf("versionServed")] = Number.NaN;
  measurements[indexOf("requests", 0, 0, 2)] = 5;
  const { text } = await renderMetrics(measurements, []);
  expect(text).not.toMatch(/^teachers_version_served/m);
  expect(text).not.toMatch(/^teachers_http_request_duration_seconds/m);
  expect(text.match(/^teachers_http_requests_total.*$/gm)).toEqual([
    'teachers_http_requests_total{route="/teachers/",method="GET",status="4xx"} 5',
  ]);
  expect(text.match(/^teachers_searches_total.*$/gm)).toHaveLength(5);
});

test("renderMetrics() gives cumulative buckets, the sum and the count of a histogram", async () => {
  const measurements = createMeasurements();
  for (const value of [0.3, 0.4, 20, 9000]) observe(measurements, indexOf("builds", 0), metrics.builds.buckets, value);
  const { text } = await renderMetrics(measurements, []);
  const values = [...text.matchAll(/^teachers_image_build_duration_seconds_(\w+)\{outcome="built"(.*)\} (\S+)$/gm)];
  expect(values.map(([, kind, le, value]) => `${kind}${le} ${value}`)).toEqual([
    'bucket,le="0.25" 0',
    'bucket,le="0.5" 2',
    'bucket,le="1" 2',
    'bucket,le="2.5" 2',
    'bucket,le="5" 2',
    'bucket,le="10" 2',
    'bucket,le="30" 3',
    'bucket,le="60" 3',
    'bucket,le="300" 3',
    'bucket,le="1800" 3',
    'bucket,le="+Inf" 4',
    "sum 9020.7",
    "count 4",
  ]);
});

test("renderMetrics() has series for each database in the list, and one for two URLs of the same", async () => {
  const state = { isUp: true, isWritable: true, isSelected: false, problem: null };
  const databases = [
    { ...state, label: 'db1:5432/a "b"', isUp: false, isWritable: false },
    { ...state, label: "db2:5432/teachers" },
    { ...state, label: "db2:5432/teachers", isSelected: true },
  ];
  const { text } = await renderMetrics(createMeasurements(), databases);
  expect(text.match(/^teachers_listed_.*$/gm)).toEqual([
    'teachers_listed_database_up{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_up{database="db2:5432/teachers"} 1',
    'teachers_listed_database_writable{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_writable{database="db2:5432/teachers"} 1',
    'teachers_listed_database_selected{database="db1:5432/a \\"b\\""} 0',
    'teachers_listed_database_selected{database="db2:5432/teachers"} 1',
  ]);
});
