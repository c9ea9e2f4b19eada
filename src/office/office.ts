/** Starts the server of the officer's pages: listens, answers and stops. */
import { rmSync, statSync } from "node:fs";
import { release } from "../domain/release.ts";
import { createOfficeApp } from "./app.ts";
import type { OfficeOptions } from "./request.ts";
import { createSessions } from "./sessions.ts";

export interface OfficeListenOptions {
  /** A port of the loopback address (0 for any free port), or a Unix socket. */
  readonly at: { readonly port: number } | { readonly socket: string };
  /** The URL that officers open; null for the loopback address itself. */
  readonly baseUrl: string | null;
}

/** The idle time of connections, longer than it may take to receive and read an upload. */
const idleSeconds = 240;
/** Bun's types leave this out for sockets, where it is 10 seconds otherwise. */
const socketIdle = { idleTimeout: idleSeconds } as object;
/** Above the limit for uploads, so that our own page, and not Bun, refuses a large file. */
const bodyBytesMax = 64 * 1024 * 1024;
/** The interval at which expired sessions and uploads are dropped, even without requests. */
const sweepMs = 60_000;

/** Listens at once. Throws if listening fails. */
export function startOffice(options: OfficeOptions, { at, baseUrl }: OfficeListenOptions) {
  let app: ReturnType<typeof createOfficeApp>;
  const fetch = (request: Request): Promise<Response> => app(request);
  const serve = { fetch, maxRequestBodySize: bodyBytesMax, development: false } as const;
  const server =
    "socket" in at
      ? listenOnSocket(at.socket, (unix) => Bun.serve({ ...serve, unix, ...socketIdle }))
      : Bun.serve({ ...serve, hostname: "127.0.0.1", port: at.port, idleTimeout: idleSeconds });
  const { port = 0 } = server;
  const origins = baseUrl === null ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [baseUrl];
  const url = `${origins[0]}/`;
  const sessions = createSessions(url.startsWith("https:") ? "__Host-office" : `office-${port}`, () =>
    performance.now(),
  );
  app = createOfficeApp(options, sessions, origins);
  const sweeping = setInterval(sessions.sweep, sweepMs);
  options.log("server.listening", { release: release.version, url });
  return {
    url,
    async stop() {
      clearInterval(sweeping);
      await server.stop(true);
      if ("socket" in at) rmSync(at.socket, { force: true });
    },
  };
}

/** Listens on a socket that its owner and group may open. Replaces a socket that a crash left behind. */
function listenOnSocket<Server>(path: string, listen: (path: string) => Server): Server {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  const mask = process.umask(0o117);
  try {
    return listen(path);
  } finally {
    process.umask(mask);
  }
}
