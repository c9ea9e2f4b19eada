/** Reads the settings from flags, variables, files of secrets, and defaults. */
import { DatabaseUrlError, hasPassword, withoutPassword } from "../../store/database-url.ts";
import type { Environment } from "./environment.ts";
import { readSecretFile } from "./secret-file.ts";
import { fileVariableOf, type Setting, variableOf } from "./setting.ts";
import { SettingError, type SettingName, type SettingValues, settings } from "./settings.ts";

/** The flag or variable that set each setting; absent for a default. */
export type SettingSources = { readonly [Name in SettingName]?: string };

export interface ReadSettings {
  readonly values: SettingValues;
  readonly sources: SettingSources;
  /**
   * Reads the URL of the database again, because a file that contains it may have changed. Throws {@link SettingError}.
   */
  readDatabaseUrl(): string;
}

/**
 * Reads every setting from the first source that has it: the flag, `TEACHERS_<FLAG>`, the file that
 * `TEACHERS_<FLAG>_FILE` names (secrets only), a conventional variable such as `PORT`, the default. Blank variables are
 * ignored. Conventional variables are read only for `names`, the settings of the command. Throws {@link SettingError}
 * for invalid values, for files that can't be read, and for unknown variables that start with `TEACHERS_`.
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
    return parseSetting(declared, fileVariable, readSecretFile(file, fileVariable), file);
  }
  for (const variable of [own, conventional]) {
    const text = variable && environment[variable]?.trim();
    if (variable && text) return parseSetting(declared, variable, text);
  }
  return { value: declared.default === undefined ? null : declared.parse(declared.default), source: null };
}

/** Parses the text of a source. Errors never quote the content of a file, because all of it may be a password. */
function parseSetting({ parse, accepted }: Setting, source: string, text: string, file?: string): ReadSetting {
  try {
    const value = parse(text);
    if (value !== undefined) return { value, source };
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    throw new SettingError(`${source}: ${file ? `The URL in "${file}" ${error.problem}` : error.message}`);
  }
  const shown = file ? `The content of "${file}"` : `"${hasPassword(text) ? withoutPassword(text) : text}"`;
  throw new SettingError(`${source}: ${shown} is not ${accepted}`);
}
