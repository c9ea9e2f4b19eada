/** deploy/alerts.yml against the metrics that exist. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { type Resource, resources } from "../src/contract/resources.ts";
import { type MetricSpec, metrics } from "../src/server/metrics/metrics.ts";
import { createRegistry } from "../src/server/metrics/registry.ts";
import { root } from "./support/program.ts";

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const { groups } = Bun.YAML.parse(readFileSync(join(root, "deploy/alerts.yml"), "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

/** The labels of each series, with their values; null if Prometheus or the operator sets them. */
const seriesLabels = new Map<string, Readonly<Record<string, readonly string[] | null>>>();
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

/** The series that an expression names, and its faults. */
function checkExpression(expression: string): {
  readonly names: readonly string[];
  readonly faults: readonly string[];
} {
  const textOf = ({ from, to }: SyntaxNode): string => expression.slice(from, to);
  const names: string[] = [];
  const faults: string[] = [];
  const grouping: string[] = [];
  parser.parse(expression).iterate({
    enter({ node, type }) {
      if (type.isError) faults.push(`syntax error at ${node.from}`);
      if (type.name === "VectorSelector") {
        const name = textOf(node.getChild("Identifier")!);
        const labels = seriesLabels.get(name);
        names.push(name);
        if (labels === undefined) faults.push(`no metric ${name}`);
        else faults.push(...findMatcherFaults(node, labels, textOf));
      }
      if (type.name === "GroupingLabels") grouping.push(...node.getChildren("LabelName").map(textOf));
    },
  });
  const known = new Set(names.flatMap((name) => Object.keys(seriesLabels.get(name) ?? {})));
  faults.push(...grouping.filter((label) => !known.has(label)).map((label) => `no label ${label} to group by`));
  return { names, faults };
}

function findMatcherFaults(
  selector: SyntaxNode,
  labels: Readonly<Record<string, readonly string[] | null>>,
  textOf: (node: SyntaxNode) => string,
): string[] {
  const matchers = selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
  return matchers.flatMap((matcher) => {
    const label = textOf(matcher.getChild("LabelName")!);
    const value = textOf(matcher.getChild("StringLiteral")!).slice(1, -1);
    const values = labels[label];
    if (values === undefined) return [`no label ${label}`];
    return values === null || values.includes(value) ? [] : [`no value ${value} of ${label}`];
  });
}

test.each<[expression: string, faults: string[]]>([
  ['rate(teachers_http_requests_total{status="5xx"}[5m])', []],
  ["teachers_http_requests", ["no metric teachers_http_requests"]],
  ["teachers_http_request_duration_seconds", ["no metric teachers_http_request_duration_seconds"]],
  ['teachers_http_requests_total{code="500"}', ["no label code"]],
  ['teachers_http_requests_total{status="500"}', ["no value 500 of status"]],
  ["sum by (reading) (teachers_http_requests_total)", ["no label reading to group by"]],
  ["sum(teachers_database_up", ["syntax error at 24"]],
])("the check of %s finds %j", (expression, faults) => {
  expect(checkExpression(expression).faults).toEqual(faults);
});

describe("deploy/alerts.yml", () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    "%s queries only existing metrics",
    (_, { expr, annotations }) => {
      expect(checkExpression(expr).faults).toEqual([]);
      expect(annotations.summary.length).toBeGreaterThan(10);
    },
  );

  test("TeachersErrors leaves out probes, and TeachersAbsent fires if nothing is scraped", () => {
    const expressionOf = (name: string): string => alerts.find(({ alert }) => alert === name)!.expr;
    const selectors = expressionOf("TeachersErrors").match(/teachers_http_requests_total\{[^}]*\}/g)!;
    const probes = Object.values<Resource>(resources).filter(({ path }) => /z$/.test(path));
    expect([selectors.length, probes.length]).toEqual([2, 2]);
    for (const selector of selectors) {
      for (const { path } of probes) expect(selector).toContain(`route!="${path}"`);
    }
    expect(expressionOf("TeachersAbsent")).toBe('absent(up{job="teachers"})');
  });

  test("has different alerts", () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });
});
