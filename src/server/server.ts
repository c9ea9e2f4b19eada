/** A running server: listens at once, follows publications, and drains when stopped. */
import { closeSync, openSync } from "node:fs";
import { createDirectory } from "../directory/directory.ts";
import { createTurns } from "../directory/turns.ts";
import { createApp } from "../http/app.ts";
import { createRequestBodies } from "../http/request-bodies.ts";
import { type AppOptions, isReachable, notPolled, type ServiceState } from "../http/request-context.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { describeError, logOncePerText } from "./log.ts";
import type { ServerMetrics } from "./metrics.ts";

interface ListenOptions extends Pick<AppOptions, "baseUrl" | "maxLimit" | "maxAge" | "allowIndexing"> {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
  /** How long the server still accepts connections after it is asked to stop. */
  readonly drainDelay: number;
}

/** What probes and metrics report. */
export function newState(): ServiceState {
  return { directory: null, poll: notPolled, draining: false };
}

interface ServeOptions extends Omit<FollowOptions, "onContent" | "onPoll"> {
  readonly listen: ListenOptions;
  readonly state: ServiceState;
  /** Null unless metrics are counted. */
  readonly metrics: ServerMetrics | null;
}

/** How long requests in progress may take after the drain delay. */
const drainMs = 10_000;
const drainPollMs = 20;
/** How long a connection may be idle. A slow reader of a download takes minutes to empty the kernel's buffer. */
const [idleSeconds, streamIdleSeconds] = [30, 240];

/**
 * Starts a server. The list answers 503 until a version is loaded; on a shared port it listens only then, because the
 * others answer meanwhile. Throws if it can't listen.
 */
export function startServer({ listen, state, metrics, ...following }: ServeOptions) {
  const { host, port, reusePort } = listen;
  const { log } = following;
  const logOnce = logOncePerText(log);
  const turns = createTurns();
  const bodies = createRequestBodies();
  const fetch = createApp({
    ...listen,
    state,
    turns,
    bodies,
    onAnswered: metrics?.countRequest ?? null,
    onSearch: (reading) => metrics?.onSearch(reading),
    onStream: (request) => server?.timeout(request, streamIdleSeconds),
    onError: (error) => log("request.failed", { error: describeError(error) }),
  });
  const listening = Promise.withResolvers<string>();
  let server: ReturnType<typeof Bun.serve> | null = null;

  function open(): void {
    if (server !== null || state.draining) return;
    server = Bun.serve({ hostname: host, port, reusePort, fetch, idleTimeout: idleSeconds, development: false });
    listening.resolve(`${originOf(host, server.port!)}/teachers/`);
  }

  if (!reusePort) open();
  const follower = follow({
    ...following,
    onContent(content, words, loadMs) {
      const { number, id, count } = content.version;
      const isNew = state.directory?.version.id !== id;
      // Requests in progress finish with the previous version.
      state.directory = createDirectory(content, words, turns);
      if (isNew) log("version.served", { version: number, id, teachers: count, ms: Math.round(loadMs) });
      void Promise.try(open).catch(listening.reject);
    },
    onPoll(poll) {
      state.poll = poll;
      metrics?.onPoll(isReachable(poll));
      logOnce("server.out_of_files", findLackOfFiles());
    },
  });

  /** Waits for the drain delay, gives requests in progress up to 10 s, then closes everything. */
  async function drain(running: NonNullable<typeof server>): Promise<void> {
    log("server.draining");
    await Bun.sleep(listen.drainDelay * 1000);
    bodies.end();
    // Not awaited: the promise resolves only when clients have closed their idle connections too.
    void running.stop();
    const deadline = performance.now() + drainMs;
    do await Bun.sleep(drainPollMs);
    while (running.pendingRequests > 0 && performance.now() < deadline);
    if (running.pendingRequests > 0) log("server.cut_off");
    await running.stop(true);
  }

  return {
    /** The URL of the list, once the server listens. */
    listening: listening.promise,
    async stop(): Promise<void> {
      state.draining = true;
      if (server !== null) await drain(server);
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

/** The URL of an address and a port, without a slash at the end. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
