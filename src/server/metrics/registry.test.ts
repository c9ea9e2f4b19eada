import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { readings } from "../../domain/results.ts";
import { metrics } from "./metrics.ts";
import { createMetrics, createRegistry } from "./registry.ts";

/** The lines of a metric without its help and type. */
async function seriesOf(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split("\n").filter((line) => line.startsWith(name));
}

test("a counter with few series shows all from the start; one with many shows only series with a value", async () => {
  const registry = new Registry();
  const { searches: counter, requests } = createMetrics(registry, metrics);
  counter.inc({ reading: "none" });
  const searches = await seriesOf(registry, "teachers_searches_total");
  expect(searches).toHaveLength(readings.length + 1);
  expect(searches).toContain('teachers_searches_total{reading="none"} 1');
  requests.inc({ route: "/teachers/", method: "GET", status: "404" }, 5);
  expect(await seriesOf(registry, "teachers_http_requests_total")).toEqual([
    'teachers_http_requests_total{route="/teachers/",method="GET",status="404"} 5',
  ]);
});

test("a gauge has no series until it is set, and none once it is unknown again", async () => {
  const registry = new Registry();
  const { versionServed: gauge } = createMetrics(registry, metrics);
  expect(await seriesOf(registry, "teachers_version_served")).toEqual([]);
  gauge.set(3);
  expect(await seriesOf(registry, "teachers_version_served")).toEqual(["teachers_version_served 3"]);
  gauge.remove();
  expect(await seriesOf(registry, "teachers_version_served")).toEqual([]);
});

test("a histogram has the buckets of the table", async () => {
  const registry = new Registry();
  const { loads } = createMetrics(registry, metrics);
  for (const seconds of [0.3, 0.4, 20, 9000]) loads.observe({ outcome: "served" }, seconds);
  const lines = await seriesOf(registry, "teachers_load_duration_seconds");
  const bounds = lines.flatMap((line) => /le="([^"]+)",outcome="served"} (\d+)$/.exec(line)?.slice(1).join(" ") ?? []);
  expect(bounds).toEqual(["0.05 0", "0.25 0", "1 2", "2.5 2", "5 2", "10 2", "30 3", "60 3", "300 3", "+Inf 4"]);
});

test("a registry has the metrics of the process, without those of Node", async () => {
  const names = createRegistry()
    .getMetricsAsArray()
    .map(({ name }) => name);
  expect(names).toContain("process_resident_memory_bytes");
  expect(names.filter((name) => !name.startsWith("process_"))).toEqual([]);
});
