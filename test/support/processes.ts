/** What the system reports about processes that tests started. */
import { readdirSync, readFileSync } from "node:fs";

interface Process {
  /** What it took of the processors so far, in milliseconds. */
  readonly workMs: number;
}

/** What Linux says of a process; null where it is gone. */
export function findProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything; behind it come the state and, 11th and 12th, the ticks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return fields[0] === "Z" ? null : { workMs: ticks * 10 };
  } catch {
    return null;
  }
}

/** The processes that a process has started and that are there. */
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
