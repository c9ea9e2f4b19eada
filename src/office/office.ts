/** Starts the server of the officer's pages: listens, answers and stops. */
import { chmodSync, rmSync, statSync } from "node:fs";
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

/** Above the limit for uploads, so that our own page, and not Bun, refuses a large file. */
const bodyBytesMax = 64 * 1024 * 1024;
/** The idle time of connections, longer than it may take to receive and read an upload. */
const idleSeconds = 240;
/** The interval at which expired sessions and uploads are dropped, even without requests. */
const sweepMs = 60_000;

/** Listens at once. Throws if listening fails. */
export function startOffice(options: OfficeOptions, { at, baseUrl }: OfficeListenOptions) {
  let app: ReturnType<typeof createOfficeApp>;
  const fetch = (request: Request): Promise<Response> => app(request);
  const socket = "socket" in at ? at.socket : null;
  // A socket that a crash left behind is replaced.
  if (socket !== null && statSync(socket, { throwIfNoEntry: false })?.isSocket()) rmSync(socket);
  // Bun's types leave out the idle time of sockets.
  const where: object = "socket" in at ? { unix: at.socket } : { hostname: "127.0.0.1", port: at.port };
  const limits = { maxRequestBodySize: bodyBytesMax, idleTimeout: idleSeconds };
  const server = Bun.serve({ fetch, development: false, ...limits, ...where });
  // Its owner and group may open it. Until now, the umask has kept out others.
  if (socket !== null) chmodSync(socket, 0o660);
  const { port = 0 } = server;
  const origins = baseUrl === null ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [baseUrl];
  const url = `${origins[0]}/`;
  const cookieName = url.startsWith("https:") ? "__Host-office" : `office-${port}`;
  const sessions = createSessions(cookieName, () => performance.now());
  app = createOfficeApp(options, sessions, origins);
  const sweeping = setInterval(sessions.sweep, sweepMs);
  options.log("server.listening", { release: release.version, url });
  return {
    url,
    async stop() {
      clearInterval(sweeping);
      await server.stop(true);
      if (socket !== null) rmSync(socket, { force: true });
    },
  };
}
