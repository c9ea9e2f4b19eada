/** Which files are a database or a backup of ours, or belong to one. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { BackupFileError } from "../failure.ts";
import { isSameFile, lookUp, resolveLinks } from "../files.ts";
import { applicationId } from "./sqlite-connection.ts";

/** The endings of the files that SQLite keeps beside a database. */
const logEndings = ["-wal", "-shm", "-journal"];

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
