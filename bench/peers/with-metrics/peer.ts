/** The peer that is the service itself with metrics, to measure what they cost. */
import { startService } from "../../support/own-service.ts";
import type { Peer } from "../../support/service.ts";

export function createWithMetrics(database: string): Peer {
  return {
    name: "with-metrics",
    describe: () => "the service with --admin-port",
    anySize: true,
    async start({ folder, cleanup, cores }) {
      const service = await startService(database, { flags: ["--admin-port", "0"], cores, folder, cleanup });
      return { ...service, name: "with-metrics" };
    },
  };
}
