/** The peer that is Bun.serve alone, the limit of the runtime: it sends our bytes and headers, for any URL. */
import { join } from "node:path";
import { findFreePort, start, waitForAnswer } from "../../support/process.ts";
import { type Case, type Peer, pathOf } from "../../support/service.ts";
import { capture } from "../capture.ts";
import type { BareCase } from "./server.ts";

/** Headers that Bun sets itself. */
const ownHeaders = new Set(["content-length", "date"]);

export const bare: Peer = {
  name: "bare",
  describe: () => `Bun.serve of Bun ${Bun.version}, with ready bytes`,
  anySize: true,
  async start({ folder, cleanup, cores, ownService, cases }) {
    const ports = new Map<string, number>();
    const served: BareCase[] = [];
    for (const tested of cases) {
      const { body, headers } = await capture(ownService, tested);
      const bodyFile = join(folder, `bare-${tested.name}`);
      await Bun.write(bodyFile, body);
      const port = findFreePort();
      ports.set(tested.name, port);
      const sent = Object.entries(headers.toJSON() as Record<string, string>).filter(([name]) => !ownHeaders.has(name));
      served.push({ port, bodyFile, headers: Object.fromEntries(sent) });
    }
    const file = join(folder, "bare.json");
    await Bun.write(file, JSON.stringify(served));
    const command = [process.execPath, join(import.meta.dir, "server.ts"), file];
    const server = cleanup.use(start(command, { cores, log: join(folder, "bare.log") }));
    const originOf = (tested: Case): string => `http://127.0.0.1:${ports.get(tested.name)}`;
    // Ports are opened in this order.
    await waitForAnswer(`${originOf(cases.at(-1)!)}/teachers/`, server, 10_000);
    return { name: "bare", origin: originOf(cases[0]!), originOf, pathOf, pids: [server.pid] };
  },
};
