/** A running server: listens at once, follows publications, and drains when stopped. */
import { closeSync, openSync } from "node:fs";
import type { Registry } from "prom-client";
import { createDirectory } from "../directory/directory.ts";
import { createTurns } from "../directory/turns.ts";
import { createApp } from "../http/app.ts";
import { createRequestBodies } from "../http/request-bodies.ts";
import {
  type AnsweredRequest,
  type AppOptions,
  type HealthState,
  isReachable,
  notPolled,
  type ResponseOptions,
  type ServiceState,
} from "../http/request-context.ts";
import type { Store } from "../store/store.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { logAnswer } from "./log/access-log.ts";
import { describeError, logOncePerText, type ProcessLog } from "./log/log.ts";
import type { ServerMetrics } from "./metrics.ts";

interface ListenOptions extends ResponseOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes may listen on the port too. */
  readonly reusePort: boolean;
  /** Whether every request is logged. */
  readonly accessLog: boolean;
  /** How long the server still accepts connections after it is asked to stop. */
  readonly drainDelaySeconds: number;
}

export interface ServeOptions extends ProcessLog {
  readonly listen: ListenOptions;
  readonly database: Pick<FollowOptions, "readDatabaseUrl" | "copyPath">;
  /** Called whenever the database has been opened. */
  onOpen(store: Store): Promise<void>;
  /** Null unless metrics are counted. */
  readonly metrics: ServerMetrics | null;
}

export interface RunningServer {
  /** The URL of the list, once the server listens. */
  readonly listening: Promise<string>;
  /** The state that health checks report. */
  readonly state: HealthState;
  /** The metrics with their current values; null without metrics. */
  collectMetrics(): Registry | null;
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

type Mutable<State> = { -readonly [Key in keyof State]: State[Key] };

/**
 * Starts a server. The list answers 503 until a version is loaded; on a shared port it listens only then, because the
 * others answer meanwhile. Throws if it can't listen.
 */
export function startServer(options: ServeOptions): RunningServer {
  const { listen, metrics, log, countDropped } = options;
  const { host, accessLog, drainDelaySeconds } = listen;
  const logOnce = logOncePerText(log);
  const state: Mutable<ServiceState> = { directory: null, poll: notPolled, draining: false };
  const turns = createTurns();
  const bodies = createRequestBodies();
  const record = (answered: AnsweredRequest): void => {
    metrics?.countRequest(answered);
    if (accessLog) logAnswer(log, answered);
  };
  const appOptions: AppOptions = {
    ...listen,
    state,
    turns,
    bodies,
    onAnswered: metrics === null && !accessLog ? null : record,
    onSearch: (reading) => metrics?.onSearch(reading),
    hasRequestIds: accessLog,
    onStream: (request) => server?.timeout(request, streamIdleSeconds),
    onError: (error, id) => log("request.failed", { error: describeError(error), id: id ?? undefined }),
  };
  const fetch = createApp(appOptions);
  const listening = Promise.withResolvers<string>();
  let server: ReturnType<typeof Bun.serve> | null = null;

  function open(): void {
    if (server !== null || state.draining) return;
    const { port, reusePort } = listen;
    server = Bun.serve({ hostname: host, port, reusePort, fetch, idleTimeout: idleSeconds, development: false });
    listening.resolve(listUrlOf(host, server.port!));
  }

  if (!listen.reusePort) open();
  const follower = follow({
    ...options.database,
    log,
    onOpen: options.onOpen,
    onContent(content, words, loadMs) {
      const { version, id, count } = content.publication;
      const isNew = state.directory?.publication.id !== id;
      // Requests in progress finish with the previous version.
      state.directory = createDirectory(content, words, turns);
      if (isNew) log("version.served", { version, id, teachers: count, ms: Math.round(loadMs) });
      // Not before its words, without which a search is refused. If they fail, the version is loaded again.
      void Promise.resolve(words).then(
        () => Promise.try(open).catch(listening.reject),
        () => {},
      );
    },
    onPoll(poll) {
      state.poll = poll;
      metrics?.onPoll(isReachable(poll));
      logOnce("server.out_of_files", findLackOfFiles());
    },
  });

  /**
   * Turns `/readyz` to 503, waits for the drain delay, gives requests in progress up to 10 s, then closes everything.
   */
  async function drain(): Promise<void> {
    state.draining = true;
    if (server === null) return;
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
  }

  return {
    listening: listening.promise,
    state,
    collectMetrics() {
      return metrics?.collect(state, countDropped()) ?? null;
    },
    async stop() {
      await drain();
      await follower.stop();
    },
  };
}

/** Why the process can open no file or connection; null if it can. */
function findLackOfFiles(): string | null {
  try {
    closeSync(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The URL of the list on an address and a port. */
function listUrlOf(host: string, port: number): string {
  return `${originOf(host, port)}/teachers/`;
}

/** The URL of an address and a port, without a slash at the end. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
