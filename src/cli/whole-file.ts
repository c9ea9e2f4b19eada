/** Writes a file whole or not at all. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describeSystemError } from "../server/system-error.ts";
import { SettingError } from "./settings.ts";

/**
 * Writes the pieces beside the file and then renames that, so that nobody ever meets half a file. On a failure, and on a
 * signal that ends the program, the file stays as it was. Throws {@link SettingError} where nothing can be written there.
 */
export async function writeWholeFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const { target, temporary, handle } = open(path);
  const interrupt = (signal: NodeJS.Signals): never => {
    rmSync(temporary, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endSignals) process.on(signal, interrupt);
  try {
    for await (const piece of pieces) {
      attempt(path, () => writeFileSync(handle, piece));
      // Pieces from a SQLite file come without a turn of the event loop, and signals wait for one.
      await setImmediate();
    }
    attempt(path, () => {
      fsyncSync(handle);
      renameSync(temporary, target);
      syncFolder(dirname(target));
    });
  } finally {
    closeSync(handle);
    rmSync(temporary, { force: true });
    for (const signal of endSignals) process.off(signal, interrupt);
  }
}

const endSignals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

interface OpenFile {
  /** The file that is replaced: where the path is a link, the one that it leads to. */
  readonly target: string;
  readonly temporary: string;
  readonly handle: number;
}

/** Opens a file beside the one to be replaced, with the same rights. */
function open(path: string): OpenFile {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    // Renamed onto a device such as /dev/null, a file would take its place.
    if (existing?.isFile() === false) throw new Error("it is not a file");
    const target = existing === undefined ? path : realpathSync(path);
    const temporary = `${target}.${crypto.randomUUID()}.tmp`;
    return { target, temporary, handle: openLike(existing, temporary) };
  } catch (error) {
    throw new SettingError(`--output: "${path}" can't be written: ${describeSystemError(error as Error)}`);
  }
}

function openLike(existing: Stats | undefined, path: string): number {
  const handle = openSync(path, "wx");
  if (existing !== undefined) fchmodSync(handle, existing.mode);
  return handle;
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Error(`"${path}" can't be written: ${describeSystemError(error as Error)}`);
  }
}

/** Has the new name survive a loss of power. */
function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
