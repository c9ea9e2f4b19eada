/** The targets of the table: servers, one below a prefix, and that one behind nginx. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "../support/long.ts";
import { startNginx } from "../support/nginx.ts";
import { findPart } from "../support/parts.ts";
import { findFreePorts } from "../support/ports.ts";
import { makeFolder, startServer } from "../support/program.ts";
import { publish } from "../support/publish.ts";
import { type Ask, askOverSockets } from "./ask.ts";
import { storedTeachers } from "./fixture.ts";
import type { Row, SetupName } from "./row.ts";

/** The public URL. Nothing listens there, so links can't come from the request. */
const rootBase = "https://api.example.edu";
const prefix = "/directory/v1";

export interface Target {
  readonly name: string;
  readonly setup: SetupName;
  /** `prefixed` is a server with a prefix in its base URL. Rows run on it only in the long form of the tests. */
  readonly kind: "server" | "prefixed" | "proxy";
  /** The start of all links. */
  readonly base: string;
  readonly maxLimit: number;
  /** The expected Last-Modified; null if nothing is published. */
  readonly lastModified: string | null;
  readonly origin: string;
  readonly ask: Ask;
}

const flagsOf: Readonly<Record<SetupName, readonly string[]>> = {
  usual: [],
  local: [],
  aged: ["--max-age", "300"],
  small: ["--max-limit", "5"],
  allowIndexing: ["--allow-indexing"],
  empty: [],
};

/** The targets of a row. */
export function targetsFor(
  targets: readonly Target[],
  { setup = "usual", only }: Pick<Row, "setup" | "only">,
): Target[] {
  return targets.filter(({ kind, setup: own }) => {
    if (own !== setup || (kind === "prefixed" && !isLong)) return false;
    return only === undefined || kind === "server" || (only === "unproxied" && kind === "prefixed");
  });
}

/** Starts all targets. The stack ends them. */
export async function openTargets(stack: AsyncDisposableStack): Promise<Target[]> {
  const folder = stack.adopt(makeFolder(), (made) => made.remove()).path;
  for (const home of ["full", "empty"]) mkdirSync(join(folder, home));
  await publish(join(folder, "full"), storedTeachers);

  const start = async (kind: "server" | "prefixed", setup: SetupName, base: string | null): Promise<Target> => {
    const flags = [...flagsOf[setup], ...(base === null ? [] : ["--base-url", base])];
    const home = setup === "empty" ? "empty" : "full";
    const { origin } = stack.use(await startServer(flags, { folder: join(folder, home) }));
    const { published_at } = await (await fetch(`${origin}/readyz`)).json();
    return {
      name: `${kind} (${setup})`,
      setup,
      kind,
      base: base ?? origin,
      maxLimit: setup === "small" ? 5 : 1000,
      lastModified: published_at === undefined ? null : new Date(published_at).toUTCString(),
      origin,
      ask: askOverSockets(origin, kind === "server" ? "" : prefix, stack),
    };
  };

  const targets: Target[] = [];
  for (const setup of Object.keys(flagsOf) as SetupName[]) {
    targets.push(await start("server", setup, setup === "local" ? null : rootBase));
  }
  const prefixed = await start("prefixed", "usual", `${rootBase}${prefix}`);
  targets.push(prefixed);
  const origin = await startProxy(prefixed.origin, folder, stack);
  if (origin !== null) {
    targets.push({ ...prefixed, name: "proxy", kind: "proxy", origin, ask: askOverSockets(origin, prefix, stack) });
  }
  return targets;
}

/** Starts nginx, which takes the prefix away, in front of a server; null without nginx. */
async function startProxy(upstream: string, folder: string, stack: AsyncDisposableStack): Promise<string | null> {
  const binary = findPart("nginx");
  if (binary === null) return null;
  const [port] = findFreePorts(1);
  // The slash after the upstream makes nginx replace the prefix.
  const http = `access_log off;
  server {
    listen 127.0.0.1:${port};
    location ${prefix}/ {
      proxy_pass ${upstream}/;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
    }
  }`;
  const origin = `http://127.0.0.1:${port}`;
  stack.use(await startNginx(binary, join(folder, "nginx"), http, origin));
  return origin;
}
