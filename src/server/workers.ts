/** Several processes on one port: a supervisor follows the publications, and workers answer from its images. */
import type { Publication } from "../domain/publication.ts";
import { type Image, openImage, unmapReplacedImages } from "../image/image-file.ts";
import { delayAfter } from "./back-off.ts";
import { followPublications, type PollResult } from "./follower.ts";
import type { Log } from "./log.ts";
import { commandLineOf } from "./own-command.ts";
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

/** What the supervisor sends to a worker at its start, and after every change. */
interface Order {
  readonly options: Omit<ListenOptions, "log">;
  /** The image to serve; null before the first one. */
  readonly image: Pick<Image, "path" | "stamp"> | null;
  readonly poll: PollResult | null;
}

/** What a worker sends when it listens, and whenever it serves another image. */
interface Report {
  /** The id of the publication served; null before the first one. */
  readonly servedId: string | null;
}

type WorkerProcess = Bun.Subprocess<"ignore", "inherit", "inherit">;

/** Delays before a dead worker is replaced, by the number of consecutive deaths; the last one repeats. */
const restartMs = [50, 200, 1000, 2000] as const;
/** How long until a worker retries an image that it could not open. */
const retryMs = 1000;
/** How long workers may take to stop, besides the drain delay. */
const stopMs = 12_000;

/** The options of each of `count` workers. */
export function workerOptions(options: ServeOptions, count: number, port: number): Order["options"] {
  const { databaseUrl: _, onOpen: __, log: ___, ...common } = options;
  return { ...common, port, reusePort: true, cacheBytesMax: Math.floor(options.cacheBytesMax / count) };
}

/** Starts a supervisor with its workers. Throws if the address can't be listened on. */
export function startWorkers(options: ServeOptions, count: number): RunningServer {
  const { host, drainDelaySeconds, log } = options;
  // Workers listen with SO_REUSEPORT, which would share the port with other programs. The probe ensures that it is free.
  const port = probePort(host, options.port);
  let order: Order = { options: workerOptions(options, count, port), image: null, poll: null };
  /** The version that is logged once all workers serve it. */
  let unlogged: Publication | null = null;
  /** The workers, each with the id of the publication that it serves. */
  const workers = new Map<WorkerProcess, string | null>();
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
    unlogged = null;
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
      ipc({ servedId }: Report) {
        onListening();
        if (servedId !== null) deaths = 0;
        workers.set(worker, servedId);
        logServed();
      },
      onExit(_worker, exitCode, signal) {
        workers.delete(worker);
        if (stopping) return;
        log("worker.died", { pid: worker.pid, ended: String(signal ?? exitCode) });
        // The worker read mapped memory past the end of the file, or the disk failed.
        if (worker.signalCode === "SIGBUS") follower.recheckImage();
        startLater();
      },
    });
    workers.set(worker, null);
    send(worker, order);
  }

  for (let i = 0; i < count; i++) start();
  const follower = followPublications({
    ...options,
    onImage({ path, stamp, publication }) {
      unlogged = publication;
      update({ image: { path, stamp } });
    },
    onPoll: (poll) => update({ poll }),
  });

  return {
    listUrl: listUrlOf(host, port),
    listening,
    async stop() {
      stopping = true;
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

function send(worker: WorkerProcess, order: Order): void {
  try {
    worker.send(order);
  } catch {
    // The worker has disconnected and is about to exit. Its replacement receives everything.
  }
}

/** Runs a worker until the supervisor tells it to stop, or exits. */
export async function runWorker(log: Log): Promise<void> {
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  let server: ListeningServer | undefined;
  let served: Order["image"] = null;
  let retry: Timer | undefined;

  /** Does what the supervisor wants. If an image is wanted first, it listens after loading it, so no client gets a 503. */
  function follow(order: Order): void {
    clearTimeout(retry);
    const { options, image: wanted, poll } = order;
    if (wanted === null) {
      server ??= listen({ ...options, log });
      report({ servedId: null });
    } else if (!Bun.deepEquals(wanted, served)) {
      const image = openTrusted(wanted.path, log);
      if (image === null) {
        retry = setTimeout(follow, retryMs, order).unref();
      } else {
        server ??= listen({ ...options, log });
        server.serve(image);
        served = wanted;
        unmapReplacedImages();
        report({ servedId: image.publication.id });
      }
    }
    if (poll !== null) server?.reportPoll(poll);
  }

  process.on("message", follow);
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  ignoreSignalsToSupervisor();
  await told;
  clearTimeout(retry);
  await server?.stop();
  // The open channel would keep this process alive.
  process.disconnect?.();
}

function report(told: Report): void {
  process.send!(told);
}

/** Opens an image that the supervisor has checked; null if it has been replaced or lost since. */
function openTrusted(path: string, log: Log): Image | null {
  try {
    return openImage(path);
  } catch (error) {
    log("image.ignored", { error: (error as Error).message });
    return null;
  }
}
