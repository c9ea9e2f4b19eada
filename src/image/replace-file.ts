/** Replaces a file atomically, so that its new content survives a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes the text to disk, and then replaces the file atomically. Several processes may do this at the same time. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  writeFileSync(temporary, text, { flush: true });
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Makes a rename in the folder survive a power failure. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
