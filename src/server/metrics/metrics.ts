/** The tables of all metrics. */
import { problems } from "../../contract/problems.ts";
import { type Resource, resources } from "../../contract/resources.ts";
import { readings } from "../../domain/results.ts";
import { clientClosedStatus } from "../../http/request-context.ts";

export interface MetricSpec {
  readonly type: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  /** The values of each label; an empty list if they are known only at run time. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** The upper bounds of the buckets of a histogram. */
  readonly buckets?: readonly number[];
}

export type MetricTable = Readonly<Record<string, MetricSpec>>;

/** The label value of everything that is not listed. */
export const otherLabel = "other";

export const methodLabels: readonly string[] = ["GET", "HEAD", "OPTIONS", "QUERY", "POST"];

/** The routes as paths, and {@link otherLabel} for unknown paths and for requests that the rate limit refuses. */
const routes = [...Object.values<Resource>(resources).map(({ path }) => path), otherLabel];

/** Statuses that clients cause are counted one by one, others as classes. */
export function statusLabelOf(status: number): string {
  return status >= 400 && status < 500 ? String(status) : `${Math.floor(status / 100)}xx`;
}

const statuses = [200, 304, 500, clientClosedStatus, ...Object.values(problems).map(({ status }) => status)];

/** Every process has a log of its own. */
const logDropped = {
  type: "counter",
  name: "teachers_log_lines_dropped_total",
  help: "Log lines that were dropped, because their reader did not keep up.",
} as const;

/** The metrics of a process that answers requests. */
export const answerTable = {
  requests: {
    type: "counter",
    name: "teachers_http_requests_total",
    help: "Requests answered, by route, method and status: 2xx, 3xx and 5xx as classes, 499 for clients that left early.",
    labels: {
      route: routes,
      method: [...methodLabels, otherLabel],
      status: [...new Set(statuses.map(statusLabelOf))].sort(),
    },
  },
  durations: {
    type: "histogram",
    name: "teachers_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its answer, by route.",
    labels: { route: routes },
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  },
  inFlight: {
    type: "gauge",
    name: "teachers_http_requests_in_flight",
    help: "Requests that are being answered, downloads included.",
  },
  cacheHits: {
    type: "counter",
    name: "teachers_page_cache_hits_total",
    help: "Requests answered from the page cache.",
  },
  cacheBytes: { type: "gauge", name: "teachers_page_cache_bytes", help: "Size of the page cache." },
  cacheEvictions: {
    type: "counter",
    name: "teachers_page_cache_evictions_total",
    help: "URLs removed from the page cache to make room.",
  },
  searchesWaiting: {
    type: "gauge",
    name: "teachers_searches_waiting",
    help: "Searches and other long queries that wait for their turn.",
  },
  searchesRefused: {
    type: "counter",
    name: "teachers_searches_refused_total",
    help: "Searches and other long queries refused because too many were waiting.",
  },
  searches: {
    type: "counter",
    name: "teachers_searches_total",
    help: "Searches carried out, by the reading of the query that found somebody; `none` if nobody was found. Pages from the page cache are not counted.",
    labels: { reading: [...readings, "none"] },
  },
  loopDelays: {
    type: "histogram",
    name: "teachers_event_loop_delay_seconds",
    help: "Delay of timers, measured ten times a second: how long the event loop was busy with other work.",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  },
  logDropped,
} as const satisfies MetricTable;

/** The metrics of the service as a whole. */
export const serviceTable = {
  build: {
    type: "gauge",
    name: "teachers_build_info",
    help: "Always 1; the labels are the release, and the format of images that it reads and writes.",
    labels: { release: [], image_format: [] },
  },
  openConnections: {
    type: "gauge",
    name: "teachers_open_connections",
    help: "Connections to the port of the service, on Linux.",
  },
  pollsFailed: {
    type: "counter",
    name: "teachers_polls_failed_total",
    help: "Polls of the database, or of the folder of an edge, that failed.",
  },
  lastPoll: {
    type: "gauge",
    name: "teachers_last_good_poll_timestamp_seconds",
    help: "When a poll last succeeded, in seconds since 1970.",
  },
  databaseSwitches: {
    type: "counter",
    name: "teachers_database_switches_total",
    help: "Switches to another database in the list.",
  },
  logDropped,
  imageBytes: { type: "gauge", name: "teachers_image_bytes", help: "Size of the image served." },
  teachers: { type: "gauge", name: "teachers_served_teachers", help: "Teachers in the version served." },
  versionServed: { type: "gauge", name: "teachers_version_served", help: "Number of the version served." },
  versionNewest: {
    type: "gauge",
    name: "teachers_version_newest",
    help: "Number of the newest version known to be in the database.",
  },
  dataAge: { type: "gauge", name: "teachers_data_age_seconds", help: "Time since the version served was published." },
  builds: {
    type: "histogram",
    name: "teachers_image_build_duration_seconds",
    help: "Duration of image builds, by outcome.",
    labels: { outcome: ["built", "failed"] },
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
  },
  databaseUp: {
    type: "gauge",
    name: "teachers_database_up",
    help: "1 if the database, or the folder of an edge, answered the last poll, otherwise 0.",
  },
  listedUp: {
    type: "gauge",
    name: "teachers_listed_database_up",
    help: "1 if a PostgreSQL database in the list answered when all were last checked, otherwise 0.",
    labels: { database: [] },
  },
  listedWritable: {
    type: "gauge",
    name: "teachers_listed_database_writable",
    help: "1 if a PostgreSQL database in the list answered as a primary, which takes writes, otherwise 0.",
    labels: { database: [] },
  },
  listedSelected: {
    type: "gauge",
    name: "teachers_listed_database_selected",
    help: "1 for the PostgreSQL database in the list that is read, otherwise 0.",
    labels: { database: [] },
  },
  givenUp: {
    type: "counter",
    name: "teachers_versions_given_up_total",
    help: "Served versions that the database no longer had.",
  },
  workerDeaths: {
    type: "counter",
    name: "teachers_worker_deaths_total",
    help: "Worker processes that ended unexpectedly.",
  },
} as const satisfies MetricTable;

export const metrics = { ...answerTable, ...serviceTable };
