/** Load by wrk: one measurement of one service, from a core of its own. */
import { join } from "node:path";
import { z } from "zod";
import { run } from "./process.ts";

export interface Target {
  readonly origin: string;
  /** Paths with their queries, taken in turn. */
  readonly paths: readonly string[];
  /** Whether each request has a number behind its path, so that no URL comes twice. */
  readonly hasSerial: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly cores: string;
  /** Where files can be put. */
  readonly folder: string;
}

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What went wrong, in words; none where everything was answered as it should be. */
  readonly faults: readonly string[];
  /** How much of its core wrk itself needed, from 0 to 1. */
  readonly loadShare: number;
}

const script = join(import.meta.dir, "load.lua");

/** A request that takes longer counts as a fault. */
const timeoutSeconds = 60;

const printed = z.object({
  requests: z.number(),
  micros: z.number(),
  p50Micros: z.number(),
  p99Micros: z.number(),
  status: z.number(),
  connect: z.number(),
  read: z.number(),
  write: z.number(),
  timeout: z.number(),
});

/**
 * A path behind which a number can be put, so that no URL comes twice: as the value of a parameter that jQuery made customary
 * for this, and that changes no answer.
 */
export function withSerial(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}_=`;
}

/** Numbers that were put behind paths so far; a process of wrk can't use more than this many. */
const serialsEach = 1e9;
let loads = 0;

/** Asks as fast as the service answers, for so many seconds. */
export async function load(target: Target, { connections, seconds, cores, folder }: LoadOptions): Promise<Measured> {
  const { origin, paths, hasSerial, headers } = target;
  const args: string[] = [];
  if (paths.length > 1 || hasSerial) {
    args.push("--", join(folder, "paths.txt"));
    await Bun.write(args[1]!, `${paths.join("\n")}\n`);
    if (hasSerial) args.push(String(++loads * serialsEach));
  }
  const wrk = await run(
    [
      ...["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", `${timeoutSeconds}s`, "-s", script],
      ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
      ...[`${origin}${paths[0]}`, ...args],
    ],
    { cores, log: join(folder, "wrk.log") },
  );
  const line = wrk
    .output()
    .split("\n")
    .find((text) => text.startsWith("{"));
  const { requests, micros, p50Micros, p99Micros, status, ...socket } = printed.parse(JSON.parse(line ?? "null"));
  const socketErrors = Object.entries(socket).filter(([, count]) => count > 0);
  const faults = socketErrors.map(([kind, count]) => `${count} socket errors (${kind})`);
  if (status > 0) faults.push(`${status} answers above 399`);
  if (requests === 0) faults.push(`no answer within ${seconds} s`);
  return {
    requestsPerSecond: (requests / micros) * 1e6,
    p50Ms: p50Micros / 1000,
    p99Ms: p99Micros / 1000,
    faults,
    loadShare: (wrk.cpuSeconds() * 1e6) / micros,
  };
}
