/** deploy/alerts.yml against the metrics that exist, and both read by Prometheus itself. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findAdmin } from "./support/metrics.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, root, startServer } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";
import { listMetrics } from "./support/reference-tables.ts";

const promtool = findPart("promtool");
const rules = join(root, "deploy/alerts.yml");

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string };
}

const { groups } = Bun.YAML.parse(readFileSync(rules, "utf8")) as {
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

interface Fired {
  /** The time between two values, by default 1m. */
  readonly interval?: string;
  /** The values of each series, in promtool's notation. */
  readonly series: Readonly<Record<string, string>>;
  readonly at: string;
}

const instance = '{instance="a",job="teachers"}';
/** The series that make each alert fire. */
const conditions: Readonly<Record<string, Fired>> = {
  TeachersDown: { series: { [`up${instance}`]: "1 0x9" }, at: "3m" },
  "TeachersDown without a server": { series: { 'up{instance="a",job="other"}': "1x9" }, at: "6m" },
  TeachersOutOfFiles: {
    series: { [`process_open_fds${instance}`]: "65000x9", [`process_max_fds${instance}`]: "65536x9" },
    at: "3m",
  },
  TeachersNothingServed: { series: { [`teachers_database_up${instance}`]: "1x9" }, at: "6m" },
  TeachersErrors: {
    series: {
      'teachers_http_requests_total{instance="a",route="/teachers/",status="2xx"}': "0+100x20",
      'teachers_http_requests_total{instance="a",route="/teachers/",status="5xx"}': "0+2x20",
    },
    at: "12m",
  },
  TeachersSlow: {
    series: Object.fromEntries(
      Object.entries({ "0.1": "0x30", "0.25": "0x30", "0.5": "0+100x30", "+Inf": "0+100x30" }).map(([le, values]) => [
        `teachers_http_request_duration_seconds_bucket{instance="a",route="/teachers/",le="${le}"}`,
        values,
      ]),
    ),
    at: "20m",
  },
  TeachersDatabaseDown: { series: { [`teachers_database_up${instance}`]: "0x9" }, at: "6m" },
  TeachersDatabaseOlder: { series: { [`teachers_database_older${instance}`]: "1x9" }, at: "6m" },
  TeachersDatabaseDamaged: { series: { [`teachers_database_damaged${instance}`]: "0 1x9" }, at: "2m" },
  TeachersBackupOld: {
    interval: "4m",
    series: { [`teachers_last_backup_timestamp_seconds${instance}`]: "0x800" },
    at: "50h",
  },
  TeachersVersionBehind: {
    series: { [`teachers_version_newest${instance}`]: "5x20", [`teachers_version_served${instance}`]: "4x20" },
    at: "12m",
  },
  TeachersMissing: { interval: "1h", series: { [`teachers_served_teachers${instance}`]: "1000x24 700x3" }, at: "25h" },
  TeachersDataOld: { series: { [`teachers_data_age_seconds${instance}`]: "3100000x70" }, at: "62m" },
};

/** The series of a healthy service for a day. */
const healthy: Readonly<Record<string, string>> = {
  [`up${instance}`]: "1x300",
  [`teachers_database_up${instance}`]: "1x300",
  [`process_open_fds${instance}`]: "400x300",
  [`process_max_fds${instance}`]: "65536x300",
  [`teachers_database_older${instance}`]: "0x300",
  [`teachers_last_backup_timestamp_seconds${instance}`]: "0x200 86400x100",
  [`teachers_version_served${instance}`]: "5x300",
  [`teachers_version_newest${instance}`]: "5x300",
  [`teachers_served_teachers${instance}`]: "1000x300",
  [`teachers_data_age_seconds${instance}`]: "0+300x300",
  'teachers_http_requests_total{instance="a",route="/teachers/",status="2xx"}': "0+1000x300",
  'teachers_http_requests_total{instance="a",route="/teachers/",status="404"}': "0+100x300",
  'teachers_http_requests_total{instance="a",route="/readyz",status="5xx"}': "0+100x300",
};

const listSeries = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));
/** Counts what fires: the alert alone, or any alert. */
const firing = (at: string, labels: string, value: number | null) => ({
  expr: `count(ALERTS{alertstate="firing"${labels}})`,
  eval_time: at,
  exp_samples: value === null ? [] : [{ labels: "{}", value }],
});

test.if(promtool !== null)(
  "Prometheus accepts the rules, and each alert fires when it should, and none otherwise",
  async () => {
    using folder = makeFolder();
    const nameOf = (condition: string): string => condition.split(" ")[0]!;
    expect([...new Set(Object.keys(conditions).map(nameOf))]).toEqual(alerts.map(({ alert }) => alert));
    const tests = Object.entries(conditions).map(([condition, { interval = "1m", series, at }]) => ({
      interval,
      input_series: listSeries(series),
      promql_expr_test: [
        firing("0m", `,alertname="${nameOf(condition)}"`, null),
        firing(at, `,alertname="${nameOf(condition)}"`, 1),
      ],
    }));
    const quiet = {
      interval: "5m",
      input_series: listSeries(healthy),
      promql_expr_test: ["1h", "12h", "24h"].map((at) => firing(at, "", null)),
    };
    const file = join(folder.path, "tests.json");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests: [...tests, quiet] }));
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, "test", "rules", file]);
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
  },
);

/** What the prometheus.yml of Debian has, without its comments. */
const debian = `global:
  scrape_interval: 15s
rule_files:
scrape_configs:
  - job_name: 'prometheus'
    static_configs:
      - targets: ['localhost:9090']
`;

test.if(promtool !== null)(
  "the commands of docs/operations.md add the rules and the server to Debian's Prometheus",
  () => {
    using folder = makeFolder();
    const text = readFileSync(join(root, "docs/operations.md"), "utf8");
    const [, commands] = /<!-- prometheus -->\n```sh\n([\s\S]*?)```/.exec(text)!;
    const file = join(folder.path, "prometheus.yml");
    writeFileSync(file, debian);
    const here = commands!
      .replaceAll("/etc/prometheus/", `${folder.path}/`)
      .replace("/usr/share/doc/teachers-directory/examples/", `${root}/deploy/`)
      .replace("promtool", promtool!);
    const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", "-ec", here]);
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
    expect(stdout.toString()).toContain("12 rules found");
    const { scrape_configs } = Bun.YAML.parse(readFileSync(file, "utf8")) as { scrape_configs: { job_name: string }[] };
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(["teachers", "prometheus"]);
  },
);

test.if(promtool !== null)("promtool accepts the metrics of a server", async () => {
  using folder = makeFolder();
  await publish(folder.path, makeTeachers(3));
  await using server = await startServer(["--admin-port", "0"], { folder: folder.path });
  await fetch(`${server.origin}/teachers/`);
  const text = await (await fetch(`${await findAdmin(server)}/metrics`)).text();
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, "check", "metrics"], { stdin: Buffer.from(text) });
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
});
