/** Writes a file atomically. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { quoteText } from "../../read/language.ts";
import { describeSystemError } from "../../server/log/log.ts";
import { sync } from "../../store/sqlite/files.ts";
import { SettingError } from "../settings/settings.ts";
import { withInterruption } from "./interruption.ts";

/**
 * Writes the pieces to a temporary file and renames it, so readers never see a partial file. On a failure or a fatal
 * signal, the existing file is unchanged. Throws {@link SettingError}, which names `flag`, if the file can't be
 * created.
 */
export async function writeWholeFile(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  flag = "--output",
): Promise<void> {
  const { target, temporary, handle } = open(path, flag);
  try {
    await withInterruption("written", async ({ signal }) => {
      for await (const piece of pieces) {
        attempt(path, () => writeFileSync(handle, piece));
        // Reading from SQLite never yields to the event loop, so signals would not be handled.
        await setImmediate();
        signal.throwIfAborted();
      }
    });
    attempt(path, () => {
      fsyncSync(handle);
      renameSync(temporary, target);
      sync(dirname(target));
    });
  } finally {
    closeSync(handle);
    rmSync(temporary, { force: true });
  }
}

/**
 * Throws {@link SettingError} if the file can't be written. Call this before work whose result would otherwise be lost.
 */
export function checkWholeFile(path: string, flag: string): void {
  const { temporary, handle } = open(path, flag);
  closeSync(handle);
  rmSync(temporary, { force: true });
}

/**
 * Opens a temporary file beside the file to replace, with the same permissions. If the path is a link, its target is
 * replaced.
 */
function open(path: string, flag: string) {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    // Renaming onto a device such as /dev/null would replace the device.
    if (existing?.isFile() === false) throw new Error("it is not a file");
    const target = existing === undefined ? path : realpathSync(path);
    const temporary = `${target}.${crypto.randomUUID()}.tmp`;
    const handle = openSync(temporary, "wx");
    if (existing !== undefined) fchmodSync(handle, existing.mode);
    return { target, temporary, handle };
  } catch (error) {
    throw new SettingError(`${flag}: ${describeUnwritable(path, error)}`);
  }
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Error(describeUnwritable(path, error));
  }
}

function describeUnwritable(path: string, error: unknown): string {
  return `${quoteText(path)} can't be written: ${describeSystemError(error as Error)}`;
}
