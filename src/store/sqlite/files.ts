/** The files of backups: temporary ones beside their targets, what lies beside a database, and what belongs to us. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { BackupFileError } from "../failure.ts";
import { applicationId } from "./sqlite-connection.ts";

/** The endings of the files that SQLite keeps beside a database. */
const logEndings = ["-wal", "-shm", "-journal"];

/** The file itself if the path is a link. */
export function resolveLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}

/** Whether a path leads to the file of a database, or to one that SQLite keeps beside it; none of them needs to exist. */
export function belongsToDatabase(path: string, databasePath: string): boolean {
  const file = resolveLinks(databasePath);
  return ["", ...logEndings].some((ending) => isSameFile(file + ending, path));
}

/** Throws if a backup must not replace the file, because it is no database of ours. */
export function checkTarget(path: string): void {
  const target = resolveLinks(path);
  if (lookUp(dirname(target))?.isDirectory() !== true)
    throw new BackupFileError(`The folder of "${path}" does not exist; create it, or name another file`);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw new BackupFileError(`"${path}" is not a file; name one`);
  if (!isOurs(target))
    throw new BackupFileError(`"${path}" is not a backup of this program, and would be lost; name another file`);
}

/** Whether two paths lead to one file, by links too; it does not need to exist. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(lookUp);
  if (a !== undefined && b !== undefined) return a.ino === b.ino && a.dev === b.dev;
  return resolveLinks(one) === resolveLinks(other);
}

/** Undefined for what does not exist, and for what this user may not see. */
function lookUp(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether the file begins as each of our SQLite databases does. */
export function isOurs(path: string): boolean {
  const head = Buffer.alloc(100);
  const handle = openSync(path, "r");
  try {
    readSync(handle, head, 0, head.length, 0);
  } finally {
    closeSync(handle);
  }
  return head.toString("latin1", 0, 16) === "SQLite format 3\0" && head.readUInt32BE(68) === applicationId;
}

/** A temporary file that nobody has written to for this long is abandoned. */
const abandonedMs = 3_600_000;

/** A new name for a temporary file beside a file. Removes those that killed processes have left. */
export function temporaryBeside(path: string): string {
  for (const name of listNames(path, /^\.[0-9a-f]{8}\.tmp/)) {
    const written = lookUp(name)?.mtimeMs ?? Infinity;
    if (written < Date.now() - abandonedMs) rmSync(name, { force: true });
  }
  return `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
}

/** The files beside a database that have its content: those put aside, and those that killed commands have left. */
export function listBeside(path: string): string[] {
  return listNames(path, /^\.(?:damaged-|[0-9a-f]{8}\.tmp)/);
}

/** The files beside a file whose names go on from its name like this. */
function listNames(path: string, ending: RegExp): string[] {
  const name = basename(path);
  const found = readdirSync(dirname(path)).filter(
    (other) => other.startsWith(name) && ending.test(other.slice(name.length)),
  );
  return found.map((other) => join(dirname(path), other));
}

/** Waits until the content of a file, or the names in a folder, are on disk. */
export function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
