/** deploy/alerts.yml against the metrics that exist. Whether its expressions are valid and fire is in prometheus.test.ts. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./support/program.ts";
import { listMetrics } from "./support/reference-tables.ts";

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}

const { groups } = Bun.YAML.parse(readFileSync(join(root, "deploy/alerts.yml"), "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** The labels of each series. Prometheus sets `instance`, `job` and `le`. */
const seriesLabels = new Map<string, readonly string[]>([["up", ["instance", "job"]]]);
for (const { name, type, labelNames } of listMetrics()) {
  const names = type === "histogram" ? ["bucket", "sum", "count"].map((suffix) => `${name}_${suffix}`) : [name];
  for (const one of names) seriesLabels.set(one, [...labelNames, "instance", "job", "le"]);
}

/** The series and labels of an expression that no server has. */
function findUnknown(expression: string): string[] {
  const selectors = [...expression.matchAll(/\b(up|(?:teachers|process)_\w+)(?:\{([^}]*)\})?/g)];
  return selectors.flatMap(([, name, matchers = ""]) => {
    const labels = seriesLabels.get(name!);
    if (labels === undefined) return [`no metric ${name}`];
    const used = [...matchers.matchAll(/(\w+)!?=~?"/g)].map(([, label]) => label!);
    return used.filter((label) => !labels.includes(label)).map((label) => `no label ${label} of ${name}`);
  });
}

describe("deploy/alerts.yml", () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    "%s queries only existing metrics, and says what to do",
    (_, { expr, annotations }) => {
      expect(expr).toMatch(/\b(?:up|(?:teachers|process)_\w+)\b/);
      expect(findUnknown(expr)).toEqual([]);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.description.length).toBeGreaterThan(50);
      const named = annotations.description.match(/\bTeachers[A-Z]\w+/g) ?? [];
      expect(named.filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([]);
    },
  );

  test("there are at most 14 metrics of ours, and of the defaults only the process and the event loop", () => {
    const names = listMetrics().map(({ name }) => name);
    const ours = names.filter((name) => name.startsWith("teachers_"));
    expect(ours.length).toBeLessThanOrEqual(14);
    expect(names.filter((name) => !/^(?:teachers_|process_|nodejs_eventloop_lag_)/.test(name))).toEqual([]);
  });
});
