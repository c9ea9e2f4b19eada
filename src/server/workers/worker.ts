/** A worker: a process that answers from the images of its supervisor. */
import { collectSoon } from "../../domain/garbage.ts";
import { type Image, openImage } from "../../image/image-file.ts";
import type { PollResult } from "../follow/follower.ts";
import type { Log, LogOptions } from "../log/log.ts";
import { type AnswerMetrics, createAnswerMetrics } from "../metrics/answer-metrics.ts";
import type { Snapshot } from "../metrics/registry.ts";
import { type ListeningServer, type ListenOptions, listen } from "../server.ts";
import { ignoreSignalsToSupervisor } from "../signals.ts";

/** What the supervisor sends to a worker when it wants its metrics. */
export const metricsRequest = "metrics";

/** What the supervisor sends to a worker to learn whether it is alive. */
export const aliveRequest = "alive";

/** What the supervisor sends to a worker at its start, and after every change. */
export interface Order {
  readonly options: Omit<ListenOptions, "log" | "countDropped">;
  /** The image to serve, which the supervisor has checked; null before the first one. */
  readonly image: Pick<Image, "path" | "stamp"> | null;
  readonly poll: PollResult | null;
}

/** What a worker sends when it listens, whenever it serves another image, and when it is asked. */
export type Report =
  /** The id of the publication served; null before the first one. */
  { readonly servedId: string | null } | { readonly metrics: Snapshot } | { readonly isAlive: true };

/** What the supervisor sends to a worker. */
export type Message = Order | typeof metricsRequest | typeof aliveRequest;

/** How long until a worker retries an image that it could not open. */
const retryMs = 1000;

/** Runs a worker until the supervisor tells it to stop, or exits. */
export async function runWorker(openLog: (options: LogOptions) => Log, countDropped: () => number): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let log: Log | undefined;
  let server: ListeningServer | undefined;
  let metrics: AnswerMetrics | null = null;
  let served: Order["image"] = null;
  let newest: Order | undefined;
  let retry: Timer | undefined;
  /** The error that was logged last; it is logged again only when it changes. */
  let logged: string | null = null;
  /** Resolves when all orders have been followed. */
  let followed = Promise.resolve();

  /** Follows an order once earlier ones are done. If a newer order arrives first, it is skipped: each order is complete. */
  function receive(order: Order): void {
    clearTimeout(retry);
    newest = order;
    followed = followed.then(() => (order === newest ? follow(order) : undefined));
  }

  /** Does what the supervisor wants. If an image is wanted first, it listens after opening it, so no client gets a 503. */
  async function follow(order: Order): Promise<void> {
    const { options, image: wanted, poll } = order;
    log ??= openLog(options.logOptions);
    if (options.hasMetrics) metrics ??= createAnswerMetrics();
    if (wanted === null) {
      server ??= listen({ ...options, log, countDropped }, metrics);
      report({ servedId: null });
    } else if (!Bun.deepEquals(wanted, served)) {
      const image = await openImage(wanted.path).catch(onBad);
      if (image === null) {
        retry = setTimeout(receive, retryMs, order).unref();
      } else {
        server ??= listen({ ...options, log, countDropped }, metrics);
        server.serve(image);
        served = wanted;
        logged = null;
        collectSoon();
        report({ servedId: image.publication.id });
      }
    }
    if (poll !== null) server?.reportPoll(poll);
  }

  /** For an image that can't be opened, for example because it was removed meanwhile. */
  function onBad({ message }: Error): null {
    if (message !== logged) log!("image.ignored", { error: message });
    logged = message;
    return null;
  }

  async function reportMetrics(): Promise<void> {
    if (server !== undefined && metrics !== null) report({ metrics: await metrics.read(server.usage()) });
  }

  process.on("message", (message: Message) => {
    if (message === metricsRequest) void reportMetrics();
    else if (message === aliveRequest) report({ isAlive: true });
    else receive(message);
  });
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  ignoreSignalsToSupervisor();
  await stopped;
  await followed;
  clearTimeout(retry);
  await server?.stop();
  if (process.connected) await reportMetrics();
  // The open channel would keep this process alive.
  process.disconnect?.();
}

function report(message: Report): void {
  process.send!(message);
}
