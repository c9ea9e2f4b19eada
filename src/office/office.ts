/** A running office: its address, its app, and its end. */
import { chmodSync, rmSync, statSync } from "node:fs";
import { createOfficeApp } from "./app.ts";
import type { OfficeOptions } from "./context.ts";

export interface OfficeListenOptions {
  /** A port of the loopback address, 0 for a free one; or a Unix socket. */
  readonly at: { readonly port: number } | { readonly socket: string };
  /** The URL that officers open; null for the loopback address itself. */
  readonly baseUrl: string | null;
}

export interface Office {
  /** The URL that officers open. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Longer than an upload and its reading may take. */
const idleSeconds = 240;
/** More than an upload may have, so that it is our page that says so. */
const bodyBytesMax = 128 * 1024 * 1024;

/** Listens at once. Throws if the address can't be listened on. */
export function startOffice(options: OfficeOptions, { at, baseUrl }: OfficeListenOptions): Office {
  let app: ReturnType<typeof createOfficeApp>;
  const common = {
    fetch: (request: Request): Promise<Response> => app(request),
    maxRequestBodySize: bodyBytesMax,
    development: false,
  } as const;
  const server =
    "socket" in at
      ? listenOnSocket(at.socket, (unix) => Bun.serve({ ...common, unix }))
      : Bun.serve({ ...common, hostname: "127.0.0.1", port: at.port, idleTimeout: idleSeconds });
  const port = server.port ?? 0;
  const origins = baseUrl === null ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [baseUrl];
  app = createOfficeApp(options, { origins, port }, () => performance.now());
  const url = `${origins[0]}/`;
  options.log("office.listening", { url });
  return {
    url,
    async stop() {
      await server.stop(true);
      if ("socket" in at) rmSync(at.socket, { force: true });
    },
  };
}

/** Listens on a socket that the owner and the group may open. A socket that a crash has left is replaced. */
function listenOnSocket<Server>(path: string, listen: (path: string) => Server): Server {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  const mask = process.umask(0o117);
  try {
    const server = listen(path);
    chmodSync(path, 0o660);
    return server;
  } finally {
    process.umask(mask);
  }
}
