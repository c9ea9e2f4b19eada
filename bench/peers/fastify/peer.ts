/** The peer with Fastify and PostgreSQL, on Node. */
import { join } from "node:path";
import { install, installedVersion } from "../../support/install.ts";
import { findFreePort, start, waitForAnswer } from "../../support/process.ts";
import { type Peer, pathOf } from "../../support/service.ts";
import { describePostgres } from "../postgres.ts";

export const fastify: Peer = {
  name: "fastify",
  describe: () => {
    const version = (dependency: string): string => installedVersion("fastify", dependency);
    const node = Bun.spawnSync(["node", "--version"]).stdout.toString().trim();
    return `Fastify ${version("fastify")}, postgres.js ${version("postgres")}, Node ${node}, PostgreSQL ${describePostgres()}`;
  },
  anySize: false,
  async start({ folder, cleanup, cores, openDatabase }) {
    const installed = await install(import.meta.dir, "fastify", ["server.js"]);
    const database = await openDatabase();
    const port = findFreePort();
    const environment = { PORT: String(port), DATABASE_PORT: String(database.port), NODE_ENV: "production" };
    const log = join(folder, "fastify.log");
    const server = cleanup.use(start(["node", "server.js"], { cores, log, folder: installed, environment }));
    const origin = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${origin}/teachers/`, server, 60_000);
    return { name: "fastify", origin, pathOf, pids: [server.pid, database.pid] };
  },
};
