/** A worker: a process that answers from the images of its supervisor. */
import { collectSoon } from "../../domain/garbage.ts";
import type { PollResult } from "../../http/request-context.ts";
import { type Image, openImage } from "../../image/image-file.ts";
import type { ProcessLog } from "../log/log.ts";
import { createAnswerMetrics } from "../metrics/answer-metrics.ts";
import type { Snapshot } from "../metrics/registry.ts";
import { ignoreSignalsToSupervisor } from "../process.ts";
import { type ListeningServer, type ListenOptions, listen } from "../server.ts";

/** The environment variable with the {@link ListenOptions} of a worker, as JSON. */
export const workerVariable = "TEACHERS_WORKER";

/** Asks a worker for its metrics. */
export const metricsRequest = "metrics";

/** Asks a worker whether it is alive. */
export const aliveRequest = "alive";

/** The state that a worker should have; sent at its start, and after every change. */
export interface DesiredState {
  /** The image to serve; null before the first one. The supervisor has checked it. */
  readonly image: Pick<Image, "path" | "stamp"> | null;
  readonly poll: PollResult | null;
}

/** The messages of a worker. It sends them when it listens, when it serves another image, and on request. */
export type Report =
  /** The id of the publication served; null before the first one. */
  { readonly servedId: string | null } | { readonly metrics: Snapshot } | { readonly isAlive: true };

/** The messages of the supervisor. */
export type Message = DesiredState | typeof metricsRequest | typeof aliveRequest;

/** The delay before a worker retries an image that it could not open. */
const retryMs = 1000;

/** Runs a worker until the supervisor stops it, or exits. */
export async function runWorker(options: ListenOptions, output: ProcessLog): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const metrics = options.hasMetrics ? createAnswerMetrics() : null;
  let server: ListeningServer | undefined;
  let served: DesiredState["image"] = null;
  let newest: DesiredState | undefined;
  let retry: Timer | undefined;
  /** The error that was logged last; it is logged again only when it changes. */
  let logged: string | null = null;
  /** Resolves when all states have been applied. */
  let applied = Promise.resolve();

  /** Applies a state after the earlier ones. Skips it if a newer one arrives first, because each state is complete. */
  function receive(desired: DesiredState): void {
    clearTimeout(retry);
    newest = desired;
    applied = applied.then(() => (desired === newest ? apply(desired) : undefined));
  }

  /**
   * Applies a state. If the first state has an image, the worker opens it before it listens, so no client gets a 503.
   */
  async function apply(desired: DesiredState): Promise<void> {
    const { image: wanted, poll } = desired;
    if (wanted === null) {
      server ??= listen(options, output, metrics);
      report({ servedId: null });
    } else if (!Bun.deepEquals(wanted, served)) {
      const image = await openImage(wanted.path).catch(onBad);
      if (image === null) {
        retry = setTimeout(receive, retryMs, desired).unref();
      } else {
        server ??= listen(options, output, metrics);
        server.serve(image);
        served = wanted;
        logged = null;
        collectSoon();
        report({ servedId: image.publication.id });
      }
    }
    if (poll !== null) server?.reportPoll(poll);
  }

  /** Handles an image that can't be opened, for example because it was removed meanwhile. */
  function onBad({ message }: Error): null {
    if (message !== logged) output.log("image.ignored", { error: message });
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
  await applied;
  clearTimeout(retry);
  await server?.stop();
  if (process.connected) await reportMetrics();
  // The open channel to the supervisor would keep this process alive.
  process.disconnect?.();
}

function report(message: Report): void {
  process.send!(message);
}
