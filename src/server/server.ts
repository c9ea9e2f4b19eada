/** One running server: listens at once, follows the publications, and drains when told to stop. */
import { createDirectory } from "../directory/directory.ts";
import { createApp } from "../http/app.ts";
import type { ServiceState } from "../http/service-state.ts";
import type { Image } from "../image/image-file.ts";
import type { Store } from "../store/store.ts";
import { followPublications, type Look } from "./follower.ts";
import { describeError, type Log } from "./log.ts";
import { findSettingsDate, neverValidMs } from "./settings-date.ts";

/** What a listening server needs to know. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes listen on the same port, and the kernel spreads connections over them. */
  readonly reusePort: boolean;
  readonly baseUrl: string | null;
  readonly limitMax: number;
  readonly maxAgeSeconds: number;
  /** How many bytes of finished pages are kept. */
  readonly cacheBytesMax: number;
  /** Whether search engines may list the pages. */
  readonly indexable: boolean;
  readonly imageFolder: string;
  /** How long new connections are still accepted once it was told to stop. */
  readonly drainDelaySeconds: number;
  readonly log: Log;
}

/** A server that listens and answers from what it is given. */
export interface ListeningServer {
  readonly port: number;
  /** Answers from this version from now on; requests under way keep theirs. */
  serve(image: Image): void;
  /** Takes note of what came of a look at the database. */
  look(look: Look): void;
  /** Says so to balancers, waits for the drain delay, finishes the requests under way in at most 10 s, lets go of all. */
  stop(): Promise<void>;
}

export interface ServeOptions extends Omit<ListenOptions, "reusePort"> {
  readonly databaseUrl: string;
  /** Runs whenever the database was opened. */
  onOpen(store: Store): Promise<void>;
}

export interface RunningServer {
  /** Where the list is, on the address listened on. */
  readonly listUrl: string;
  /** Resolves when it accepts connections. */
  readonly listening: Promise<void>;
  stop(): Promise<void>;
}

/** How long requests under way may take once the server was told to stop. */
const drainMs = 10_000;
const drainPollMs = 20;

/** How long a connection may be idle, in seconds. */
const idleSeconds = 30;
/**
 * The same for a download: a slow reader takes minutes over what the kernel has buffered, and nothing is written
 * meanwhile. Bun takes 255 at most.
 */
const streamIdleSeconds = 240;

/** Listens at once; the list is 503 until there is a version. Throws where the address can't be listened on. */
export function listen(options: ListenOptions): ListeningServer {
  const { host, port, reusePort, drainDelaySeconds, log } = options;
  const state: { -readonly [Key in keyof ServiceState]: ServiceState[Key] } = {
    directory: null,
    waitingFor: "loading",
    databaseReachable: true,
    newestVersion: null,
    buildError: null,
    settingsDateMs: neverValidMs,
    draining: false,
  };
  const app = createApp({
    ...options,
    state,
    onStream: (request) => server.timeout(request, streamIdleSeconds),
    onError: (error) => log("request.failed", { error: describeError(error) }),
  });
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort,
    fetch: app,
    idleTimeout: idleSeconds,
    development: false,
  });
  // Only now: a start that fails leaves nothing behind.
  state.settingsDateMs = findSettingsDate(options.imageFolder, options);
  return {
    port: server.port!,
    serve(image) {
      state.directory = createDirectory(image);
    },
    look({ outcome, newestVersion, buildError }) {
      Object.assign(state, { newestVersion, buildError });
      state.databaseReachable = outcome !== "unreachable";
      if (outcome === "unreachable") state.waitingFor = "database unreachable";
      else state.waitingFor = outcome === "nothing published" ? "nothing published yet" : "loading";
    },
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
    },
  };
}

/** Starts a server that follows the publications, all in this process. */
export function startServer(options: ServeOptions): RunningServer {
  const server = listen({ ...options, reusePort: false });
  const follower = followPublications({
    ...options,
    onImage(image) {
      server.serve(image);
      const { version, id, count } = image.publication;
      options.log("version.served", { version, id, teachers: count });
    },
    onPoll: server.look,
  });
  return {
    listUrl: listUrlOf(options.host, server.port),
    listening: Promise.resolve(),
    async stop() {
      await server.stop();
      await follower.stop();
    },
  };
}

/** The list on an address and a port. */
export function listUrlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/teachers/`;
}
