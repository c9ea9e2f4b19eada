/** One running server: listens at once, follows the publications, and drains when told to stop. */
import { createDirectory, type Directory } from "./directory/directory.ts";
import { type FollowOptions, followPublications } from "./follow.ts";
import { createApp } from "./http/app.ts";
import type { ServiceState } from "./http/state.ts";
import { describeError, type Log } from "./log.ts";
import type { Store } from "./store/store.ts";

export interface ServeOptions {
  readonly databaseUrl: string;
  readonly imageFolder: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string | null;
  readonly limitMax: number;
  readonly maxAgeSeconds: number;
  /** How many bytes of finished pages are kept. */
  readonly cacheBytesMax: number;
  /** Whether search engines may list the pages. */
  readonly indexable: boolean;
  /** How long new connections are still accepted after {@link RunningServer.stop} was called. */
  readonly drainDelaySeconds: number;
  readonly log: Log;
  /** Runs once after the database was opened for the first time. */
  onOpen(store: Store): Promise<void>;
}

export interface RunningServer {
  /** Where the list is, on the address listened on. */
  readonly listUrl: string;
  /** Resolves when the first version is served, or nothing has been published yet: null. */
  readonly ready: Promise<Directory | null>;
  /** Says so to balancers, waits for the drain delay, finishes the requests under way in at most 10 s, lets go of all. */
  stop(): Promise<void>;
}

/** How long requests under way may take once the server was told to stop. */
const drainMs = 10_000;
const drainPollMs = 20;

/** Starts a server. Throws where the address can't be listened on. */
export function startServer(options: ServeOptions): RunningServer {
  const { host, port, drainDelaySeconds, log } = options;
  const state: { -readonly [Key in keyof ServiceState]: ServiceState[Key] } = {
    directory: null,
    waitingFor: "loading",
    databaseReachable: true,
    draining: false,
  };
  const app = createApp({
    ...options,
    state,
    onError: (error) => log("request.failed", { error: describeError(error) }),
  });
  const server = Bun.serve({ hostname: host, port, fetch: app, idleTimeout: 30 });

  const { promise: ready, resolve } = Promise.withResolvers<Directory | null>();
  const follow: FollowOptions = {
    ...options,
    onImage(image) {
      state.directory = createDirectory(image);
    },
    onLook(outcome) {
      state.databaseReachable = outcome !== "unreachable";
      if (outcome === "unreachable") state.waitingFor = "database unreachable";
      else state.waitingFor = outcome === "nothing published" ? "nothing published yet" : "loading";
      if (state.directory !== null || outcome === "nothing published") resolve(state.directory);
    },
  };
  const follower = followPublications(follow);

  return {
    listUrl: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}/teachers/`,
    ready,
    async stop() {
      state.draining = true;
      log("server.draining");
      await Bun.sleep(drainDelaySeconds * 1000);
      // Not waited for: its promise wants idle connections closed too, which clients keep open for as long as they like.
      void server.stop();
      const deadline = performance.now() + drainMs;
      do await Bun.sleep(drainPollMs);
      while (server.pendingRequests > 0 && performance.now() < deadline);
      if (server.pendingRequests > 0) log("server.cut_off");
      await server.stop(true);
      await follower.stop();
    },
  };
}
