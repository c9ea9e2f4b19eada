/** One size: our service and its peers on the same data, each measured in turn in every case. */

import { type LoadOptions, load, type Measured, type Target, withSerial } from "./load.ts";
import { type Memory, readCpuSeconds, readMemory } from "./process.ts";
import type { Case, Service } from "./service.ts";

/** A measurement, and how much of its core the service got: from 0 to 1. */
export interface Round extends Measured {
  readonly serviceShare: number;
}

export interface Row {
  readonly case: string;
  readonly title: string;
  readonly service: string;
  /** Every round; none where the service does not have the case. */
  readonly rounds: readonly Round[];
  readonly memory: Memory | null;
  /** Why there is no measurement, in words. */
  readonly left: string | null;
}

interface CompareOptions extends LoadOptions {
  readonly rounds: number;
  /** Measured before the rounds and thrown away; 0 for none. */
  readonly warmUpSeconds: number;
  onProgress(text: string): void;
}

/** How long a service may take for a single request before it is left out of a case. */
const patienceMs = 60_000;

/** Measures A B C, A B C and so on in each case, so that what else happens on the machine meets all of them alike. */
export async function compare(
  services: readonly Service[],
  cases: readonly Case[],
  options: CompareOptions,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const tested of cases) {
    const entries = [];
    for (const service of services) {
      const found = await findTarget(service, tested).catch((error: Error) => error.message);
      entries.push({ service, found, rounds: [] as Round[], memories: [] as Memory[] });
    }
    for (let round = options.warmUpSeconds > 0 ? -1 : 0; round < options.rounds; round++) {
      for (const { service, found, rounds, memories } of entries) {
        if (typeof found === "string") continue;
        options.onProgress(`${tested.title}, ${round < 0 ? "warm-up" : `round ${round + 1}`}, ${service.name}`);
        const seconds = round < 0 ? options.warmUpSeconds : options.seconds;
        const before = readCpuSeconds(service.pids);
        const measured = await load(found, { ...options, seconds });
        if (round >= 0) {
          rounds.push({ ...measured, serviceShare: (readCpuSeconds(service.pids) - before) / seconds });
          memories.push(readMemory(service.pids));
        }
        await settle(found);
      }
    }
    for (const { service, found, rounds, memories } of entries) {
      const memory = memories.sort((a, b) => b.pssBytes - a.pssBytes)[0] ?? null;
      const left = typeof found === "string" ? found : null;
      rows.push({ case: tested.name, title: tested.title, service: service.name, rounds, memory, left });
    }
  }
  return rows;
}

/** What to ask a service in a case. Throws where it does not have the case, or does not answer as it should. */
async function findTarget(service: Service, tested: Case): Promise<Target> {
  const origin = service.originOf?.(tested) ?? service.origin;
  const hasSerial = tested.isDistinct;
  const paths = tested.asks.map((ask) => service.pathOf(ask));
  if (paths.includes(null)) throw new Error("it has no such thing");
  const whole = hasSerial ? (paths as string[]).map(withSerial) : (paths as string[]);
  const headers: Record<string, string> = {};
  const first = await ask(origin + whole[0], headers);
  if (first.status !== 200) throw new Error(`answered ${first.status}`);
  if (tested.isConditional) {
    headers["If-None-Match"] = first.headers.get("etag") ?? "";
    if ((await ask(origin + whole[0], headers)).status !== 304) throw new Error("it has no tags");
  }
  return { origin, paths: whole, hasSerial, headers };
}

/** Waits until a service has worked off what the load has left behind: then it answers again. */
async function settle({ origin, paths, headers }: Target): Promise<void> {
  await ask(origin + paths[0], headers).catch(() => null);
}

async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) });
  await response.arrayBuffer();
  return response;
}
