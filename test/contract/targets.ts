/** The targets of the table: the function from Request to Response, a started server, and a server behind nginx. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildContent } from "../../src/directory/content.ts";
import { createDirectory, type Directory } from "../../src/directory/directory.ts";
import { buildWords } from "../../src/directory/search/words.ts";
import type { Publication } from "../../src/domain/publication.ts";
import { rosterOf } from "../../src/domain/roster-testing.ts";
import { appOptionsOf, stateOf } from "../support/app-options.ts";
import { isLong } from "../support/long.ts";
import { startNginx } from "../support/nginx.ts";
import { findPart } from "../support/parts.ts";
import { findFreePorts } from "../support/ports.ts";
import { makeFolder, startServer } from "../support/program.ts";
import { publish } from "../support/publish.ts";
import { type Ask, askFunction, askOverSockets } from "./ask.ts";
import { count, storedTeachers } from "./fixture.ts";
import type { Row, SetupName } from "./row.ts";

/** The public URL. Nothing listens there, so links can't come from the request. */
const rootBase = "https://api.example.edu";
const prefix = "/directory/v1";

export interface Target {
  readonly name: string;
  readonly setup: SetupName;
  /** `prefixed` is a server with a prefix in its base URL. Rows run on it only in the long form of the tests. */
  readonly kind: "function" | "server" | "prefixed" | "proxy";
  /** The start of all links. */
  readonly base: string;
  /** The expected Last-Modified; null if nothing is published. */
  readonly lastModified: string | null;
  /** The origin for raw bytes; null for the function. */
  readonly origin: string | null;
  readonly ask: Ask;
}

const usual = { maxLimit: 1000, maxAge: 0, allowIndexing: false, hasBaseUrl: true, isPublished: true };
export const setups: Readonly<Record<SetupName, typeof usual>> = {
  usual,
  local: { ...usual, hasBaseUrl: false },
  aged: { ...usual, maxAge: 300 },
  small: { ...usual, maxLimit: 5 },
  allowIndexing: { ...usual, allowIndexing: true },
  empty: { ...usual, isPublished: false },
};

/** The targets of a row. */
export function targetsFor(
  targets: readonly Target[],
  { setup = "usual", only }: Pick<Row, "setup" | "only">,
): Target[] {
  return targets.filter(({ kind, setup: own }) => {
    if (own !== setup || (kind === "prefixed" && !isLong)) return false;
    if (only === "plain") return kind === "function" || kind === "server";
    if (only === "unproxied") return kind !== "proxy";
    return only === "sockets" ? kind === "server" : true;
  });
}

/** Starts all targets. The stack ends them. */
export async function openTargets(stack: AsyncDisposableStack): Promise<Target[]> {
  const folder = stack.adopt(makeFolder(), (made) => made.remove()).path;
  for (const home of ["full", "empty"]) mkdirSync(join(folder, home));
  await publish(join(folder, "full"), storedTeachers);
  const directory = buildDirectory();

  const start = async (setup: SetupName, baseUrl: string | null) => {
    const { maxLimit, maxAge, allowIndexing, isPublished } = setups[setup];
    const flags = [
      "--max-limit",
      `${maxLimit}`,
      "--max-age",
      `${maxAge}`,
      ...(allowIndexing ? ["--allow-indexing"] : []),
    ];
    const options = { folder: join(folder, isPublished ? "full" : "empty") };
    const server = await startServer([...flags, ...(baseUrl === null ? [] : ["--base-url", baseUrl])], options);
    return stack.use(server).origin;
  };
  const onServer = async (
    kind: "server" | "prefixed" | "proxy",
    setup: SetupName,
    base: string | null,
    origin: string,
  ) => {
    const lastModified = setups[setup].isPublished ? await readLastModified(origin, kind) : null;
    const ask = askOverSockets(origin, kind === "server" ? "" : prefix, stack);
    return { name: `${kind} (${setup})`, setup, kind, base: base ?? origin, lastModified, origin, ask };
  };

  const targets: Target[] = [];
  for (const setup of Object.keys(setups) as SetupName[]) {
    const base = setups[setup].hasBaseUrl ? rootBase : null;
    const { isPublished, ...settings } = setups[setup];
    const state = stateOf(isPublished ? directory : null);
    targets.push({
      name: `function (${setup})`,
      setup,
      kind: "function",
      base: base ?? "http://localhost:8000",
      lastModified: isPublished ? new Date(publishedAt).toUTCString() : null,
      origin: null,
      ask: askFunction({ ...appOptionsOf(state), ...settings, baseUrl: base }),
    });
    targets.push(await onServer("server", setup, base, await start(setup, base)));
  }
  const base = `${rootBase}${prefix}`;
  const origin = await start("usual", base);
  targets.push(await onServer("prefixed", "usual", base, origin));
  const proxy = await startProxy(origin, folder, stack);
  if (proxy !== null) targets.push(await onServer("proxy", "usual", base, proxy));
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

const publishedAt = "2026-01-02T03:04:05.678Z";

function buildDirectory(): Directory {
  const roster = rosterOf(storedTeachers);
  const publication: Publication = {
    version: 1,
    id: crypto.randomUUID(),
    publishedAt,
    source: { kind: "input" },
    count,
    added: count,
    changed: 0,
    removed: 0,
    digest: roster.digest,
  };
  const content = buildContent(publication, roster);
  return createDirectory(content, buildWords(content));
}

async function readLastModified(origin: string, kind: Target["kind"]): Promise<string> {
  const url = `${origin}${kind === "proxy" ? prefix : ""}/readyz`;
  const { published_at } = (await (await fetch(url)).json()) as { published_at: string };
  return new Date(published_at).toUTCString();
}
