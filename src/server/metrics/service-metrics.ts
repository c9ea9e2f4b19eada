/** What a supervisor measures: its own process, the state of the whole service, and the log events that have metrics. */
import type { Gauge } from "prom-client";
import { ageSecondsOf } from "../../http/health-handlers.ts";
import type { HealthState } from "../../http/request-context.ts";
import type { ListedDatabase } from "../../store/engine.ts";
import type { Log } from "../log/log.ts";
import type { LogEvent, LogFields } from "../log/log-events.ts";
import { createCounter, createGauge, createHistogram, createRegistry, type Snapshot } from "./registry.ts";

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
  const versionServed = createGauge(registry, "versionServed");
  const versionNewest = createGauge(registry, "versionNewest");
  const teachers = createGauge(registry, "teachers");
  const dataAge = createGauge(registry, "dataAge");
  const imageSize = createGauge(registry, "imageBytes");
  const databaseUp = createGauge(registry, "databaseUp");
  const listed = {
    isUp: createGauge(registry, "listedUp"),
    isWritable: createGauge(registry, "listedWritable"),
    isSelected: createGauge(registry, "listedSelected"),
  };
  const builds = createHistogram(registry, "builds");
  const givenUp = createCounter(registry, "givenUp");
  const workerDeaths = createCounter(registry, "workerDeaths");

  const count = (event: LogEvent, fields: LogFields<"image.built"> = {}): void => {
    if (event === "worker.died") workerDeaths.inc();
    if (event === "version.given_up") givenUp.inc();
    const outcome = event === "image.built" ? "built" : event === "image.build_failed" ? "failed" : null;
    if (outcome !== null && fields.ms !== undefined) builds.observe({ outcome }, Number(fields.ms) / 1000);
  };

  return {
    countEvents: (log) => (event, fields) => {
      count(event, fields);
      log(event, fields);
    },
    read({ state, imageBytes, databases }) {
      const { directory, newestVersion, sourceReachable } = state;
      setKnown(versionServed, directory?.publication.version);
      setKnown(versionNewest, newestVersion);
      setKnown(teachers, directory?.publication.count);
      setKnown(dataAge, directory === null ? null : ageSecondsOf(directory));
      setKnown(imageSize, directory === null ? null : imageBytes);
      databaseUp.set(Number(sourceReachable));
      for (const [name, gauge] of Object.entries(listed)) setListed(gauge, name as keyof typeof listed, databases);
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
  name: "isUp" | "isWritable" | "isSelected",
  databases: readonly ListedDatabase[],
): void {
  gauge.reset();
  for (const { label } of databases) {
    const isSo = databases.some((other) => other.label === label && other[name]);
    gauge.set({ database: label }, Number(isSo));
  }
}
