/** A running server: listens at once, follows publications, and drains when stopped. */
import { createDirectory } from "../directory/directory.ts";
import { createScheduler } from "../directory/scheduler.ts";
import { createServerGarbage } from "../domain/garbage.ts";
import { createApp } from "../http/app.ts";
import { createPageCache } from "../http/page-cache.ts";
import { createRequestBodies } from "../http/request-bodies.ts";
import type {
  AnsweredRequest,
  AppOptions,
  PollResult,
  ResponseOptions,
  ServiceState,
} from "../http/request-context.ts";
import type { Image } from "../image/image-file.ts";
import { followPublications, type PublicationSource } from "./follow/follower.ts";
import { logAnswer } from "./log/access-log.ts";
import { describeError, type Log, type LogOptions, type ProcessLog } from "./log/log.ts";
import type { AnswerMetrics, Usage } from "./metrics/answer-metrics.ts";

/** The options of a listening server; they can be sent to another process. */
export interface ListenOptions extends ResponseOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes share the port, so the kernel distributes connections. */
  readonly reusePort: boolean;
  /** Whether requests are counted for metrics. */
  readonly hasMetrics: boolean;
  /** Whether every request is logged. */
  readonly accessLog: boolean;
  readonly logOptions: LogOptions;
  /** How long the server still accepts connections after it is asked to stop. */
  readonly drainDelaySeconds: number;
}

export interface ServeOptions extends ProcessLog {
  readonly listen: ListenOptions;
  readonly imageFolder: string;
  /** Opens the source of publications, which may call `onPublication` at any time. */
  openSource(log: Log, onPublication: () => void): PublicationSource;
}

export interface RunningServer {
  /** The URL of the list on the listening address. */
  readonly listUrl: string;
  /** Resolves when the server accepts connections. */
  readonly listening: Promise<void>;
  stop(): Promise<void>;
}

/** How long requests in progress may take after the drain delay. */
const drainMs = 10_000;
const drainPollMs = 20;

/** How long a connection may be idle. */
const idleSeconds = 30;
/**
 * How long a download may be idle. A slow reader takes minutes to empty the kernel's buffer, and until then nothing is
 * written. Bun allows at most 255 s.
 */
const streamIdleSeconds = 240;

/** Listens at once; the list answers 503 until a version is loaded. Throws if it can't listen. */
export function listen(options: ListenOptions, { log, countDropped }: ProcessLog, metrics: AnswerMetrics | null) {
  const { host, port, reusePort, accessLog, drainDelaySeconds } = options;
  const state: Mutable<ServiceState> = { ...initialState };
  const scheduler = createScheduler();
  const garbage = createServerGarbage();
  const bodies = createRequestBodies();
  const cache = createPageCache();
  const record = (answered: AnsweredRequest): void => {
    metrics?.countRequest(answered);
    if (accessLog) logAnswer(log, answered);
  };
  const appOptions: AppOptions = {
    ...options,
    state,
    bodies,
    onAnswered: metrics === null && !accessLog ? null : record,
    onSearch: (reading) => metrics?.onSearch(reading),
    hasRequestIds: accessLog,
    onStream: (request) => server.timeout(request, streamIdleSeconds),
    onError: (error, id) => log("request.failed", { error: describeError(error), id: id ?? undefined }),
  };
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort,
    fetch: createApp(appOptions, cache, garbage),
    idleTimeout: idleSeconds,
    development: false,
  });
  return {
    port: server.port!,
    /** Switches to this image; requests in progress finish with the previous one. */
    serve(image: Image): void {
      state.directory = createDirectory(image, scheduler, garbage);
    },
    reportPoll(poll: PollResult): void {
      state.poll = poll;
    },
    usage: (): Usage => ({ cache, scheduler, inFlight: server.pendingRequests, linesDropped: countDropped() }),
    /**
     * Turns `/readyz` to 503, waits for the drain delay, gives requests in progress up to 10 s, then closes everything.
     */
    async stop(): Promise<void> {
      state.draining = true;
      log("server.draining");
      await Bun.sleep(drainDelaySeconds * 1000);
      bodies.end();
      // Not awaited: the promise resolves only when clients have closed their idle connections too.
      void server.stop();
      const deadline = performance.now() + drainMs;
      do await Bun.sleep(drainPollMs);
      while (server.pendingRequests > 0 && performance.now() < deadline);
      if (server.pendingRequests > 0) log("server.cut_off");
      await server.stop(true);
    },
  };
}

export type ListeningServer = ReturnType<typeof listen>;

/** A state that may be changed. */
export type Mutable<State> = { -readonly [Key in keyof State]: State[Key] };

/** The state before anything is known. */
export const initialState: ServiceState = {
  directory: null,
  poll: { outcome: "not polled", source: "database", sourceError: null, newestVersion: null, buildError: null },
  draining: false,
};

/** Starts a server without metrics that follows the publications in this process. */
export function startServer(options: ServeOptions): RunningServer {
  const { log } = options;
  const server = listen(options.listen, options, null);
  const follower = followPublications({
    ...options,
    onImage(image) {
      server.serve(image);
      const { version, id, count } = image.publication;
      log("version.served", { version, id, teachers: count });
    },
    onPoll: server.reportPoll,
  });
  return {
    listUrl: listUrlOf(options.listen.host, server.port),
    listening: Promise.resolve(),
    async stop() {
      await server.stop();
      await follower.stop();
    },
  };
}

/** The URL of the list on an address and a port. */
export function listUrlOf(host: string, port: number): string {
  return `${originOf(host, port)}/teachers/`;
}

/** The URL of an address and a port, without a slash at the end. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
