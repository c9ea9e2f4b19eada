/** Read-only folders that even a program running as root can't write. */
import { join } from "node:path";
import { root } from "./program.ts";

const unshare = ["unshare", process.getuid?.() === 0 ? "-m" : "-rm"];
const script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';

/** A launcher that mounts a folder read-only, for the program alone. */
export function launcherWithReadOnly(folder: string): readonly string[] {
  return [...unshare, "sh", "-c", script, folder, join(root, "bin/teachers")];
}

/** Whether this machine allows mounts. */
export const canMount =
  Bun.which("unshare") !== null &&
  Bun.spawnSync([...unshare, "sh", "-c", script, import.meta.dir, "true"]).exitCode === 0;

if (!canMount) console.warn("Tests of read-only folders are skipped: this user may not mount folders (unshare -m)");
