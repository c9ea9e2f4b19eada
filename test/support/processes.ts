/** Finds the children of processes. */
import { readdirSync, readFileSync } from "node:fs";

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
    return children.filter(isRunning).sort((a, b) => a - b);
  } catch {
    // The process is gone, and its children have another parent.
    return [];
  }
}

/** Whether a process is there, and no zombie. Its name, in parentheses before the state, may contain anything. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
