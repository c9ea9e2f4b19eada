/** The metrics of a supervisor: its own process, the state of the whole service, and counts of some log events. */
import { existsSync, readFileSync } from "node:fs";
import type { Gauge } from "prom-client";
import { release } from "../../domain/release.ts";
import { ageSecondsOf } from "../../http/handlers/health.ts";
import { type HealthState, isReachable, type PollResult } from "../../http/request-context.ts";
import { imageFormat } from "../../image/layout.ts";
import type { ListedDatabase } from "../../store/engine.ts";
import type { Log } from "../log/log.ts";
import type { LogEvent, LogFields } from "../log/log-events.ts";
import { serviceTable } from "./metrics.ts";
import { createMetrics, createRegistry, type Snapshot, setTotal } from "./registry.ts";

/** The state of a service when its metrics are read. */
interface MeasuredService {
  readonly state: HealthState;
  readonly imageBytes: number;
  readonly databases: readonly ListedDatabase[];
  /** The port of the service. */
  readonly port: number;
  /** The number of log lines that this process has dropped. */
  readonly linesDropped: number;
}

/** Creates the metrics of the supervisor's process. */
export function createServiceMetrics() {
  const registry = createRegistry();
  const metrics = createMetrics(registry, serviceTable);
  metrics.build.set({ release: release.version, image_format: String(imageFormat) }, 1);

  const count = (event: LogEvent, fields: LogFields<"image.built"> = {}): void => {
    if (event === "worker.died") metrics.workerDeaths.inc();
    if (event === "version.given_up") metrics.givenUp.inc();
    if (event === "database.switched") metrics.databaseSwitches.inc();
    const outcome = event === "image.built" ? "built" : event === "image.build_failed" ? "failed" : null;
    if (outcome !== null && fields.ms !== undefined) metrics.builds.observe({ outcome }, Number(fields.ms) / 1000);
  };

  return {
    /** A log that also counts the events that have a metric. */
    countEvents:
      (log: Log): Log =>
      (event, fields) => {
        count(event, fields);
        log(event, fields);
      },
    countPoll({ outcome }: PollResult): void {
      if (outcome === "unreachable") metrics.pollsFailed.inc();
      else metrics.lastPoll.set(Date.now() / 1000);
    },
    read({ state, imageBytes, databases, port, linesDropped }: MeasuredService): Promise<Snapshot> {
      const { directory, poll } = state;
      setKnown(metrics.versionServed, directory?.publication.version);
      setKnown(metrics.versionNewest, poll.newestVersion);
      setKnown(metrics.teachers, directory?.publication.count);
      setKnown(metrics.dataAge, directory === null ? null : ageSecondsOf(directory));
      setKnown(metrics.imageBytes, directory === null ? null : imageBytes);
      setKnown(metrics.openConnections, countConnections(port));
      setTotal(metrics.logDropped, linesDropped);
      metrics.databaseUp.set(Number(isReachable(poll)));
      setListed(metrics.listedUp, databases, "isUp");
      setListed(metrics.listedWritable, databases, "isWritable");
      setListed(metrics.listedSelected, databases, "isSelected");
      return registry.getMetricsAsJSON();
    },
  };
}

/** The connections of clients to a port of this machine; null if the system does not list them. */
function countConnections(port: number): number | null {
  const digits = port.toString(16).toUpperCase().padStart(4, "0");
  const established = new RegExp(`^ *\\d+: [0-9A-F]+:${digits} \\S+ 01 `, "gm");
  try {
    const tables = ["/proc/net/tcp", "/proc/net/tcp6"].filter(existsSync);
    if (tables.length === 0) return null;
    return tables.reduce((sum, table) => sum + (readFileSync(table, "utf8").match(established)?.length ?? 0), 0);
  } catch {
    return null;
  }
}

/** Sets a gauge, or removes its series while the value is unknown. */
function setKnown(gauge: Gauge, value: number | null | undefined): void {
  if (value == null) gauge.remove();
  else gauge.set(value);
}

/**
 * Sets the series of each database. Two URLs of one database with different roles share a series, which is 1 if the
 * condition holds for either URL.
 */
function setListed(
  gauge: Gauge,
  databases: readonly ListedDatabase[],
  condition: "isUp" | "isWritable" | "isSelected",
): void {
  gauge.reset();
  for (const { label } of databases) {
    gauge.set({ database: label }, Number(databases.some((other) => other.label === label && other[condition])));
  }
}
