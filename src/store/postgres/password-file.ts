/** Passwords from the password file of PostgreSQL's own clients (PostgreSQL documentation, "The Password File"). */
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** The login that lines of the file are compared with. */
export interface Login {
  /** The host name or address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
}

/** The socket folders that clients use if no host is given; the file calls them `localhost`. */
const socketFolders = ["/tmp", "/run/postgresql", "/var/run/postgresql"];

/** The password of the first line that matches; null if none does. A field `*` matches everything. */
export function parsePasswordFile(text: string, { host, port, database, user }: Login): string | null {
  const hosts = socketFolders.includes(host) ? [host, "localhost"] : [host];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#")) continue;
    const fields = /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.+)$/s.exec(line);
    if (fields === null) continue;
    const wanted = [hosts, [port], [database], [user]];
    const isMatch = wanted.every(
      (values, i) => fields[i + 1] === "*" || values.includes(unescapeField(fields[i + 1]!)),
    );
    if (isMatch) return unescapeField(fields[5]!);
  }
  return null;
}

/** The password for a login in the file that PGPASSFILE names, otherwise in `~/.pgpass`; null if there is none. */
export function findPassword(login: Login): string | null {
  const path = passwordFilePath();
  return findFault(path) === null ? parsePasswordFile(readFileSync(path, "utf8"), login) : null;
}

/**
 * Why the password file is ignored, as a sentence; null if the file is used, or if PGPASSFILE is not set and there is
 * no file.
 */
export function findPasswordFileFault(): string | null {
  const path = passwordFilePath();
  const fault = findFault(path);
  const isUnset = !process.env.PGPASSFILE && fault === missing;
  return fault === null || isUnset ? null : `The password file "${path}" is ignored: ${fault}`;
}

const missing = "it does not exist or can't be read";

function findFault(path: string): string | null {
  try {
    const found = statSync(path);
    if (!found.isFile()) return "it is not a file";
    // PostgreSQL's own clients have the same rule.
    if ((found.mode & 0o077) !== 0) return "others can access it; run chmod 0600";
    accessSync(path, constants.R_OK);
    return null;
  } catch {
    return missing;
  }
}

function passwordFilePath(): string {
  // `homedir()` would throw for a user without a passwd entry, as in some containers.
  return process.env.PGPASSFILE || join(process.env.HOME ?? "/", ".pgpass");
}

function unescapeField(field: string): string {
  return field.replace(/\\(.)/gs, "$1");
}
