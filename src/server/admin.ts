/** The admin port: metrics and probes for operators, and nothing else. */

import { type Answer, noStore } from "../http/answer.ts";
import { Problem } from "../http/contract/problem.ts";
import { findBase, isLoopback } from "../http/contract/routes.ts";
import { describeHealth, getLive } from "../http/handlers/health.ts";
import { describeError, type Log } from "./log/log.ts";
import { originOf, type RunningServer } from "./server.ts";

interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  /** The server. It is started before the first request is answered. */
  getServer(): RunningServer;
}

/** Listens on the admin port. Throws if it can't. */
export function startAdmin({ host, port, log, getServer }: AdminOptions) {
  async function answer(path: string): Promise<Answer> {
    if (path === "/livez") return getLive();
    const server = getServer();
    if (path === "/readyz") return describeHealth(server.state);
    const metrics = server.collectMetrics()!;
    const headers = { ...noStore, "Content-Type": metrics.contentType };
    return { status: 200, headers, body: await metrics.metrics() };
  }

  // On loopback, Host must be a loopback name. Otherwise a web site could read this port through a browser (DNS
  // rebinding).
  const baseUrl = isLoopback(host) ? null : originOf(host, port);
  const paths = ["/metrics", "/livez", "/readyz"];
  const listener = Bun.serve({
    hostname: host,
    port,
    // By default Bun shares a port with other processes.
    reusePort: false,
    development: false,
    async fetch({ method, url, headers: requestHeaders }) {
      findBase(requestHeaders.get("host"), baseUrl);
      const path = new URL(url, "http://localhost").pathname;
      if (!paths.includes(path)) return new Response(null, { status: 404 });
      if (method !== "GET" && method !== "HEAD")
        return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
      const { status, headers, body } = await answer(path);
      return new Response(body as string | null, { status, headers: { ...headers } });
    },
    error(error) {
      if (error instanceof Problem) return new Response(`${error.message}\n`, { status: error.status });
      log("request.failed", { error: describeError(error) });
      return new Response(null, { status: 500 });
    },
  });
  return { url: originOf(host, listener.port!), stop: () => listener.stop(true) };
}
