/** The table of all metrics. */

import { readings } from "../../domain/results.ts";
import { problemStatuses } from "../../http/contract/problem.ts";
import { routeLabels } from "../../http/contract/routes.ts";
import { clientClosedStatus } from "../../http/request-context.ts";

export interface MetricSpec {
  readonly type: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  /** The values of each label; an empty list if they are known only at run time. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** The upper bounds of the buckets of a histogram. */
  readonly buckets: readonly number[];
}

export type MetricTable = Readonly<Record<string, MetricSpec>>;

function counter(name: string, help: string, labels: MetricSpec["labels"] = {}) {
  return { type: "counter", name, help, labels, buckets: [] } as const;
}

function gauge(name: string, help: string, labels: MetricSpec["labels"] = {}) {
  return { type: "gauge", name, help, labels, buckets: [] } as const;
}

function histogram(name: string, help: string, buckets: readonly number[], labels: MetricSpec["labels"] = {}) {
  return { type: "histogram", name, help, labels, buckets } as const;
}

/** The label value of everything that is not listed. */
export const otherLabel = "other";

export const methodLabels: readonly string[] = ["GET", "HEAD", "OPTIONS", "POST"];

/** The routes as paths, and {@link otherLabel} for unknown paths. */
const routes = [...Object.values(routeLabels), otherLabel];

/** Each 4xx status is a label of its own; the others are counted as classes, such as `2xx`. */
export function statusLabelOf(status: number): string {
  return status >= 400 && status < 500 ? String(status) : `${Math.floor(status / 100)}xx`;
}

const statuses = [200, 304, 500, clientClosedStatus, ...problemStatuses];

export const metrics = {
  requests: counter(
    "teachers_http_requests_total",
    "Requests answered, by route, method and status: 2xx, 3xx and 5xx as classes, 499 for clients that left early.",
    {
      route: routes,
      method: [...methodLabels, otherLabel],
      status: [...new Set(statuses.map(statusLabelOf))].sort(),
    },
  ),
  durations: histogram(
    "teachers_http_request_duration_seconds",
    "Time from the arrival of a request to the end of its answer, by route.",
    [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    { route: routes },
  ),
  inFlight: gauge("teachers_http_requests_in_flight", "Requests that are being answered, downloads included."),
  searchesWaiting: gauge(
    "teachers_searches_waiting",
    "Searches, matches and pieces of downloads that wait for their turn.",
  ),
  searchesRefused: counter(
    "teachers_searches_refused_total",
    "Searches, matches and downloads refused because too many were waiting.",
  ),
  searches: counter(
    "teachers_searches_total",
    "Searches carried out, by the reading of the query that found somebody; `none` if nobody was found.",
    { reading: [...readings, "none"] },
  ),
  loopDelays: histogram(
    "teachers_event_loop_delay_seconds",
    "Delay of timers, measured ten times a second: how long the event loop was busy with other work.",
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  ),
  build: gauge("teachers_build_info", "Always 1; the label is the release.", { release: [] }),
  openConnections: gauge("teachers_open_connections", "Connections to the port of the service, on Linux."),
  pollsFailed: counter("teachers_polls_failed_total", "Polls of the database that failed."),
  lastPoll: gauge("teachers_last_good_poll_timestamp_seconds", "When a poll last succeeded, in seconds since 1970."),
  logDropped: counter(
    "teachers_log_lines_dropped_total",
    "Log lines that were dropped, because their reader did not keep up.",
  ),
  teachers: gauge("teachers_served_teachers", "Teachers in the version served."),
  versionServed: gauge("teachers_version_served", "Number of the version served."),
  versionNewest: gauge("teachers_version_newest", "Number of the newest version known to be in the database."),
  dataAge: gauge("teachers_data_age_seconds", "Time since the version served was published."),
  loads: histogram(
    "teachers_load_duration_seconds",
    "Time to load a version from the database, by outcome.",
    [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300],
    { outcome: ["served", "failed"] },
  ),
  databaseUp: gauge("teachers_database_up", "1 if the database answered the last poll, otherwise 0."),
  databaseDamaged: gauge(
    "teachers_database_damaged",
    "1 if the last check of the SQLite file found damage, otherwise 0. It is checked when it is opened, and daily.",
  ),
  lastBackup: gauge(
    "teachers_last_backup_timestamp_seconds",
    "When the SQLite file was last backed up, in seconds since 1970; 0 if never. PostgreSQL does not know.",
  ),
  databaseOlder: gauge(
    "teachers_database_older",
    "1 if the database has only older versions than the one served, otherwise 0; `teachers rollback` to its newest version publishes that again.",
  ),
};
