/** One directory size: our service and its peers on the same data, measured in turn in every case. */

import { type LoadOptions, load, type Measurement, type Target, withSerial } from "./load.ts";
import { type Memory, readCpuSeconds, readMemory } from "./process.ts";
import type { Case, Service } from "./service.ts";

export interface Round extends Measurement {
  /** The share of its core that the service used, from 0 to 1. */
  readonly serviceShare: number;
  /** The processor time of the service for each request, in microseconds; all of its processes count. */
  readonly cpuMicros: number;
}

export interface Row {
  readonly case: string;
  readonly title: string;
  readonly service: string;
  /** Empty if the service does not support the case. */
  readonly rounds: readonly Round[];
  readonly memory: Memory | null;
  /** Why the service was not measured in this case; null if it was. */
  readonly skipReason: string | null;
}

interface CompareOptions extends LoadOptions {
  readonly rounds: number;
  /** The duration of the discarded warm-up before the first round; 0 for none. */
  readonly warmUpSeconds: number;
  onProgress(text: string): void;
}

/** The time limit of a single request. A slower service is skipped in a case. */
const requestTimeoutMs = 60_000;

/** Measures the services A B C, A B C and so on in each case, so that interference on the machine affects all of them alike. */
export async function compare(
  services: readonly Service[],
  cases: readonly Case[],
  options: CompareOptions,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const tested of cases) {
    const entries = [];
    for (const service of services) {
      const target = await findTarget(service, tested).catch((error: Error) => error.message);
      entries.push({ service, target, rounds: [] as Round[], memories: [] as Memory[] });
    }
    for (let round = options.warmUpSeconds > 0 ? -1 : 0; round < options.rounds; round++) {
      for (const { service, target, rounds, memories } of entries) {
        if (typeof target === "string") continue;
        options.onProgress(`${tested.title}, ${round < 0 ? "warm-up" : `round ${round + 1}`}, ${service.name}`);
        const seconds = round < 0 ? options.warmUpSeconds : options.seconds;
        const cpuSecondsBefore = readCpuSeconds(service.pids);
        const measurement = await load(target, { ...options, seconds });
        if (round >= 0) {
          const serviceShare = (readCpuSeconds(service.pids) - cpuSecondsBefore) / seconds;
          const cpuMicros = (serviceShare * 1e6) / measurement.requestsPerSecond;
          rounds.push({ ...measurement, serviceShare, cpuMicros });
          memories.push(readMemory(service.pids));
        }
        await waitUntilIdle(target);
      }
    }
    for (const { service, target, rounds, memories } of entries) {
      const memory = memories.sort((a, b) => b.pssBytes - a.pssBytes)[0] ?? null;
      const skipReason = typeof target === "string" ? target : null;
      rows.push({ case: tested.name, title: tested.title, service: service.name, rounds, memory, skipReason });
    }
  }
  return rows;
}

/**
 * Adds the rounds of further rows with the same cases and services. A service that the further rows lack is dropped.
 */
export function joinRows(rows: readonly Row[], further: readonly Row[]): Row[] {
  return rows.flatMap((row) => {
    const other = further.find((found) => found.case === row.case && found.service === row.service);
    if (other === undefined) return [];
    const memory = (row.memory?.pssBytes ?? 0) > (other.memory?.pssBytes ?? 0) ? row.memory : other.memory;
    return [
      { ...row, rounds: [...row.rounds, ...other.rounds], memory, skipReason: row.skipReason ?? other.skipReason },
    ];
  });
}

/** The requests of a case for a service. Throws if the service does not support the case or gives a wrong response. */
async function findTarget(service: Service, tested: Case): Promise<Target> {
  const origin = service.originOf?.(tested) ?? service.origin;
  const hasSerial = tested.hasUniqueUrls;
  const supported = tested.queries.map((query) => service.pathOf(query));
  if (supported.includes(null)) throw new Error("not supported");
  const paths = hasSerial ? (supported as string[]).map(withSerial) : (supported as string[]);
  const headers: Record<string, string> = {};
  const first = await request(origin + paths[0], headers);
  if (first.status !== 200) throw new Error(`answered ${first.status}`);
  if (tested.isConditional) {
    headers["If-None-Match"] = first.headers.get("etag") ?? "";
    if ((await request(origin + paths[0], headers)).status !== 304) throw new Error("no 304 for its ETag");
  }
  return { origin, paths, hasSerial, headers };
}

/** Waits until the service has processed the requests that are left over from the load and answers again. */
async function waitUntilIdle({ origin, paths, headers }: Target): Promise<void> {
  await request(origin + paths[0], headers).catch(() => null);
}

async function request(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(requestTimeoutMs) });
  await response.arrayBuffer();
  return response;
}
