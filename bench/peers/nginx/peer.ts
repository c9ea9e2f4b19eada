/** The peer with nginx, as an upper bound: it sends our bytes with our headers from a static file, for any URL. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, start, waitForAnswer } from "../../support/process.ts";
import type { Case } from "../../support/service.ts";
import { type Peer, pathOf } from "../../support/service.ts";
import { capture } from "../capture.ts";

/** Headers that nginx sets itself. Its ETag and dates differ from ours. */
const ownHeaders = new Set(["content-length", "content-type", "date", "etag", "last-modified"]);

export const nginx: Peer = {
  name: "nginx",
  describe: () =>
    Bun.spawnSync(["nginx", "-v"])
      .stderr.toString()
      .trim()
      .replace(/.*nginx\//s, "nginx "),
  anySize: true,
  async start({ folder, cleanup, cores, ownService, cases }) {
    if (Bun.which("nginx") === null) throw new Error("install Debian's nginx");
    const root = join(folder, "nginx");
    mkdirSync(root);
    const ports = new Map<string, number>();
    const servers: string[] = [];
    for (const tested of cases) {
      const { body, headers } = await capture(ownService, tested);
      await Bun.write(join(root, tested.name), body);
      const port = findFreePort();
      ports.set(tested.name, port);
      servers.push(configureServer(root, tested, port, headers));
    }
    const file = join(root, "nginx.conf");
    await Bun.write(file, configure(root, servers));
    const command = ["nginx", "-p", root, "-e", "stderr", "-c", file];
    const server = cleanup.use(start(command, { cores, log: join(folder, "nginx.log") }));
    const originOf = (tested: Case): string => `http://127.0.0.1:${ports.get(tested.name)}`;
    const origin = originOf(cases[0]!);
    await waitForAnswer(`${origin}/teachers/`, server, 10_000);
    return { name: "nginx", origin, originOf, pathOf, pids: [server.pid] };
  },
};

function configureServer(root: string, { name }: Case, port: number, headers: Headers): string {
  const added = Object.entries<string>(headers.toJSON() as Record<string, string>).filter(
    ([header]) => !ownHeaders.has(header),
  );
  return `
  server {
    listen 127.0.0.1:${port};
    default_type ${headers.get("content-type")};
${added.map(([header, value]) => `    add_header ${header} "${value.replace(/["\\$]/g, "\\$&")}";`).join("\n")}
    location / {
      root ${root};
      try_files /${name} =404;
    }
  }`;
}

/**
 * The configuration is tuned for small files that are requested often. They stay open, and sendfile is off because it
 * is slower for them.
 */
function configure(root: string, servers: readonly string[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
daemon off;
worker_processes 1;
pid ${join(root, "nginx.pid")};
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
${temporary.map((name) => `  ${name}_temp_path ${join(root, name)};`).join("\n")}
${servers.join("\n")}
}
`;
}
