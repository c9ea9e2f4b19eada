/** Reads files that have a secret, such as the URL of a database with its password. */
import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { describeSystemError } from "../../domain/quoting.ts";
import { DatabaseUrlError, parseDatabaseUrl } from "../../store/database-url.ts";
import { SettingError } from "./settings.ts";

const bytesMax = 64 * 1024;

/**
 * The text of the file that the setting `source` names, without a line break at its end. Throws {@link SettingError}.
 */
export function readSecretFile(path: string, source: string): string {
  const refuse = (problem: string): never => {
    throw new SettingError(`${source}: "${path}" ${problem}`);
  };
  let bytes: Buffer | undefined;
  try {
    // Reading a device or a pipe might never end.
    const found = statSync(path);
    if (found.isFile() && found.size <= bytesMax) bytes = readFileSync(path);
  } catch (error) {
    return refuse(`can't be read: ${describeSystemError(error as Error)}`);
  }
  if (bytes === undefined) return refuse(`is not a file of at most ${bytesMax} bytes`);
  if (!isUtf8(bytes)) refuse("is not UTF-8 text");
  const text = bytes.toString().replace(/\r?\n$/, "");
  return text.trim() === "" ? refuse("is empty") : text;
}

export const databaseVariable = "TEACHERS_DATABASE_FILE";

/**
 * The URL in the file that {@link databaseVariable} names; null if the variable is not set. Throws {@link SettingError},
 * which never quotes the file, because all of it may be a password.
 */
export function readDatabaseFile(): string | null {
  const path = process.env[databaseVariable];
  if (path === undefined) return null;
  if (process.env.TEACHERS_DATABASE !== undefined) {
    throw new SettingError(`TEACHERS_DATABASE and ${databaseVariable} are both set; set only one of them`);
  }
  const url = readSecretFile(path, databaseVariable);
  try {
    parseDatabaseUrl(url);
    return url;
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    throw new SettingError(`${databaseVariable}: The URL in "${path}" ${error.problem}`);
  }
}
