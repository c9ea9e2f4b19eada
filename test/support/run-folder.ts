/** The folder that holds all temporary folders of a run of tests. */
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Several times the space that the temporary folders of tests take at once. */
const bytesMin = 4 * 1024 ** 3;

/**
 * Creates a folder for one run: in TMPDIR if it is set, otherwise in memory if that is possible. Removes the folders of
 * killed runs, which would stay in memory.
 */
export function makeRunFolder(parent = process.env.TMPDIR === undefined ? findFolder() : tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^teachers-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `teachers-run-${process.pid}-`));
  // If the tests run as root, PostgreSQL runs as another user and has its data in this folder.
  chmodSync(folder, 0o711);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user can't be sent a signal.
    return (error as { code?: string }).code !== "ESRCH";
  }
}

/**
 * Tests that create many files take a third less processor time with a folder in memory: ext4 does not reuse the inodes
 * of files that were just deleted, and spends long looking for others.
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
