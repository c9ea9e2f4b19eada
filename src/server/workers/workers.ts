/** Several processes on one port: a supervisor follows the publications, and workers answer from its images. */
import type { Publication } from "../../domain/publication.ts";
import type { HealthState } from "../../http/request-context.ts";
import type { ListedDatabase } from "../../store/engine.ts";
import { followPublications } from "../follow/follower.ts";
import { delayAfter } from "../follow/retry.ts";
import { addSnapshots } from "../metrics/registry.ts";
import { createServiceMetrics } from "../metrics/service-metrics.ts";
import { createWorkerMetrics } from "../metrics/worker-metrics.ts";
import { commandLineOf } from "../own-command.ts";
import { probePort } from "../port.ts";
import {
  applyPoll,
  type Changeable,
  initialState,
  listUrlOf,
  type RunningServer,
  type ServeOptions,
} from "../server.ts";
import { aliveRequest, type Message, metricsRequest, type Order, type Report } from "./worker.ts";
import { createWorkerWatch, silentMs, watchIntervalMs } from "./worker-watch.ts";

type WorkerProcess = Bun.Subprocess<"ignore", "inherit", "inherit">;

/** Delays before a dead worker is replaced, by the number of consecutive deaths; the last one repeats. */
const restartMs = [50, 200, 1000, 2000] as const;
/** How long workers may take to stop, besides the drain delay. */
const stopMs = 12_000;

/** The options of each of `count` workers. */
export function workerOptions(options: ServeOptions, count: number, port: number): Order["options"] {
  const { openSource: _, log: __, countDropped: ___, ...common } = options;
  return { ...common, port, reusePort: true, cacheBytesMax: Math.floor(options.cacheBytesMax / count) };
}

/** A supervisor with its workers. */
export interface RunningWorkers extends RunningServer {
  /** The metrics of all processes in the format of Prometheus, with its media type. */
  renderMetrics(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Starts a supervisor with its workers. Throws if the address can't be listened on. */
export function startWorkers(options: ServeOptions, count: number): RunningWorkers {
  const { host, drainDelaySeconds } = options;
  const metrics = createServiceMetrics();
  const log = metrics.countEvents(options.log);
  // Workers listen with SO_REUSEPORT, which would share the port with other programs. The probe ensures that it is free.
  const port = probePort(host, options.port);
  const state: Changeable<HealthState> = { ...initialState };
  let imageBytes = 0;
  let databases: readonly ListedDatabase[] = [];
  let order: Order = { options: workerOptions(options, count, port), image: null, poll: null };
  /** The version that is logged once all workers serve it. */
  let unlogged: Publication | null = null;
  /** The workers, each with the id of the publication that it serves. */
  const workers = new Map<WorkerProcess, string | null>();
  const workerMetrics = createWorkerMetrics((worker: WorkerProcess) => send(worker, metricsRequest));
  const watch = createWorkerWatch<WorkerProcess>();
  let stopping = false;
  let deaths = 0;
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();

  function update(change: Partial<Order>): void {
    if (Bun.deepEquals({ ...order, ...change }, order)) return;
    order = { ...order, ...change };
    for (const worker of workers.keys()) send(worker, order);
  }

  function logServed(): void {
    if (unlogged === null || workers.size < count) return;
    const { version, id, count: teachers } = unlogged;
    if ([...workers.values()].some((servedId) => servedId !== id)) return;
    log("version.served", { version, id, teachers });
    state.directory = { publication: unlogged };
    unlogged = null;
  }

  function receive(worker: WorkerProcess, report: Report): void {
    // It may have ended before its last report was read.
    if (!workers.has(worker)) return;
    watch.hear(worker);
    if ("isAlive" in report) return;
    if ("metrics" in report) {
      workerMetrics.receive(worker, report.metrics);
      return;
    }
    onListening();
    if (report.servedId !== null) deaths = 0;
    workers.set(worker, report.servedId);
    logServed();
  }

  function startLater(): void {
    // Unreferenced, so it does not keep the process alive.
    setTimeout(start, delayAfter(++deaths, restartMs)).unref();
  }

  function start(): void {
    if (stopping) return;
    try {
      startWorker();
    } catch (error) {
      // The system can't start a process now.
      log("worker.not_started", { error: (error as Error).message });
      startLater();
    }
  }

  function startWorker(): void {
    const worker: WorkerProcess = Bun.spawn(commandLineOf("serve-worker"), {
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc: (report: Report) => receive(worker, report),
      onExit(_worker, exitCode, signal) {
        workers.delete(worker);
        workerMetrics.remove(worker);
        watch.forget(worker);
        if (stopping) return;
        log("worker.died", { pid: worker.pid, ended: String(signal ?? exitCode) });
        startLater();
      },
    });
    workers.set(worker, null);
    workerMetrics.add(worker);
    watch.hear(worker);
    send(worker, order);
  }

  /** Ends workers that give no answer. Their end is logged and counted like any other, and they are replaced. */
  function endSilentWorkers(): void {
    for (const worker of watch.findSilent()) {
      watch.forget(worker);
      log("worker.silent", { pid: worker.pid, ms: silentMs });
      worker.kill("SIGKILL");
    }
    for (const worker of workers.keys()) send(worker, aliveRequest);
  }

  for (let i = 0; i < count; i++) start();
  const watching = setInterval(endSilentWorkers, watchIntervalMs).unref();
  const follower = followPublications({
    ...options,
    log,
    openSource: (onPublication) =>
      options.openSource({
        log,
        onPublication,
        onAsked(asked) {
          databases = asked;
        },
      }),
    onImage(image) {
      const { path, stamp } = image;
      unlogged = image.publication;
      imageBytes = image.bytes;
      update({ image: { path, stamp } });
    },
    onPoll(poll) {
      applyPoll(state, poll);
      metrics.countPoll(poll);
      update({ poll });
    },
  });

  const health = (): HealthState =>
    [...workers.values()].some((servedId) => servedId !== null) ? state : { ...state, directory: null };

  return {
    listUrl: listUrlOf(host, port),
    listening,
    health,
    async renderMetrics() {
      const own = await metrics.read({
        state: health(),
        imageBytes,
        databases,
        port,
        linesDropped: options.countDropped(),
      });
      const registry = addSnapshots([own, ...(await workerMetrics.collect())]);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    async stop() {
      stopping = true;
      clearInterval(watching);
      state.draining = true;
      const stopAll = (signal: NodeJS.Signals): void => {
        for (const worker of workers.keys()) worker.kill(signal);
      };
      stopAll("SIGTERM");
      const timer = setTimeout(stopAll, drainDelaySeconds * 1000 + stopMs, "SIGKILL");
      await Promise.all(Array.from(workers.keys(), (worker) => worker.exited));
      clearTimeout(timer);
      await follower.stop();
    },
  };
}

function send(worker: WorkerProcess, message: Message): void {
  try {
    worker.send(message);
  } catch {
    // The worker has disconnected and is about to exit. Its replacement receives everything.
  }
}
