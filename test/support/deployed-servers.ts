/** Servers behind nginx, each on its own port, that are started, stopped and killed one by one. */
import { askReady } from "./asking.ts";
import { type Server, startServer, waitFor } from "./program.ts";

export interface DeployedServers extends AsyncDisposable {
  readonly indexes: readonly number[];
  /** The servers that are running. */
  running(): readonly Server[];
  /** Starts a server on its port, and waits until /readyz says that it is ready. */
  start(index: number): Promise<void>;
  /** Ends a server, and waits until its process is gone. */
  end(index: number, signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export function createServers(folder: string, ports: readonly number[]): DeployedServers {
  const running = new Map<number, Server>();
  return {
    indexes: [...ports.keys()],
    running: () => [...running.values()],
    async start(index) {
      const server = await startServer(["--port", String(ports[index])], { folder });
      running.set(index, server);
      await waitFor(() => askReady(server), { status: 200 });
    },
    async end(index, signal) {
      const { process } = running.get(index)!;
      running.delete(index);
      process.kill(signal);
      const exitCode = await process.exited;
      if (signal === "SIGTERM" && exitCode !== 0) throw new Error(`A server ended with ${exitCode} after SIGTERM`);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}
