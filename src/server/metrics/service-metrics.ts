/** What a supervisor measures: its own process, the state of the whole service, and the log events that have metrics. */
import type { Gauge } from "prom-client";
import { ageSecondsOf } from "../../http/health-handlers.ts";
import type { HealthState } from "../../http/request-context.ts";
import type { ListedDatabase } from "../../store/engine.ts";
import type { Log } from "../log/log.ts";
import type { LogEvent, LogFields } from "../log/log-events.ts";
import { serviceTable } from "./metrics.ts";
import { createMetrics, createRegistry, type Snapshot } from "./registry.ts";

/** The state of a service when its metrics are read. */
export interface MeasuredService {
  readonly state: HealthState;
  readonly imageBytes: number;
  readonly databases: readonly ListedDatabase[];
}

export interface ServiceMetrics {
  /** The log, with the events counted that metrics have. */
  countEvents(log: Log): Log;
  read(service: MeasuredService): Promise<Snapshot>;
}

/** Creates the metrics of the supervisor's process. */
export function createServiceMetrics(): ServiceMetrics {
  const registry = createRegistry();
  const metrics = createMetrics(registry, serviceTable);

  const count = (event: LogEvent, fields: LogFields<"image.built"> = {}): void => {
    if (event === "worker.died") metrics.workerDeaths.inc();
    if (event === "version.given_up") metrics.givenUp.inc();
    const outcome = event === "image.built" ? "built" : event === "image.build_failed" ? "failed" : null;
    if (outcome !== null && fields.ms !== undefined) metrics.builds.observe({ outcome }, Number(fields.ms) / 1000);
  };

  return {
    countEvents: (log) => (event, fields) => {
      count(event, fields);
      log(event, fields);
    },
    read({ state, imageBytes, databases }) {
      const { directory, newestVersion, sourceReachable } = state;
      setKnown(metrics.versionServed, directory?.publication.version);
      setKnown(metrics.versionNewest, newestVersion);
      setKnown(metrics.teachers, directory?.publication.count);
      setKnown(metrics.dataAge, directory === null ? null : ageSecondsOf(directory));
      setKnown(metrics.imageBytes, directory === null ? null : imageBytes);
      metrics.databaseUp.set(Number(sourceReachable));
      setListed(metrics.listedUp, databases, ({ isUp }) => isUp);
      setListed(metrics.listedWritable, databases, ({ isWritable }) => isWritable);
      setListed(metrics.listedSelected, databases, ({ isSelected }) => isSelected);
      return registry.getMetricsAsJSON();
    },
  };
}

/** Sets a gauge, or removes its series while the value is unknown. */
function setKnown(gauge: Gauge, value: number | null | undefined): void {
  if (value == null) gauge.remove();
  else gauge.set(value);
}

/** Two URLs of one database, with different roles, are one series: 1 if it is so for one of them. */
function setListed(
  gauge: Gauge,
  databases: readonly ListedDatabase[],
  isSo: (database: ListedDatabase) => boolean,
): void {
  gauge.reset();
  for (const { label } of databases) {
    gauge.set({ database: label }, Number(databases.some((other) => other.label === label && isSo(other))));
  }
}
