/** deploy/alerts.yml against the metrics that exist. Whether its expressions are valid and fire is in prometheus.test.ts. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routeLabels } from "../src/http/contract/routes.ts";
import { type MetricSpec, metrics } from "../src/server/metrics/metrics.ts";
import { createRegistry } from "../src/server/metrics/registry.ts";
import { root } from "./support/program.ts";

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}

const { groups } = Bun.YAML.parse(readFileSync(join(root, "deploy/alerts.yml"), "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

type Labels = Readonly<Record<string, readonly string[] | null>>;

/** The labels of each series, with their values; null if Prometheus sets them. */
const seriesLabels = new Map<string, Labels>();
const added = { instance: null, job: null };
seriesLabels.set("up", added);
for (const { name } of createRegistry().getMetricsAsArray()) seriesLabels.set(name, added);
for (const { name, type, labels } of Object.values<MetricSpec>(metrics)) {
  if (type !== "histogram") seriesLabels.set(name, { ...labels, ...added });
  else {
    seriesLabels.set(`${name}_bucket`, { ...labels, ...added, le: null });
    for (const suffix of ["sum", "count"]) seriesLabels.set(`${name}_${suffix}`, { ...labels, ...added });
  }
}

/** The series, labels and values of an expression that no server has. */
function findUnknown(expression: string): string[] {
  const selectors = [...expression.matchAll(/\b(up|teachers_\w+)(?:\{([^}]*)\})?/g)];
  const unknown = selectors.flatMap(([, name, matchers = ""]) => {
    const labels = seriesLabels.get(name!);
    return labels === undefined ? [`no metric ${name}`] : findUnknownLabels(matchers, labels);
  });
  const known = new Set(selectors.flatMap(([, name]) => Object.keys(seriesLabels.get(name!) ?? {})));
  const grouping = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/, */));
  return [...unknown, ...grouping.filter((label) => !known.has(label)).map((label) => `no label ${label} to group by`)];
}

function findUnknownLabels(matchers: string, labels: Labels): string[] {
  return Array.from(matchers.matchAll(/(\w+)!?=~?"([^"]*)"/g)).flatMap(([, label, value]) => {
    const values = labels[label!];
    if (values === undefined) return [`no label ${label}`];
    return values === null || values.includes(value!) ? [] : [`no value ${value} of ${label}`];
  });
}

describe("deploy/alerts.yml", () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    "%s queries only existing metrics, and says what to do",
    (_, { expr, annotations }) => {
      expect(expr).toMatch(/\b(?:up|teachers_\w+)\b/);
      expect(findUnknown(expr)).toEqual([]);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.description.length).toBeGreaterThan(50);
      const named = annotations.description.match(/\bTeachers[A-Z]\w+/g) ?? [];
      expect(named.filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([]);
    },
  );

  test("TeachersErrors leaves out probes, and TeachersAbsent fires if nothing is scraped", () => {
    const expressionOf = (name: string): string => alerts.find(({ alert }) => alert === name)!.expr;
    const selectors = expressionOf("TeachersErrors").match(/teachers_http_requests_total\{[^}]*\}/g)!;
    const probes = Object.values(routeLabels).filter((path) => /z$/.test(path));
    expect([selectors.length, probes.length]).toEqual([2, 2]);
    for (const selector of selectors) {
      for (const path of probes) expect(selector).toContain(`route!="${path}"`);
    }
    expect(expressionOf("TeachersAbsent")).toBe('absent(up{job="teachers"})');
  });

  test("has at most twelve alerts, all different", () => {
    expect(alerts.length).toBeLessThanOrEqual(12);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });
});
