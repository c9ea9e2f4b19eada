/** Rejects paths that a command can't use, or that it would overwrite. */
import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeSystemError } from "../../server/log/log.ts";
import { sqlitePath } from "../../store/database-url.ts";
import { belongsToDatabase, isSameFile } from "../../store/sqlite/files.ts";
import { type ReadSettings, SettingError } from "./settings.ts";

/** Errors that do not go away on their own. */
const permanentErrors = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"];

/** Throws {@link SettingError} if the database is a SQLite file that can't be read or created. Changes nothing. */
export function checkDatabasePath(databaseUrl: string): void {
  const path = sqlitePath(databaseUrl);
  if (path === null) return;
  const check = () => (findExisting(path) === path ? checkReadable(path) : probe(dirname(path)));
  const fault = findFault("read or created", check);
  if (fault !== null) throw new SettingError(`--database: "${databaseUrl}" ${fault}`);
}

/** Throws {@link SettingError} if the certificate authority of a PostgreSQL URL can't be read. */
export function checkRootCertificate(databaseUrl: string): void {
  const file = sqlitePath(databaseUrl) !== null ? null : new URL(databaseUrl).searchParams.get("sslrootcert");
  if (file === null) return;
  const fault = findFault("read", () => checkReadable(file));
  if (fault !== null) throw new SettingError(`--database: The file "${file}" of sslrootcert ${fault}`);
}

/**
 * Runs a check. Returns its fault, or the message of its error; null for an error that may go away, such as a full
 * disk.
 */
function findFault(verbs: string, check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    const isPermanent = permanentErrors.includes((error as { code?: string }).code ?? "");
    return isPermanent ? `can't be ${verbs}: ${describeSystemError(error as Error)}` : null;
  }
}

/** Throws if a file can't be read. */
function checkReadable(path: string): string | null {
  accessSync(path, constants.R_OK);
  return statSync(path).isFile() ? null : "is not a file";
}

/** Throws if nothing can be created in a folder, or in its nearest existing parent. */
function probe(folder: string): null {
  rmdirSync(mkdtempSync(join(findExisting(folder), ".probe-")));
  return null;
}

/** The path, or its nearest existing parent. */
function findExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? findExisting(dirname(path)) : path;
}

/** Throws {@link SettingError} if the command would write to a file of its database, or to the file that it reads. */
export function checkOutputs({ values, sources }: ReadSettings, input: string | undefined): void {
  const database = sqlitePath(values.database);
  for (const name of ["output", "annotated"] as const) {
    const path = values[name];
    if (path === null) continue;
    const refuse = (use: string): never => {
      throw new SettingError(`${sources[name]}: "${path}" ${use}, and would be overwritten; name another file`);
    };
    if (database !== null && belongsToDatabase(path, database)) refuse("belongs to the database");
    if (input !== undefined && isSameFile(input === "-" ? "/dev/stdin" : input, path)) refuse("is the file to read");
  }
}
