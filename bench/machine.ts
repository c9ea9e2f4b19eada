/** What a measurement says of where and when it was made. */
import { cpus, release, totalmem } from "node:os";

const machine = [
  new Date().toISOString().slice(0, 10),
  `${cpus().length} cores (${cpus()[0]?.model})`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
];
const runtime = `Bun ${Bun.version}`;

/** Date, machine and runtime, as one line. */
export function describeMachine(): string {
  return [...machine, runtime].join(", ");
}

/** The same with kernel and load generator. */
export function describeLoadedMachine(): string {
  const wrk = /wrk \S*?([\d.]+)/.exec(Bun.spawnSync(["wrk", "-v"]).stdout.toString())?.[1] ?? "";
  return [...machine, `Linux ${release()}`, runtime, `wrk ${wrk}`].join(", ");
}

/** The command line, for who wants to run it again. */
export function describeCommand(name: string): string {
  return [name, ...process.argv.slice(2)].join(" ");
}

/** Throws where something is not there that every measurement needs. */
export function checkTools(): void {
  const missing = ["taskset", "wrk", "setpriv"].filter((tool) => Bun.which(tool) === null);
  if (process.platform !== "linux") throw new Error("Measurements need Linux, for its cores and its /proc");
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(", ")} (Debian: wrk, util-linux)`);
  if (cpus().length < 2) throw new Error("Measurements need two cores: one for the service, one for the load");
}
