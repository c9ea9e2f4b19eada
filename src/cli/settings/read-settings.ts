/** Reads the settings from flags, variables, files of secrets, and defaults. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { describeSystemError } from "../../server/log/log.ts";
import { DatabaseUrlError, hasPassword, withoutPassword } from "../../store/database-url.ts";
import { fileVariableOf, type Setting, variableOf } from "./setting.ts";
import { SettingError, type SettingName, type SettingValues, settings } from "./settings.ts";

/** The flag or variable that set each setting; absent for a default. */
export type SettingSources = { readonly [Name in SettingName]?: string };

export interface ReadSettings {
  readonly values: SettingValues;
  readonly sources: SettingSources;
  /** Reads the URL of the database again, because the file that has it may have changed. Throws {@link SettingError}. */
  readDatabaseUrl(): string;
}

/**
 * Reads every setting from the first source that has it: the flag, `TEACHERS_<FLAG>`, the file that
 * `TEACHERS_<FLAG>_FILE` names (secrets only), the conventional variable, the default. Blank variables are ignored.
 * Conventional variables count only for the command's own settings, `names`. Throws {@link SettingError} for invalid
 * values, for files that can't be read, and for unknown variables that start with `TEACHERS_`.
 */
export function readSettings(
  names: readonly SettingName[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Environment,
): ReadSettings {
  const known = Object.values<Setting>(settings).flatMap((declared) =>
    [variableOf(declared), fileVariableOf(declared) ?? []].flat(),
  );
  const unknown = Object.keys(environment).find((name) => name.startsWith("TEACHERS_") && !known.includes(name));
  if (unknown !== undefined)
    throw new SettingError(`${unknown} is not a setting; the settings are ${known.join(", ")}`);
  const readByName = (name: string, declared: Setting): ReadSetting => {
    const conventional = names.includes(name as SettingName) ? declared.conventionalVariable : undefined;
    return readSetting(declared, flags[name], conventional, environment);
  };
  const read = Object.entries<Setting>(settings).map(([name, declared]) => [name, readByName(name, declared)] as const);
  return {
    values: Object.fromEntries(read.map(([name, { value }]) => [name, value])) as SettingValues,
    sources: Object.fromEntries(read.flatMap(([name, { source }]) => (source === null ? [] : [[name, source]]))),
    readDatabaseUrl: () => String(readByName("database", settings.database).value),
  };
}

interface ReadSetting {
  readonly value: unknown;
  /** The flag or variable; null for the default. */
  readonly source: string | null;
}

function readSetting(
  declared: Setting,
  flag: string | boolean | undefined,
  conventional: string | undefined,
  environment: Environment,
): ReadSetting {
  if (flag !== undefined) return parseSetting(declared, `--${declared.flag}`, String(flag));
  const own = variableOf(declared);
  const fileVariable = fileVariableOf(declared);
  const file = fileVariable && environment[fileVariable]?.trim();
  if (fileVariable && file) {
    if (environment[own]?.trim())
      throw new SettingError(`${own} and ${fileVariable} are both set; set only one of them`);
    return parseSecret(declared, fileVariable, file);
  }
  for (const variable of [own, conventional]) {
    const text = variable && environment[variable]?.trim();
    if (variable && text) return parseSetting(declared, variable, text);
  }
  return { value: declared.default === undefined ? null : declared.parse(declared.default), source: null };
}

function parseSetting({ parse, accepted }: Setting, source: string, text: string): ReadSetting {
  try {
    const value = parse(text);
    if (value !== undefined) return { value, source };
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new SettingError(`${source}: ${error.message}`);
    throw error;
  }
  throw new SettingError(`${source}: "${hasPassword(text) ? withoutPassword(text) : text}" is not ${accepted}`);
}

/** The value of a secret in a file. No message quotes the content, because the whole of it may be a password. */
function parseSecret({ parse, accepted }: Setting, source: string, path: string): ReadSetting {
  try {
    const value = parse(readSecretFile(path));
    if (value !== undefined) return { value, source };
  } catch (error) {
    if (error instanceof SecretFileError) throw new SettingError(`${source}: "${path}" ${error.message}`);
    if (!(error instanceof DatabaseUrlError)) throw error;
    throw new SettingError(`${source}: The URL in "${path}" ${error.problem}`);
  }
  throw new SettingError(`${source}: The content of "${path}" is not ${accepted}`);
}

/** A file with a secret can't be read. The message completes a sentence that starts with the file name. */
export class SecretFileError extends Error {}

const bytesMax = 64 * 1024;

/** The text of the file without a line break at its end. Throws {@link SecretFileError}. */
export function readSecretFile(path: string): string {
  const text = decode(readBytes(path)).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new SecretFileError("is empty");
  return text;
}

function readBytes(path: string): Uint8Array {
  try {
    const found = statSync(path);
    // Reading a device or a pipe might never end.
    if (!found.isFile()) throw new SecretFileError("is not a file");
    if (found.size > bytesMax) throw new SecretFileError(`has more than ${bytesMax} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof SecretFileError) throw error;
    throw new SecretFileError(`can't be read: ${describeSystemError(error as Error)}`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SecretFileError("is not UTF-8 text");
  }
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const names =
  /^TEACHERS_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/** These names may also be settings, for example `TEACHERS_PORT`; only the value distinguishes them. */
const portNames = /^TEACHERS_(?:\w+_)?PORT$/;
const portValues = /^(?:tcp|udp|sctp):\/\//;

/** The variables of a Service, in the order of their names. */
export function findServiceVariables(environment: Environment): string[] {
  return Object.entries(environment)
    .filter(([name, value = ""]) => names.test(name) || (portNames.test(name) && portValues.test(value)))
    .map(([name]) => name)
    .sort();
}

const packagedProgram = "/usr/bin/teachers";
const packagedFile = "/etc/teachers/teachers.env";

/** The settings file of the Debian package; null if the program was installed in another way. */
export function findSettingsFile(): string | null {
  const isPackaged = Bun.isStandaloneExecutable && process.execPath === packagedProgram;
  return isPackaged && existsSync(packagedFile) ? packagedFile : null;
}

/** The variables of a settings file; warns and returns none if it can't be read. Throws {@link SettingError}. */
export function readSettingsFile(path: string, warn: (text: string) => void): Environment {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    warn(
      `teachers: Its settings are not used, because ${path} can't be read: ${describeSystemError(error as Error)}; root and members of the group teachers can read it`,
    );
    return {};
  }
  return parseSettingsFile(text, path);
}

/**
 * Parses the lines `NAME=VALUE` of systemd.exec(5), "EnvironmentFile=", with values that end in their line: comments start with `#`
 * or `;`, and a value may be in quotes. Throws {@link SettingError} for any other line.
 */
export function parseSettingsFile(text: string, path: string): Environment {
  const variables: Record<string, string> = {};
  for (const [i, line] of text.split("\n").entries()) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const found = /^\s*([A-Za-z_]\w*)=\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^"'\s].*)?)\s*$/.exec(line);
    // The line may have a password, so it is not shown.
    if (found === null) throw new SettingError(`${path}: Line ${i + 1} is neither a comment nor NAME=VALUE`);
    const [, name, quoted, literal, plain = ""] = found;
    variables[name!] = quoted?.replace(/\\(.)/g, "$1") ?? literal ?? plain.trim();
  }
  return variables;
}
