/** Launchers that start the program where a folder is mounted read-only, which even root can't write, or on a small disk. */
import { programFile } from "./program.ts";

const unshare = ["unshare", process.getuid?.() === 0 ? "-m" : "-rm"];
const readOnlyScript = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';

/** A launcher that starts the program with a folder mounted read-only, which only the program sees. */
export function launcherWithReadOnly(folder: string): readonly string[] {
  return [...unshare, "sh", "-c", readOnlyScript, folder, programFile];
}

const smallDiskScript = 'size=$1 && shift && mkdir -p "$0" && mount -t tmpfs -o "size=$size" tmpfs "$0" && exec "$@"';

/**
 * A launcher that starts a command, by default the program, with a folder on a disk of this many MiB, which only the
 * command sees.
 */
export function launcherWithSmallDisk(
  folder: string,
  mebibytes: number,
  command: readonly string[] = [programFile],
): readonly string[] {
  return [...unshare, "sh", "-c", smallDiskScript, folder, `${mebibytes}m`, ...command];
}

/** A launcher that starts the program without root's right to ignore file modes. */
export const launcherWithoutRights: readonly string[] =
  process.getuid?.() === 0 ? ["setpriv", "--inh-caps=-all", "--bounding-set=-all", programFile] : [programFile];

/** Whether this machine lets us mount folders. */
export const canMount =
  Bun.which("unshare") !== null &&
  Bun.spawnSync([...unshare, "sh", "-c", readOnlyScript, import.meta.dir, "true"]).exitCode === 0;

if (!canMount)
  console.warn(
    "Tests with read-only folders and small disks are skipped: this user may not mount folders (unshare -m)",
  );
