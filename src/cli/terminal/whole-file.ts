/** Writes a file atomically. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { quoteText } from "../../read/language.ts";
import { describeSystemError } from "../../server/log/log.ts";
import { resolveLinks, sync, temporaryBeside } from "../../store/sqlite/files.ts";
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
        writeFileSync(handle, piece);
        // Signals are handled only between turns of the event loop.
        await setImmediate();
        signal.throwIfAborted();
      }
    });
    fsyncSync(handle);
    renameSync(temporary, target);
    sync(dirname(target));
  } catch (error) {
    throw "syscall" in (error as Error) ? new Error(describeUnwritable(path, error as Error)) : error;
  } finally {
    closeSync(handle);
    rmSync(temporary, { force: true });
  }
}

/** Opens a temporary file beside the file to replace, or beside the target of a link, with the same permissions. */
function open(path: string, flag: string) {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    // Renaming onto a device such as /dev/null would replace the device.
    if (existing?.isFile() === false) throw new Error("it is not a file");
    const target = resolveLinks(path);
    const temporary = temporaryBeside(target);
    const handle = openSync(temporary, "wx");
    if (existing !== undefined) fchmodSync(handle, existing.mode);
    return { target, temporary, handle };
  } catch (error) {
    throw new SettingError(`${flag}: ${describeUnwritable(path, error as Error)}`);
  }
}

const describeUnwritable = (path: string, error: Error): string =>
  `${quoteText(path)} can't be written: ${describeSystemError(error)}`;
