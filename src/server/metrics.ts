/** The metrics of a server, which Prometheus reads on the admin port. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { release } from "../domain/release.ts";
import { type Reading, readings } from "../domain/results.ts";
import { type Route, routeLabels } from "../http/contract/routes.ts";
import { ageSecondsOf } from "../http/handlers/health.ts";
import { isReachable, type ServiceState } from "../http/request-context.ts";

export type ServerMetrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of this process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The others of the runtime describe Node.js, and are 0 under Bun.
  for (const { name } of registry.getMetricsAsArray())
    if (/^nodejs_(?!eventloop_lag_)/.test(name)) registry.removeSingleMetric(name);
  const named = (name: string, help: string, labelNames: readonly string[] = []) => {
    return { name: `teachers_${name}`, help, labelNames, registers: [registry] };
  };
  const gauge = (name: string, help: string): Gauge => new Gauge(named(name, help));

  const requests = new Counter(
    named("http_requests_total", "Requests answered; 499 are clients that left early.", ["route", "status"]),
  );
  const durations = new Histogram({
    ...named("http_request_duration_seconds", "Time from the arrival of a request to the end of its answer.", [
      "route",
    ]),
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  });
  const searches = new Counter(
    named("searches_total", "Searches, by how the query was read; `none` if nobody was found.", ["reading"]),
  );
  for (const reading of [...readings, "none"]) searches.inc({ reading }, 0);
  const info = new Gauge(named("build_info", "Always 1; the label is the release.", ["release"]));
  info.set({ release: release.version }, 1);
  const served = gauge("version_served", "Number of the version served.");
  const newest = gauge("version_newest", "Number of the newest version known to be in the database.");
  const teachers = gauge("served_teachers", "Teachers in the version served.");
  const age = gauge("data_age_seconds", "Time since the version served was published.");
  const up = gauge("database_up", "1 if the database answered the last poll, otherwise 0.");
  const older = gauge("database_older", "1 if the database has only older versions than the one served, otherwise 0.");
  const damaged = gauge("database_damaged", "1 if the last check of the SQLite file found damage, otherwise 0.");
  damaged.remove();
  const lastPoll = gauge("last_good_poll_timestamp_seconds", "When a poll last succeeded, in seconds since 1970.");
  const lastBackup = gauge("last_backup_timestamp_seconds", "When the SQLite file was last backed up; 0 if never.");
  const dropped = new Counter(
    named("log_lines_dropped_total", "Log lines that were dropped; their reader was too slow."),
  );

  return {
    countRequest(found: Route | null, status: number, ms: number): void {
      const route = found === null ? "other" : routeLabels[found.name];
      // Each 4xx status is a label of its own; the others are counted as classes.
      requests.inc({ route, status: status >= 400 && status < 500 ? status : `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, ms / 1000);
    },
    onSearch: (reading: Reading | null) => searches.inc({ reading: reading ?? "none" }),
    onPoll: (isGood: boolean) => isGood && lastPoll.set(Date.now() / 1000),
    onChecked: (isDamaged: boolean) => damaged.set(Number(isDamaged)),
    /** The registry, with the current values. A gauge whose value is unknown has no series. */
    collect({ directory, poll }: ServiceState, linesDropped: number): Registry {
      const values: readonly (readonly [Gauge, number | null | undefined])[] = [
        [served, directory?.version.number],
        [newest, poll.newestVersion],
        [teachers, directory?.version.count],
        [age, directory === null ? null : ageSecondsOf(directory)],
        [up, Number(isReachable(poll))],
        [older, Number(poll.outcome === "older")],
        [lastBackup, poll.lastBackup],
      ];
      for (const [known, value] of values) value == null ? known.remove() : known.set(value);
      dropped.reset();
      dropped.inc(linesDropped);
      return registry;
    },
  };
}
