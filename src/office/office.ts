/** A running office: its address, its app, and its end. */
import { rmSync, statSync } from "node:fs";
import { createOfficeApp } from "./app.ts";
import { createSessions } from "./entry/sessions.ts";
import type { OfficeOptions } from "./request.ts";

export interface OfficeListenOptions {
  /** A port of the loopback address, 0 for a free one; or a Unix socket. */
  readonly at: { readonly port: number } | { readonly socket: string };
  /** The URL that officers open; null for the loopback address itself. */
  readonly baseUrl: string | null;
}

/** Longer than an upload and its reading may take. */
const idleSeconds = 240;
/** More than an upload may have, so that it is our page that says so. */
const bodyBytesMax = 64 * 1024 * 1024;
/** How often what is past its time is forgotten, even if nobody asks. */
const sweepMs = 60_000;

/** Listens at once. Throws if the address can't be listened on. */
export function startOffice(options: OfficeOptions, { at, baseUrl }: OfficeListenOptions) {
  let app: ReturnType<typeof createOfficeApp>;
  const fetch = (request: Request): Promise<Response> => app(request);
  const serve = { fetch, maxRequestBodySize: bodyBytesMax, development: false } as const;
  const server =
    "socket" in at
      ? listenOnSocket(at.socket, (unix) => Bun.serve({ ...serve, unix }))
      : Bun.serve({ ...serve, hostname: "127.0.0.1", port: at.port, idleTimeout: idleSeconds });
  const { port = 0 } = server;
  const origins = baseUrl === null ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [baseUrl];
  const url = `${origins[0]}/`;
  const sessions = createSessions(url.startsWith("https:") ? "__Host-office" : `office-${port}`, () =>
    performance.now(),
  );
  app = createOfficeApp(options, sessions, origins);
  const sweeping = setInterval(sessions.sweep, sweepMs);
  options.log("office.listening", { url });
  return {
    url,
    async stop() {
      clearInterval(sweeping);
      await server.stop(true);
      if ("socket" in at) rmSync(at.socket, { force: true });
    },
  };
}

/** Listens on a socket that the owner and the group may open. One that a crash has left is replaced. */
function listenOnSocket<Server>(path: string, listen: (path: string) => Server): Server {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  const mask = process.umask(0o117);
  try {
    return listen(path);
  } finally {
    process.umask(mask);
  }
}
