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
  readonly kind: "function" | "server" | "proxy";
  /** Whether the target has a prefix anywhere. */
  readonly hasPrefix: boolean;
  /** Whether it differs from other targets only in its path. Then rows run on it only in the long form of the tests. */
  readonly isAlike: boolean;
  /** The start of all links. */
  readonly base: string;
  /** The expected Last-Modified; null if nothing is published. */
  readonly lastModified: string | null;
  /** The origin for raw bytes; null for the function. */
  readonly origin: string | null;
  readonly ask: Ask;
}

interface Setup {
  readonly flags: readonly string[];
  readonly maxLimit: number;
  readonly maxAge: number;
  readonly allowIndexing: boolean;
  readonly hasBaseUrl: boolean;
  readonly isPublished: boolean;
}

const usual: Setup = {
  flags: [],
  maxLimit: 1000,
  maxAge: 0,
  allowIndexing: false,
  hasBaseUrl: true,
  isPublished: true,
};
export const setups: Readonly<Record<SetupName, Setup>> = {
  usual,
  local: { ...usual, hasBaseUrl: false },
  aged: { ...usual, flags: ["--max-age", "300"], maxAge: 300 },
  small: { ...usual, flags: ["--max-limit", "5"], maxLimit: 5 },
  allowIndexing: { ...usual, flags: ["--allow-indexing"], allowIndexing: true },
  empty: { ...usual, isPublished: false },
};

/** The targets of a row. */
export function targetsFor(
  targets: readonly Target[],
  { setup = "usual", only }: Pick<Row, "setup" | "only">,
): Target[] {
  return targets.filter((target) => {
    if (target.setup !== setup || (!isLong && target.isAlike)) return false;
    if (only === "plain") return !target.hasPrefix;
    if (only === "unproxied") return target.kind !== "proxy";
    return only === "sockets" ? target.kind === "server" : true;
  });
}

/** Starts all targets. The stack ends them. */
export async function openTargets(stack: AsyncDisposableStack): Promise<Target[]> {
  const folder = stack.adopt(makeFolder(), (made) => made.remove()).path;
  for (const home of ["full", "empty"]) mkdirSync(join(folder, home));
  await publish(join(folder, "full"), storedTeachers);
  const directory = buildDirectory();

  const targets: Target[] = [];
  for (const setup of Object.keys(setups) as SetupName[]) {
    const base = setups[setup].hasBaseUrl ? rootBase : null;
    const server = await start(setup, base, folder, stack);
    targets.push(makeFunction("the function", setup, directory, base, ""), server.at("a server", ""));
  }
  const base = `${rootBase}${prefix}`;
  const server = await start("usual", base, folder, stack);
  for (const [what, path] of [
    ["with a prefix", prefix],
    ["with a prefix that is not asked for", ""],
  ] as const) {
    targets.push(makeFunction(`the function ${what}`, "usual", directory, base, path));
    targets.push(server.at(`a server ${what}`, path));
  }
  return [...targets, ...(await openProxies(server, folder, stack))];
}

/** A started server. */
interface Started {
  readonly origin: string;
  /** A target on this server, with `path` before every URL, and behind `proxy` if there is one. */
  at(name: string, path: string, proxy?: string): Target;
}

async function start(
  setup: SetupName,
  baseUrl: string | null,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<Started> {
  const { flags, isPublished } = setups[setup];
  const home = join(folder, isPublished ? "full" : "empty");
  const base = baseUrl === null ? [] : ["--base-url", baseUrl];
  const server = stack.use(await startServer([...base, ...flags], { folder: home }));
  const { origin } = server;
  const lastModified = isPublished ? await readLastModified(origin) : null;
  return {
    origin,
    at: (name, path, proxy) => ({
      name,
      setup,
      kind: proxy === undefined ? "server" : "proxy",
      hasPrefix: hasPrefix(baseUrl),
      isAlike: hasPrefix(baseUrl) && proxy === undefined,
      base: baseUrl ?? origin,
      lastModified,
      origin: proxy ?? origin,
      ask: askOverSockets(proxy ?? origin, path, stack),
    }),
  };
}

/** Starts nginx in front of the server. Without nginx there are no such targets. */
async function openProxies(server: Started, folder: string, stack: AsyncDisposableStack): Promise<Target[]> {
  const binary = findPart("nginx");
  if (binary === null) return [];
  const [stripping, keeping] = findFreePorts(2).map((port) => `127.0.0.1:${port}`) as [string, string];
  // The slash after the upstream makes nginx replace the prefix.
  const serverOf = (address: string, behind: string): string => `server {
    listen ${address};
    location ${prefix}/ {
      proxy_pass ${server.origin}${behind};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
    }
  }`;
  const http = ["access_log off;", serverOf(stripping, "/"), serverOf(keeping, "")].join("\n");
  stack.use(await startNginx(binary, join(folder, "nginx"), http, `http://${stripping}`));
  return [
    server.at("nginx that strips the prefix", prefix, `http://${stripping}`),
    { ...server.at("nginx that keeps the prefix", prefix, `http://${keeping}`), isAlike: true },
  ];
}

function makeFunction(
  name: string,
  setup: SetupName,
  directory: Directory,
  baseUrl: string | null,
  path: string,
): Target {
  const { maxLimit, maxAge, allowIndexing, isPublished } = setups[setup];
  const state = stateOf(isPublished ? directory : null);
  const options = { ...appOptionsOf(state), baseUrl, maxLimit, maxAge, allowIndexing };
  return {
    name,
    setup,
    kind: "function",
    hasPrefix: hasPrefix(baseUrl),
    isAlike: path === "" && hasPrefix(baseUrl),
    base: baseUrl ?? "http://localhost:8000",
    lastModified: isPublished ? new Date(publishedAt).toUTCString() : null,
    origin: null,
    ask: askFunction(options, path),
  };
}

function hasPrefix(baseUrl: string | null): boolean {
  return baseUrl?.endsWith(prefix) ?? false;
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

async function readLastModified(origin: string): Promise<string> {
  const { published_at } = (await (await fetch(`${origin}/readyz`)).json()) as { published_at: string };
  return new Date(published_at).toUTCString();
}
