/** A real nginx in front of a server, with its own configuration and folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePorts } from "./ports.ts";
import { waitFor } from "./program.ts";

export interface Nginx extends AsyncDisposable {
  /** The origin at which nginx strips the prefix, such as `http://127.0.0.1:8080`. */
  readonly stripping: string;
  /** The origin at which nginx passes the prefix on. */
  readonly keeping: string;
}

/** Starts nginx in front of `upstream` for paths below `prefix`, and waits until it accepts connections. */
export async function startNginx(binary: string, folder: string, upstream: string, prefix: string): Promise<Nginx> {
  const [strippingPort, keepingPort] = findFreePorts(2) as [number, number];
  const file = join(folder, "nginx.conf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, configure(folder, upstream, prefix, strippingPort, keepingPort));
  const process = Bun.spawn([binary, "-p", folder, "-e", "stderr", "-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const nginx: Nginx = {
    stripping: `http://127.0.0.1:${strippingPort}`,
    keeping: `http://127.0.0.1:${keepingPort}`,
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await process.exited;
    },
  };
  try {
    for (const origin of [nginx.stripping, nginx.keeping]) {
      await waitFor(
        () =>
          fetch(origin).then(
            () => true,
            () => process.exitCode !== null,
          ),
        (isOver) => isOver,
      );
    }
    if (process.exitCode !== null) throw new Error(`nginx ended: ${await new Response(process.stderr).text()}`);
    return nginx;
  } catch (error) {
    await nginx[Symbol.asyncDispose]();
    throw error;
  }
}

/** A single process, so it runs as the user of the tests and ends by a signal. */
function configure(
  folder: string,
  upstream: string,
  prefix: string,
  strippingPort: number,
  keepingPort: number,
): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  // The slash after the upstream makes nginx replace the prefix.
  const server = (port: number, behind: string): string => `  server {
    listen 127.0.0.1:${port};
    location ${prefix}/ {
      proxy_pass ${upstream}${behind};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
    }
  }`;
  return `daemon off;
master_process off;
pid ${join(folder, "nginx.pid")};
error_log stderr warn;
events { worker_connections 128; }
http {
  access_log off;
${temporary}
${server(strippingPort, "/")}
${server(keepingPort, "")}
}
`;
}
