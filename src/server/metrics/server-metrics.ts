/** The metrics of a server, and counts of some log events. */
import { existsSync, readFileSync } from "node:fs";
import type { Gauge, Registry } from "prom-client";
import type { Turns } from "../../directory/turns.ts";
import { release } from "../../domain/release.ts";
import type { Reading } from "../../domain/results.ts";
import { routeLabels } from "../../http/contract/routes.ts";
import { ageSecondsOf } from "../../http/handlers/health.ts";
import { type AnsweredRequest, type HealthState, isReachable, type PollResult } from "../../http/request-context.ts";
import type { Log } from "../log/log.ts";
import type { LogEvent, LogFields } from "../log/log-events.ts";
import { methodLabels, otherLabel, statusLabelOf, metrics as table } from "./metrics.ts";
import { createMetrics, createRegistry, setTotal } from "./registry.ts";

/** Values that are read only when metrics are collected. */
export interface Usage {
  readonly state: HealthState;
  readonly port: number;
  readonly turns: Turns;
  /** The requests being answered. */
  readonly inFlight: number;
  /** The number of log lines that were dropped. */
  readonly linesDropped: number;
}

export type ServerMetrics = ReturnType<typeof createServerMetrics>;

/** Creates the metrics, including the delay of the event loop, which is measured until the process ends. */
export function createServerMetrics() {
  const registry = createRegistry();
  const metrics = createMetrics(registry, table);
  const { requests, durations, searches } = metrics;
  metrics.build.set({ release: release.version }, 1);
  measureLoop((seconds) => metrics.loopDelays.observe(seconds));

  const count = (event: LogEvent, fields: LogFields<"version.not_loaded"> = {}): void => {
    if (event === "database.damaged") metrics.databaseDamaged.set(1);
    if (event === "database.sound") metrics.databaseDamaged.set(0);
    const outcome = event === "version.served" ? "served" : event === "version.not_loaded" ? "failed" : null;
    if (outcome !== null && fields.ms !== undefined) metrics.loads.observe({ outcome }, Number(fields.ms) / 1000);
  };

  return {
    /** A log that also counts the events that have a metric. */
    countEvents:
      (log: Log): Log =>
      (event, fields) => {
        count(event, fields);
        log(event, fields);
      },
    countRequest({ request, route: found, status, ms }: AnsweredRequest): void {
      const route = found === null ? otherLabel : routeLabels[found.name];
      const method = methodLabels.includes(request.method) ? request.method : otherLabel;
      requests.inc({ route, method, status: statusLabelOf(status) });
      durations.observe({ route }, ms / 1000);
    },
    onSearch: (reading: Reading | null) => searches.inc({ reading: reading ?? "none" }),
    countPoll({ outcome }: PollResult): void {
      if (outcome === "unreachable") metrics.pollsFailed.inc();
      else metrics.lastPoll.set(Date.now() / 1000);
    },
    /** The registry, with the current values. */
    collect(usage: Usage): Registry {
      const { directory, poll } = usage.state;
      metrics.inFlight.set(usage.inFlight);
      metrics.searchesWaiting.set(usage.turns.countWaiting());
      setTotal(metrics.searchesRefused, usage.turns.countRefused());
      setTotal(metrics.logDropped, usage.linesDropped);
      setKnown(metrics.versionServed, directory?.publication.version);
      setKnown(metrics.versionNewest, poll.newestVersion);
      setKnown(metrics.teachers, directory?.publication.count);
      setKnown(metrics.dataAge, directory === null ? null : ageSecondsOf(directory));
      setKnown(metrics.openConnections, countConnections(usage.port));
      metrics.databaseUp.set(Number(isReachable(poll)));
      setKnown(metrics.lastBackup, poll.lastBackup);
      metrics.databaseOlder.set(Number(poll.outcome === "older"));
      return registry;
    },
  };
}

const loopIntervalMs = 100;

/** Measures the delay of the event loop in seconds, ten times a second. */
function measureLoop(observe: (seconds: number) => void): void {
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    observe(Math.max(0, now - last - loopIntervalMs) / 1000);
    last = now;
  };
  setInterval(tick, loopIntervalMs).unref();
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
