/** Rejects unusable paths before a command uses them. */
import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeSystemError } from "../../server/log/log.ts";
import { parseDatabaseUrl } from "../../store/database-url.ts";
import { SettingError } from "./settings.ts";

/** Errors that do not go away on their own. */
const permanentErrors = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"];

/** Throws {@link SettingError} if the database is a SQLite file that can't be read or created. Changes nothing. */
export function checkDatabasePath(databaseUrl: string): void {
  const fault = findDatabaseFault(databaseUrl);
  if (fault !== null) throw new SettingError(`--database: "${databaseUrl}" ${fault}`);
}

/** Why a SQLite file can't be used; null for PostgreSQL, and for a file that can be read or created. */
function findDatabaseFault(url: string): string | null {
  const address = parseDatabaseUrl(url);
  if (address.engine === "postgres") return null;
  const path = resolve(address.path);
  return findFault("read or created", () => (findExisting(path) === path ? checkReadable(path) : probe(dirname(path))));
}

/** Throws {@link SettingError} if the certificate authority of a PostgreSQL URL can't be read. */
export function checkRootCertificate(databaseUrl: string): void {
  const address = parseDatabaseUrl(databaseUrl);
  const file = address.engine === "sqlite" ? null : new URL(databaseUrl).searchParams.get("sslrootcert");
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
