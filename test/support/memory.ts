/** The memory of a process, as Linux reports it. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { waitFor } from "./program.ts";

/** Whether this system reports the memory of processes. */
export const tellsMemory = process.platform === "linux";

export interface Memory {
  readonly resident: number;
  readonly peak: number;
  /** The resident memory without mapped files. */
  readonly anonymous: number;
}

/** In MiB: the resident memory. */
export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)![1]) / 1024;
  return { resident: read("VmRSS"), peak: read("VmHWM"), anonymous: read("RssAnon") };
}

const looks = 40;

/** Resolves with the memory in MiB once that many polls in a row, about 5 ms apart, have read the same value. */
export async function settledMemory(pid: number): Promise<number> {
  const seen: number[] = [];
  await waitFor(
    () => {
      seen.push(readMemory(pid).resident);
      if (seen.length > looks) seen.shift();
      return seen;
    },
    () => seen.length === looks && Math.max(...seen) - Math.min(...seen) < 0.25,
  );
  return seen.at(-1)!;
}

/** The number of open sockets of the process. */
export function countSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith("socket:");
    } catch {
      // It was closed in the meantime.
      return false;
    }
  }).length;
}
