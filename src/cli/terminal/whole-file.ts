/** Writes a file atomically. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describeSystemError, quotePath } from "../../domain/quoting.ts";
import { sqlitePath } from "../../store/database-url.ts";
import { resolveLinks, sync, temporaryBeside } from "../../store/files.ts";
import { belongsToDatabase } from "../../store/sqlite/files.ts";
import { SettingError } from "../settings/settings.ts";
import { withInterruption } from "./interruption.ts";

/** Throws {@link SettingError} if a file to write, which the setting `source` names, is one of the database. */
export function refuseDatabase(path: string, source: string, url: string): void {
  const database = sqlitePath(url);
  if (database !== null && belongsToDatabase(path, database))
    throw new SettingError(`${source}: "${path}" belongs to the database, and would be overwritten; name another file`);
}

/**
 * Writes the pieces to a temporary file and renames it, so readers never see a partial file. It has the permissions of
 * the file that it replaces, and takes the place of the target of a link. On a failure or a fatal signal, the existing
 * file is unchanged.
 */
export async function writeWholeFile(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let temporary = "";
  let handle: number | null = null;
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    // Renaming onto a device such as /dev/null would replace the device.
    if (existing?.isFile() === false) throw new Error(`${quotePath(path)} is not a file`);
    const target = resolveLinks(path);
    temporary = temporaryBeside(target);
    const opened = openSync(temporary, "wx");
    handle = opened;
    if (existing !== undefined) fchmodSync(opened, existing.mode);
    await withInterruption("written", async ({ signal }) => {
      for await (const piece of pieces) {
        writeFileSync(opened, piece);
        // Signals are handled only between turns of the event loop.
        await setImmediate();
        signal.throwIfAborted();
      }
    });
    fsyncSync(opened);
    renameSync(temporary, target);
    sync(dirname(target));
  } catch (error) {
    if (!("syscall" in (error as Error))) throw error;
    throw new Error(`${quotePath(path)} can't be written: ${describeSystemError(error as Error)}`);
  } finally {
    if (handle !== null) closeSync(handle);
    rmSync(temporary, { force: true });
  }
}
