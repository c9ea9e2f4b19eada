/** Several processes on one port: a supervisor follows the publications, and workers answer from its images. */
import type { Registry } from "prom-client";
import type { Publication } from "../../domain/publication.ts";
import type { HealthState } from "../../http/request-context.ts";
import { followPublications } from "../follow/follower.ts";
import { delayAfter } from "../follow/retry.ts";
import { addSnapshots } from "../metrics/registry.ts";
import { createServiceMetrics } from "../metrics/service-metrics.ts";
import { createWorkerMetrics } from "../metrics/worker-metrics.ts";
import { probePort } from "../port.ts";
import { commandLineOf } from "../process.ts";
import { initialState, listUrlOf, type Mutable, type RunningServer, type ServeOptions } from "../server.ts";
import {
  aliveRequest,
  type DesiredState,
  type Message,
  metricsRequest,
  type Report,
  workerVariable,
} from "./worker.ts";

type WorkerProcess = Bun.Subprocess<"ignore", "inherit", "inherit">;

/** Delays before a dead worker is replaced, by the number of consecutive deaths; the last one repeats. */
const restartMs = [50, 200, 1000, 2000] as const;
/** How long workers may take to stop, besides the drain delay. */
const stopMs = 12_000;

/** A supervisor with its workers. */
export interface RunningWorkers extends RunningServer {
  /** The state that health checks report. */
  health(): HealthState;
  /** The metrics of all processes. */
  collectMetrics(): Promise<Registry>;
}

/** How often workers are checked, and how long one may be silent. */
export const checkIntervalMs = 1000;
export const silentMs = 30_000;

/**
 * Finds workers that do not respond, such as frozen ones, whose connections would hang. If the supervisor itself is
 * late, all counts restart, because the machine may have been suspended or overloaded.
 */
export function createLivenessCheck<Worker>(now: () => number = performance.now.bind(performance)) {
  /** For each worker, the number of punctual checks since it last responded. */
  const silences = new Map<Worker, number>();
  let lastMs = now();
  return {
    /** A worker has started, or has sent something. */
    seen: (worker: Worker) => void silences.set(worker, 0),
    /** A worker has ended, or was killed. */
    forget: (worker: Worker) => void silences.delete(worker),
    /** Must be called every {@link checkIntervalMs}. Returns the workers that were silent for {@link silentMs}. */
    findSilent(): Worker[] {
      const isLate = now() - lastMs > 2 * checkIntervalMs;
      lastMs = now();
      for (const [worker, times] of silences) silences.set(worker, isLate ? 0 : times + 1);
      return [...silences].filter(([, times]) => times * checkIntervalMs >= silentMs).map(([worker]) => worker);
    },
  };
}

/** Starts a supervisor with its workers. Throws if they can't listen. */
export function startWorkers(options: ServeOptions, count: number): RunningWorkers {
  const { host, drainDelaySeconds } = options.listen;
  const metrics = createServiceMetrics();
  const log = metrics.countEvents(options.log);
  // Workers listen with SO_REUSEPORT, which would share the port with other programs. The probe ensures that no other
  // program has it.
  const port = probePort(host, options.listen.port);
  const state: Mutable<HealthState> = { ...initialState };
  let imageBytes = 0;
  let desired: DesiredState = { image: null, poll: null };
  /** The version that is logged once all workers serve it. */
  let unlogged: Publication | null = null;
  /** The workers, each with the id of the publication that it serves. */
  const workers = new Map<WorkerProcess, string | null>();
  const workerMetrics = createWorkerMetrics((worker: WorkerProcess) => send(worker, metricsRequest));
  const liveness = createLivenessCheck<WorkerProcess>();
  let stopping = false;
  let deaths = 0;
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();

  function update(change: Partial<DesiredState>): void {
    if (Bun.deepEquals({ ...desired, ...change }, desired)) return;
    desired = { ...desired, ...change };
    for (const worker of workers.keys()) send(worker, desired);
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
    // The worker may have ended before its last report was read.
    if (!workers.has(worker)) return;
    liveness.seen(worker);
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
      // The system is out of processes or memory.
      log("worker.not_started", { error: (error as Error).message });
      startLater();
    }
  }

  function startWorker(): void {
    const worker: WorkerProcess = Bun.spawn(commandLineOf("serve-worker"), {
      env: { ...process.env, [workerVariable]: JSON.stringify({ ...options.listen, port, reusePort: true }) },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc: (report: Report) => receive(worker, report),
      onExit(_worker, exitCode, signal) {
        workers.delete(worker);
        workerMetrics.remove(worker);
        liveness.forget(worker);
        if (stopping) return;
        log("worker.died", { pid: worker.pid, ended: String(signal ?? exitCode) });
        startLater();
      },
    });
    workers.set(worker, null);
    workerMetrics.add(worker);
    liveness.seen(worker);
    send(worker, desired);
  }

  /** Kills workers that do not respond. Their end is logged and counted like any other, and they are replaced. */
  function endSilentWorkers(): void {
    for (const worker of liveness.findSilent()) {
      liveness.forget(worker);
      log("worker.silent", { pid: worker.pid, ms: silentMs });
      worker.kill("SIGKILL");
    }
    for (const worker of workers.keys()) send(worker, aliveRequest);
  }

  for (let i = 0; i < count; i++) start();
  const checking = setInterval(endSilentWorkers, checkIntervalMs).unref();
  const follower = followPublications({
    ...options,
    log,
    onImage(image) {
      const { path, stamp } = image;
      unlogged = image.publication;
      imageBytes = image.bytes;
      update({ image: { path, stamp } });
    },
    onPoll(poll) {
      state.poll = poll;
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
    async collectMetrics() {
      const linesDropped = options.countDropped();
      const databases = follower.source.databases();
      const own = await metrics.read({ state: health(), imageBytes, databases, port, linesDropped });
      return addSnapshots([own, ...(await workerMetrics.collect())]);
    },
    async stop() {
      stopping = true;
      clearInterval(checking);
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
