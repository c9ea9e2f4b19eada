/** nginx as the limit: it sends our own bytes under our own headers from a static file, whatever it is asked. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, start, waitForAnswer } from "../../process.ts";
import type { Case } from "../../service.ts";
import { type Peer, pathOf, type Service } from "../../service.ts";

/** What nginx sends by itself: it has tags and dates of its own. */
const ownHeaders = new Set(["content-length", "content-type", "date", "etag", "last-modified"]);

export const nginx: Peer = {
  name: "nginx",
  describe: () =>
    Bun.spawnSync(["nginx", "-v"])
      .stderr.toString()
      .trim()
      .replace(/.*nginx\//s, "nginx "),
  anySize: true,
  async start({ folder, cleanup, cores, ours, cases }) {
    if (Bun.which("nginx") === null) throw new Error("install Debian's nginx");
    const place = join(folder, "nginx");
    mkdirSync(place);
    const ports = new Map<string, number>();
    const servers: string[] = [];
    for (const tested of cases) {
      const { body, headers } = await capture(ours, tested);
      await Bun.write(join(place, tested.name), body);
      const port = findFreePort();
      ports.set(tested.name, port);
      servers.push(configureServer(place, tested, port, headers));
    }
    const file = join(place, "nginx.conf");
    await Bun.write(file, configure(place, servers));
    const command = ["nginx", "-p", place, "-e", "stderr", "-c", file];
    const server = cleanup.use(start(command, { cores, log: join(folder, "nginx.log") }));
    const originOf = (tested: Case): string => `http://127.0.0.1:${ports.get(tested.name)}`;
    const origin = originOf(cases[0]!);
    await waitForAnswer(`${origin}/teachers/`, server, 10_000);
    return { name: "nginx", origin, originOf, pathOf, pids: [server.pid] };
  },
};

interface Params {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** Our answer in a case; of a hundred different ones that of median length. */
async function capture({ origin }: Service, { asks }: Case): Promise<Params> {
  const step = Math.max(1, Math.floor(asks.length / 100));
  const answers: Params[] = [];
  for (let i = 0; i < asks.length; i += step) {
    // As wrk asks: without compression.
    const response = await fetch(origin + pathOf(asks[i]!), { headers: { "Accept-Encoding": "identity" } });
    answers.push({ body: await response.bytes(), headers: response.headers });
  }
  answers.sort((a, b) => a.body.length - b.body.length);
  return answers[answers.length >> 1]!;
}

function configureServer(place: string, { name }: Case, port: number, headers: Headers): string {
  const added = Object.entries<string>(headers.toJSON() as Record<string, string>).filter(
    ([header]) => !ownHeaders.has(header),
  );
  return `
  server {
    listen 127.0.0.1:${port};
    default_type ${headers.get("content-type")};
${added.map(([header, value]) => `    add_header ${header} "${value.replace(/["\\$]/g, "\\$&")}";`).join("\n")}
    location / {
      root ${place};
      try_files /${name} =404;
    }
  }`;
}

/** For small files that are asked for often: kept open, and read rather than sent by sendfile, which costs more. */
function configure(place: string, servers: readonly string[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
daemon off;
worker_processes 1;
pid ${join(place, "nginx.pid")};
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  server_tokens off;
  sendfile off;
  output_buffers 2 64k;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  max_ranges 0;
${temporary.map((name) => `  ${name}_temp_path ${join(place, name)};`).join("\n")}
${servers.join("\n")}
}
`;
}
