/** Refuses to start a server with paths that can never work, before it listens. */
import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { listImages } from "../image/image-files.ts";
import { describeSystemError } from "../server/system-error.ts";
import { parseDatabaseUrl } from "../store/database-url.ts";
import { SettingError } from "./settings.ts";

/** Errors that do not pass by themselves, as a full disk may. */
const lasting = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"];

/**
 * Throws {@link SettingError} where neither an image nor the database can be read, or no image can be written. A folder
 * that holds an image is enough: the server serves that and follows once the rest is repaired. Changes nothing.
 */
export function checkPaths(databaseUrl: string, dataDir: string | null, imageFolder: string): void {
  if (listImages(imageFolder).length > 0) return;
  const databaseFault = findDatabaseFault(databaseUrl);
  if (databaseFault !== null) throw new SettingError(`--database: "${databaseUrl}" ${databaseFault}`);
  const folderFault = findFolderFault(resolve(imageFolder));
  if (folderFault === null) return;
  throw new SettingError(`--data-dir: "${imageFolder}"${dataDir === null ? ", the default," : ""} ${folderFault}`);
}

/** What is wrong with the file of a SQLite database; null for PostgreSQL, and for a file that is read or can be made. */
function findDatabaseFault(url: string): string | null {
  const address = parseDatabaseUrl(url);
  if (address.engine === "postgres") return null;
  const path = resolve(address.path);
  return findFault("read or made", () => {
    if (findExisting(path) !== path) return probe(dirname(path));
    accessSync(path, constants.R_OK);
    return statSync(path).isFile() ? null : "is not a file";
  });
}

function findFolderFault(folder: string): string | null {
  return findFault("made or written", () => {
    const isThere = findExisting(folder) === folder;
    return isThere && !statSync(folder).isDirectory() ? "is not a folder" : probe(folder);
  });
}

/** What a check finds, or why it failed where that does not pass by itself. */
function findFault(verbs: string, check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    const isLasting = lasting.includes((error as { code?: string }).code ?? "");
    return isLasting ? `can't be ${verbs}: ${describeSystemError(error as Error)}` : null;
  }
}

/** Throws where nothing can be made in a folder, or in the nearest one above it that exists. */
function probe(folder: string): null {
  rmdirSync(mkdtempSync(join(findExisting(folder), ".probe-")));
  return null;
}

/** The path, or the nearest one above it that exists. */
function findExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? findExisting(dirname(path)) : path;
}
