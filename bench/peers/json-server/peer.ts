/** The peer with json-server: the whole directory in one JSON file. It has its own parameters and envelope. */
import { join } from "node:path";
import { install, installedVersion } from "../../support/install.ts";
import { findFreePort, start, waitForAnswer } from "../../support/process.ts";
import type { ListQuery, Page, Peer } from "../../support/service.ts";

export const jsonServer: Peer = {
  name: "json-server",
  describe: () => `json-server ${installedVersion("json-server", "json-server")}`,
  anySize: false,
  async start({ folder, cleanup, cores, ownService }) {
    const installed = await install(import.meta.dir, "json-server", []);
    const file = join(folder, "db.json");
    await writeDatabase(`${ownService.origin}/teachers/?format=ndjson`, file);
    const port = findFreePort();
    const options = ["--host", "127.0.0.1", "--port", String(port), "--read-only", "--no-gzip", "--quiet", file];
    const script = join(installed, "node_modules/json-server/lib/cli/bin.js");
    // A million teachers do not fit in Node's default heap.
    const command = ["node", "--max-old-space-size=12000", script, ...options];
    const environment = { NODE_ENV: "production" };
    const log = join(folder, "json-server.log");
    const server = cleanup.use(start(command, { cores, log, folder, environment }));
    const origin = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${origin}/teachers?_limit=1`, server, 180_000);
    return { name: "json-server", origin, pathOf, readPage, pids: [server.pid] };
  },
};

/** The path with json-server's parameters. Its search matches any part of any field, so it is not comparable. */
function pathOf({ limit = 10, offset = 0, ordering, search, ...filters }: ListQuery): string | null {
  if (search !== undefined) return null;
  const order = ordering === "last_name" ? { _sort: "last_name,first_name,middle_name,id" } : {};
  const all = { ...filters, _start: String(offset), _limit: String(limit), ...order };
  return `/teachers?${new URLSearchParams(all as Record<string, string>)}`;
}

async function readPage(response: Response): Promise<Page> {
  const results = (await response.json()) as Page["results"];
  return { count: Number(response.headers.get("x-total-count")), next: null, previous: null, results };
}

/** Converts NDJSON to one JSON document while it is downloaded. */
async function writeDatabase(url: string, file: string): Promise<void> {
  const { body } = await fetch(url);
  const writer = Bun.file(file).writer();
  writer.write('{"teachers":[');
  let endsLine = false;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    if (endsLine) writer.write(",");
    endsLine = chunk.at(-1) === 0x0a;
    const text = endsLine ? chunk.subarray(0, -1) : chunk;
    for (let at = text.indexOf(0x0a); at !== -1; at = text.indexOf(0x0a, at + 1)) text[at] = 0x2c;
    writer.write(text);
    await writer.flush();
  }
  writer.write("]}");
  await writer.end();
}
