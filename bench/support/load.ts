/** Generates load with wrk: one measurement of one service. */
import { join } from "node:path";
import { z } from "zod";
import { run } from "./process.ts";

export interface Target {
  readonly origin: string;
  /** Paths with queries, requested in turn. */
  readonly paths: readonly string[];
  /** Whether each request appends a unique number to its path; see {@link withSerial}. */
  readonly hasSerial: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** The cores for wrk. */
  readonly cores: string;
  /** A folder for temporary files. */
  readonly folder: string;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Failures as text; empty if every request succeeded. */
  readonly faults: readonly string[];
  /** The share of its core that wrk used, from 0 to 1. */
  readonly loadShare: number;
}

const script = join(import.meta.dir, "load.lua");

/** A slower request counts as a failure. */
const timeoutSeconds = 60;

/** The line that load.lua prints. Each of the last five members counts one kind of error. */
const resultSchema = z.object({
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
 * A path to which a number can be appended to make the URL unique. The number becomes the value of `_`, which jQuery
 * uses to bypass caches. It changes no response.
 */
export function withSerial(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}_=`;
}

/** The range of numbers for each run of wrk, more than a run can use. */
const serialsPerRun = 1e9;
let runs = 0;

/** Requests the paths as fast as the service answers, for `seconds`. Throws if wrk fails. */
export async function load(target: Target, { connections, seconds, cores, folder }: LoadOptions): Promise<Measurement> {
  const { origin, paths, hasSerial, headers } = target;
  const scriptArgs: string[] = [];
  if (paths.length > 1 || hasSerial) {
    scriptArgs.push("--", join(folder, "paths.txt"));
    await Bun.write(scriptArgs[1]!, `${paths.join("\n")}\n`);
    if (hasSerial) scriptArgs.push(String(++runs * serialsPerRun));
  }
  const wrk = await run(
    [
      ...["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", `${timeoutSeconds}s`, "-s", script],
      ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
      ...[`${origin}${paths[0]}`, ...scriptArgs],
    ],
    { cores, log: join(folder, "wrk.log") },
  );
  const line = wrk
    .output()
    .split("\n")
    .find((text) => text.startsWith("{"));
  const { requests, micros, p50Micros, p99Micros, status, ...socket } = resultSchema.parse(JSON.parse(line ?? "null"));
  const socketErrors = Object.entries(socket).filter(([, count]) => count > 0);
  const faults = socketErrors.map(([kind, count]) => `${count} socket errors (${kind})`);
  if (status > 0) faults.push(`${status} responses with a status above 399`);
  if (requests === 0) faults.push(`no response within ${seconds} s`);
  return {
    requestsPerSecond: (requests / micros) * 1e6,
    p50Ms: p50Micros / 1000,
    p99Ms: p99Micros / 1000,
    faults,
    loadShare: (wrk.cpuSeconds() * 1e6) / micros,
  };
}
