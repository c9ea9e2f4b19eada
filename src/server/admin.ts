/** The admin port: metrics and probes for operators, and nothing else. */
import { type Answer, noStore } from "../http/answer.ts";
import { Problem } from "../http/contract/problem.ts";
import { findBase, isLoopback } from "../http/contract/routes.ts";
import { describeHealth, getLive } from "../http/handlers/health.ts";
import type { ServiceState } from "../http/request-context.ts";
import { describeError, type Log } from "./log.ts";
import type { ServerMetrics } from "./metrics.ts";
import { originOf } from "./server.ts";

interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly metrics: ServerMetrics;
  /** Of the server. */
  readonly state: ServiceState;
  countDropped(): number;
}

/** Listens on the admin port. Throws if it can't. */
export function startAdmin({ host, port, log, metrics, state, countDropped }: AdminOptions) {
  const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    "/livez": getLive,
    "/readyz": () => describeHealth(state),
    "/metrics": async () => {
      const registry = metrics.collect(state, countDropped());
      const headers = { ...noStore, "Content-Type": registry.contentType };
      return { status: 200, headers, body: await registry.metrics() };
    },
  };
  // On loopback, Host must be a loopback name. Otherwise a web site could read this port through a browser (DNS
  // rebinding).
  const baseUrl = isLoopback(host.toLowerCase()) ? null : originOf(host, port);
  const listener = Bun.serve({
    hostname: host,
    port,
    // By default Bun shares a port with other processes.
    reusePort: false,
    development: false,
    async fetch({ method, url, headers: requestHeaders }) {
      findBase(requestHeaders.get("host"), baseUrl);
      const find = answers[new URL(url, "http://localhost").pathname];
      if (find === undefined) return new Response(null, { status: 404 });
      if (method !== "GET" && method !== "HEAD")
        return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
      const { status, headers, body } = await find();
      return new Response(body as string, { status, headers: { ...headers } });
    },
    error(error) {
      if (error instanceof Problem) return new Response(`${error.message}\n`, { status: error.status });
      log("request.failed", { error: describeError(error) });
      return new Response(null, { status: 500 });
    },
  });
  return { url: originOf(host, listener.port!), stop: () => listener.stop(true) };
}
