/** Sends requests at a fixed rate, and measures the latencies of each of several phases. */
import { join } from "node:path";
import { install } from "./install.ts";
import { start } from "./process.ts";

/** The measurements of a phase, which fixed-rate.js prints as one line of JSON. */
interface Phase {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p99CorrectedMs: number;
  readonly longestMs: number;
  readonly failed: number;
}

interface PhaseOptions {
  readonly url: string;
  /** Requests per second. */
  readonly rate: number;
  readonly connections: number;
  readonly folder: string;
  readonly cleanup: AsyncDisposableStack;
}

interface Phases {
  /** Measures while `work` is done. */
  run(name: string, work: () => Promise<void>): Promise<void>;
  /** Ends the load, and renders the phases as a table. */
  finish(): Promise<string>;
}

const warmUpMs = 3000;

/** Starts the load on core 1, and warms up. */
export async function startPhases({ url, rate, connections, folder, cleanup }: PhaseOptions): Promise<Phases> {
  const installed = await install(join(import.meta.dir, "../autocannon"), "autocannon", ["fixed-rate.js"]);
  const command = ["node", "fixed-rate.js", url, String(rate), String(connections)];
  const log = join(folder, "autocannon.log");
  const autocannon = cleanup.use(start(command, { cores: "1", log, folder: installed }));
  const names = ["warm-up"];
  await Bun.sleep(warmUpMs);
  return {
    async run(name, work) {
      process.kill(autocannon.pid, "SIGUSR2");
      names.push(name);
      await work();
    },
    async finish() {
      await autocannon[Symbol.asyncDispose]();
      const lines = autocannon.output().trim().split("\n");
      return [head, ...names.map((name, i) => renderPhase(name, JSON.parse(lines[i]!) as Phase))].join("\n");
    },
  };
}

const head = `| phase | s | requests/s | 50 %, ms | 99 %, ms | 99 % corrected, ms | longest, ms | failed |
|---|--:|--:|--:|--:|--:|--:|--:|`;

function renderPhase(name: string, { seconds, requestsPerSecond, failed, ...times }: Phase): string {
  const texts = Object.values(times).map((ms) => ms.toFixed(2));
  return `| ${[name, seconds.toFixed(1), Math.round(requestsPerSecond), ...texts, failed].join(" | ")} |`;
}
