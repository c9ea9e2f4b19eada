/** The folder that holds all temporary folders of a run of tests. */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Several times what the tests keep in temporary folders at once. */
const bytesMin = 4 * 1024 ** 3;

/** Creates a folder for one run: in TMPDIR if it is set, otherwise in memory where that is possible. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(process.env.TMPDIR === undefined ? findFolder() : tmpdir(), "teachers-run-"));
  // PostgreSQL runs as another user where the tests run as root, and has its data below.
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * A folder in memory takes a third off the processor time of tests that create many files: ext4 does not use the inodes of
 * files that were just deleted again, and searches long for others.
 */
function findFolder(): string {
  const memory = "/dev/shm";
  try {
    const mounts = readFileSync("/proc/mounts", "latin1").split("\n");
    const [, , type, options] = mounts.map((line) => line.split(" ")).findLast(([, at]) => at === memory) ?? [];
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    const isUsable = type === "tmpfs" && !options!.split(",").includes("noexec");
    return isUsable && Math.min(bavail * bsize, freemem()) >= bytesMin ? memory : tmpdir();
  } catch {
    // Only Linux has these folders.
    return tmpdir();
  }
}
