/** A real nginx with the configuration of deploy/, in its own folder and with other ports and paths. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startNginx } from "./nginx.ts";
import { findPart } from "./parts.ts";
import { findFreePorts } from "./ports.ts";
import { root } from "./program.ts";

export type DeployedNginx = Awaited<ReturnType<typeof startDeployedNginx>>;

interface NginxOptions {
  /**
   * Turns on a limit: three requests at once, then one a minute for each client, or two requests in progress. That of
   * downloads is always on. The address of a client is taken from X-Real-IP.
   */
  readonly limit?: "rate" | "connections" | "downloads";
  /** The certificate and the key for TLS with the host name as deployed. Without TLS, the names are those of loopback. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** The time limit for the answer of a server. Default: as deployed. */
  readonly readTimeout?: string;
}

/** Starts it in front of servers on these ports, and waits until it accepts connections. */
export async function startDeployedNginx(
  binary: string,
  folder: string,
  upstreamPorts: readonly number[],
  options: NginxOptions = {},
) {
  const ports = findFreePorts(2) as [number, number];
  const origin = `http://127.0.0.1:${ports[0]}`;
  const realAddress = "set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;";
  const file = writeConfiguration(folder, ports, upstreamPorts, options);
  const http = `${options.limit === undefined ? "" : realAddress} include ${file};`;
  return {
    ...(await startNginx(binary, folder, http, origin)),
    origin,
    /** With TLS: the origin of its port for HTTPS. */
    secureOrigin: options.tls === undefined ? null : `https://127.0.0.1:${ports[1]}`,
    /** The lines of the access log. */
    readLog: () => readFileSync(join(folder, "access.log"), "utf8").trimEnd().split("\n"),
  };
}

/** Writes deploy/nginx.conf with these ports and paths, and returns its path. */
function writeConfiguration(
  folder: string,
  [port, securePort]: readonly [number, number],
  upstreamPorts: readonly number[],
  { limit, tls, readTimeout }: NginxOptions = {},
): string {
  mkdirSync(folder, { recursive: true });
  const hasIpv6 = findPart("the address ::1") !== null;
  let deployed = readFileSync(join(root, "deploy/nginx.conf"), "utf8");
  const replace = (from: RegExp, to: string): void => {
    if (!from.test(deployed)) throw new Error(`deploy/nginx.conf has nothing like ${from}`);
    deployed = deployed.replace(from, to);
  };
  replace(/listen 80;/g, `listen 127.0.0.1:${port};`);
  replace(/listen \[::\]:80;/g, hasIpv6 ? `listen [::1]:${port};` : "");
  if (tls === undefined) replace(/server_name teachers\.example\.edu;/, "server_name localhost 127.0.0.1 [::1];");
  else {
    replace(/#tls /g, "");
    replace(/listen 443 /g, `listen 127.0.0.1:${securePort} `);
    replace(/listen \[::\]:443 .*;/g, hasIpv6 ? `listen [::1]:${securePort} ssl http2;` : "");
    replace(/\/etc\/ssl\/certs\/teachers\.pem/, tls.certificate);
    replace(/\/etc\/ssl\/private\/teachers\.key/, tls.key);
  }
  replace(/\/var\/cache\/nginx\/teachers/, join(folder, "cache"));
  replace(/\/var\/log\/nginx\/teachers\.log/, join(folder, "access.log"));
  replace(/\/var\/log\/nginx\/error\.log/g, join(folder, "critical.log"));
  // One server per port, each with the options of the first.
  const [, options] = /server 127\.0\.0\.1:\d+(.*;)/.exec(deployed) ?? [];
  const servers = upstreamPorts.map((upstream) => `  server 127.0.0.1:${upstream}${options}\n`).join("");
  replace(/(?:^ *server 127\.0\.0\.1:\d+.*;\n)+/m, servers);
  if (limit === "connections") replace(/#(limit_conn teachers_connections) \d+/, "$1 2");
  if (limit === "rate") {
    replace(/#(limit_req zone=teachers_clients) burst=\d+/, "$1 burst=2");
    replace(/rate=\d+r\/s/, "rate=1r/m");
  }
  if (readTimeout !== undefined) replace(/proxy_read_timeout \w+;/, `proxy_read_timeout ${readTimeout};`);
  const file = join(folder, "teachers.conf");
  writeFileSync(file, deployed);
  return file;
}
