/** Several processes on one port: a supervisor follows the publications, and workers answer from its images. */

import type { Publication } from "../domain/publication.ts";
import { type Image, openImage, unmapReplacedImages } from "../image/image-file.ts";
import { followPublications, type PollResult } from "./follower.ts";
import type { Log } from "./log.ts";
import { probePort } from "./port.ts";
import {
  type ListeningServer,
  type ListenOptions,
  listen,
  listUrlOf,
  type RunningServer,
  type ServeOptions,
} from "./server.ts";
import { ignoreSignalsToSupervisor } from "./signals.ts";

/** A message from the supervisor to a worker. */
type Order =
  /** Tells the worker to listen at once. If an image follows, it listens after loading it, so no client gets a 503. */
  | { readonly kind: "start"; readonly options: Omit<ListenOptions, "log">; readonly imageFollows: boolean }
  | { readonly kind: "image"; readonly path: string }
  | { readonly kind: "poll"; readonly result: PollResult }
  | { readonly kind: "stop" };

/** A message from a worker to the supervisor. */
type Report =
  | { readonly kind: "listening" }
  /** Answers an image message: the id of the publication now served, or null if the image can't be opened. */
  | { readonly kind: "image"; readonly servedId: string | null };

type WorkerProcess = Bun.Subprocess<"ignore", "inherit", "inherit">;

/** Delays before a dead worker is replaced, by the number of consecutive deaths; the last one repeats. */
const restartMs = [50, 200, 1000, 2000] as const;
/** How long until a worker retries an image that it could not open. */
const retryMs = 1000;

/** Starts a supervisor with its workers. Throws if the address can't be listened on. */
export function startWorkers(options: ServeOptions, count: number): RunningServer {
  const { host, drainDelaySeconds, log } = options;
  // Workers listen with SO_REUSEPORT, which would share the port with other programs. The probe ensures that it is free.
  const port = probePort(host, options.port);
  const { baseUrl, limitMax, maxAgeSeconds, cacheBytesMax, indexable, imageFolder } = options;
  const caching = { maxAgeSeconds, cacheBytesMax: Math.floor(cacheBytesMax / count) };
  const common = { host, port, baseUrl, limitMax, indexable, imageFolder, drainDelaySeconds };
  const listenOptions = { ...common, ...caching, reusePort: true };
  const workers = new Set<WorkerProcess>();
  const serving = new Map<WorkerProcess, string>();
  let imagePath: string | null = null;
  let publication: Publication | null = null;
  let lastPoll: PollResult | null = null;
  let stopping = false;
  let deaths = 0;
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
  let logged: Publication | null = null;

  /** Logs a version once all workers serve it. */
  function checkServed(): void {
    if (publication === null || publication === logged || workers.size < count) return;
    const { version, id, count: teachers } = publication;
    if (![...workers].every((worker) => serving.get(worker) === id)) return;
    log("version.served", { version, id, teachers });
    logged = publication;
  }

  /** Sends a worker the current image and poll result. */
  function inform(worker: WorkerProcess): void {
    if (imagePath !== null) tell(worker, { kind: "image", path: imagePath });
    if (lastPoll !== null) tell(worker, { kind: "poll", result: lastPoll });
  }

  /** Sends them again unless the worker serves the current publication by now. */
  function retry(worker: WorkerProcess): void {
    if (serving.get(worker) !== publication?.id) inform(worker);
  }

  function startLater(): void {
    // Unreferenced, so it does not keep the process alive.
    setTimeout(start, restartMs[Math.min(deaths++, restartMs.length - 1)]).unref();
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
    const worker: WorkerProcess = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, "serve-worker"], {
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc(report: Report) {
        if (report.kind === "listening") {
          onListening();
          return;
        }
        deaths = 0;
        if (report.servedId === null) {
          setTimeout(retry, retryMs, worker).unref();
          return;
        }
        serving.set(worker, report.servedId);
        checkServed();
      },
      onExit(_worker, exitCode, signal) {
        workers.delete(worker);
        serving.delete(worker);
        if (stopping) return;
        log("worker.died", { pid: worker.pid, ended: String(signal ?? exitCode) });
        // The worker read mapped memory past the end of the file, or the disk failed.
        if (worker.signalCode === "SIGBUS") follower.recheckImage();
        startLater();
      },
    });
    workers.add(worker);
    tell(worker, { kind: "start", options: listenOptions, imageFollows: imagePath !== null });
    inform(worker);
  }

  for (let i = 0; i < count; i++) start();
  const follower = followPublications({
    ...options,
    onImage(image) {
      imagePath = image.path;
      publication = image.publication;
      for (const worker of workers) tell(worker, { kind: "image", path: image.path });
    },
    onPoll(result) {
      if (!Bun.deepEquals(result, lastPoll)) for (const worker of workers) tell(worker, { kind: "poll", result });
      lastPoll = result;
    },
  });

  return {
    listUrl: listUrlOf(host, port),
    listening,
    async stop() {
      stopping = true;
      for (const worker of workers) tell(worker, { kind: "stop" });
      const lost = setTimeout(
        () => {
          for (const worker of workers) worker.kill("SIGKILL");
        },
        drainDelaySeconds * 1000 + 12_000,
      );
      await Promise.all([...workers].map((worker) => worker.exited));
      clearTimeout(lost);
      await follower.stop();
    },
  };
}

/** Runs a worker until the supervisor tells it to stop, or exits. */
export async function runWorker(log: Log): Promise<void> {
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  let options: ListenOptions | undefined;
  let server: ListeningServer | undefined;

  const report = (told: Report): void => void process.send!(told);

  function startListening(): ListeningServer {
    const started = listen(options!);
    report({ kind: "listening" });
    return started;
  }

  function serve(path: string): void {
    const image = openChecked(path, log);
    if (image !== null) {
      server ??= startListening();
      server.serve(image);
      unmapReplacedImages();
    }
    report({ kind: "image", servedId: image?.publication.id ?? null });
  }

  process.on("message", (order: Order) => {
    if (order.kind === "start") {
      options = { ...order.options, log };
      if (!order.imageFollows) server = startListening();
    } else if (order.kind === "image") serve(order.path);
    else if (order.kind === "poll") server?.reportPoll(order.result);
    else stop();
  });
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  ignoreSignalsToSupervisor();
  await told;
  await server?.stop();
  // The open channel would keep this process alive.
  process.disconnect?.();
}

/** Opens an image that the supervisor has checked; null if it has been replaced or lost since. */
function openChecked(path: string, log: Log): Image | null {
  try {
    return openImage(path);
  } catch (error) {
    log("image.ignored", { error: (error as Error).message });
    return null;
  }
}

function tell(worker: WorkerProcess, order: Order): void {
  try {
    worker.send(order);
  } catch {
    // The worker has disconnected and is about to exit. Its replacement receives everything.
  }
}
