/** Read-only folders that even a program running as root can't write. */
import { programFile } from "./program.ts";

const unshare = ["unshare", process.getuid?.() === 0 ? "-m" : "-rm"];
const script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';

/** A launcher that starts the program where a folder is mounted read-only, for it alone. */
export function launcherWithReadOnly(folder: string): readonly string[] {
  return [...unshare, "sh", "-c", script, folder, programFile];
}

/** Whether this machine lets us mount folders. */
export const canMount =
  Bun.which("unshare") !== null &&
  Bun.spawnSync([...unshare, "sh", "-c", script, import.meta.dir, "true"]).exitCode === 0;

if (!canMount) console.warn("Tests of read-only folders are skipped: this user may not mount folders (unshare -m)");
