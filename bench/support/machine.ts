/** Describes the machine and the command of a measurement, and checks that the required tools are installed. */
import { cpus, release, totalmem } from "node:os";

const machine = [
  new Date().toISOString().slice(0, 10),
  `${cpus().length} cores (${cpus()[0]?.model})`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
];
const runtime = `Bun ${Bun.version}`;

/** Date, machine and runtime as one line. */
export function describeMachine(): string {
  return [...machine, runtime].join(", ");
}

/** Like {@link describeMachine}, with the kernel and the version of wrk. */
export function describeLoadedMachine(): string {
  const wrk = /wrk \S*?([\d.]+)/.exec(Bun.spawnSync(["wrk", "-v"]).stdout.toString())?.[1] ?? "";
  return [...machine, `Linux ${release()}`, runtime, `wrk ${wrk}`].join(", ");
}

/** The command line, so that readers can repeat the measurement. */
export function describeCommand(name: string): string {
  return [name, ...process.argv.slice(2)].join(" ");
}

/** Throws if the machine lacks what every measurement under load needs. */
export function checkTools(): void {
  const missing = ["taskset", "wrk", "setpriv"].filter((tool) => Bun.which(tool) === null);
  if (process.platform !== "linux") throw new Error("Benchmarks need Linux, for taskset and /proc");
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(", ")} (Debian: wrk, util-linux)`);
  if (cpus().length < 2) throw new Error("Benchmarks need two cores: one for the service, one for the load");
}
