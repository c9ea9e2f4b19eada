/** Reads the processor time and the children of processes from Linux. */
import { readdirSync, readFileSync } from "node:fs";

interface Process {
  /** The processor time used so far, in milliseconds. */
  readonly workMs: number;
}

/** Reads the state of a process from Linux; null if it is gone. */
function findProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may contain anything, so fields are counted from its end. The state is field 0, and the
    // ticks are the fields 11 and 12.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return fields[0] === "Z" ? null : { workMs: ticks * 10 };
  } catch {
    return null;
  }
}

/** The running child processes of a process. */
export function findChildren(parent: number): number[] {
  if (process.platform !== "linux") {
    const { stdout } = Bun.spawnSync(["pgrep", "-P", String(parent)]);
    return stdout.toString().trim().split("\n").filter(Boolean).map(Number);
  }
  try {
    const lists = readdirSync(`/proc/${parent}/task`).map((thread) =>
      readFileSync(`/proc/${parent}/task/${thread}/children`, "latin1"),
    );
    const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
    return children.filter((pid) => findProcess(pid) !== null).sort((a, b) => a - b);
  } catch {
    // The process is gone, and its children have another parent.
    return [];
  }
}
