/** The tables of all metrics. */
import { type Resource, resources } from "../../contract/resources.ts";
import { readings } from "../../domain/readings.ts";

export interface MetricSpec {
  readonly type: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  /** The values of each label, if it has any; none for `database`, which only a running server knows. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** The upper bounds of the buckets of a histogram. */
  readonly buckets?: readonly number[];
}

export type MetricTable = Readonly<Record<string, MetricSpec>>;

/** The value of a label for everything that has none of its own. */
export const otherLabel = "other";

export const methodLabels: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** The routes as paths, and {@link otherLabel} for unknown paths and for requests that the rate limit refuses. */
const routes = [...Object.values<Resource>(resources).map(({ path }) => path), otherLabel];

/** What a process that answers requests measures. */
export const answerTable = {
  requests: {
    type: "counter",
    name: "teachers_http_requests_total",
    help: "Requests answered, by route, method and status class; 4xx includes clients that left early.",
    labels: { route: routes, method: [...methodLabels, otherLabel], status: ["2xx", "3xx", "4xx", "5xx"] },
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
    help: "Searches carried out, by reading; `none` means that nobody was found. Pages from the page cache are not counted.",
    labels: { reading: [...readings, "none"] },
  },
  loopDelays: {
    type: "histogram",
    name: "teachers_event_loop_delay_seconds",
    help: "How late timers fired: how long anything else kept the event loop busy, measured ten times a second.",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  },
} as const satisfies MetricTable;

/** What the service measures as a whole. */
export const serviceTable = {
  imageBytes: { type: "gauge", name: "teachers_image_bytes", help: "Size of the image served." },
  teachers: { type: "gauge", name: "teachers_served_teachers", help: "Teachers in the version served." },
  versionServed: { type: "gauge", name: "teachers_version_served", help: "Number of the version served." },
  versionNewest: {
    type: "gauge",
    name: "teachers_version_newest",
    help: "Number of the newest version known to be in the database.",
  },
  dataAge: {
    type: "gauge",
    name: "teachers_data_age_seconds",
    help: "Time since the version served was published.",
  },
  builds: {
    type: "histogram",
    name: "teachers_image_build_duration_seconds",
    help: "Time that the build of an image took, by outcome.",
    labels: { outcome: ["built", "failed"] },
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
  },
  databaseUp: {
    type: "gauge",
    name: "teachers_database_up",
    help: "1 if the database answered the last poll, otherwise 0.",
  },
  listedUp: {
    type: "gauge",
    name: "teachers_listed_database_up",
    help: "1 if a PostgreSQL database in the list answered when all were last asked, otherwise 0.",
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
    help: "Versions that were served and that the database no longer had.",
  },
  workerDeaths: {
    type: "counter",
    name: "teachers_worker_deaths_total",
    help: "Worker processes that ended unexpectedly.",
  },
} as const satisfies MetricTable;

export const metrics = { ...answerTable, ...serviceTable };
