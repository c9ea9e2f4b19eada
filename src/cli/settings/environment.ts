/** Prepares the variables of the process, which commander reads for settings. */
import { existsSync, readFileSync } from "node:fs";
import { describeSystemError } from "../../domain/quoting.ts";
import { databaseVariable } from "./secret-file.ts";
import { SettingError, settings } from "./settings.ts";

/** The settings file of the Debian package, and the program that reads it. */
const packagedFile = "/etc/teachers/teachers.env";
const packagedProgram = "/usr/bin/teachers";

/**
 * Adds the variables of the settings file that are not set. Removes blank ones, and switches that are off. Throws
 * {@link SettingError} for a settings file that is damaged or can't be read, and for unknown variables.
 */
export function prepareEnvironment(
  variables: Record<string, string | undefined> = process.env,
  file = process.execPath === packagedProgram ? packagedFile : "",
): void {
  for (const [name, value] of Object.entries(readSettingsFile(file))) variables[name] ??= value;
  for (const [name, given] of Object.entries(variables)) {
    const value = given!.trim();
    if (!name.startsWith("TEACHERS_")) continue;
    // Commander takes every value of a switch for on.
    const isSwitch = value !== "" && findOption(name)?.isBoolean();
    if (isSwitch && !/^(?:true|false|1|0)$/.test(value))
      throw new SettingError(`${name}: "${value}" is not true or false`);
    if (value === "" || (isSwitch && /^(?:false|0)$/.test(value))) delete variables[name];
    else variables[name] = value;
  }
}

/** The setting of a variable; undefined for the one that names a file. Throws {@link SettingError} for unknown ones. */
function findOption(name: string) {
  const all = Object.values(settings);
  const option = all.find(({ envVar }) => envVar === name);
  if (option !== undefined || name === databaseVariable) return option;
  const flag = `--${name.slice("TEACHERS_".length).toLowerCase().replaceAll("_", "-")}`;
  if (all.some(({ long }) => long === flag)) throw new SettingError(`${name}: Only the flag ${flag} sets this`);
  throw new SettingError(`${name} is not the variable of a setting; \`teachers COMMAND --help\` lists them`);
}

/**
 * Parses lines `NAME=VALUE` as systemd does (systemd.exec(5), "EnvironmentFile="), except that a value can't span
 * lines. Comments start with `#` or `;`, and a value may be in quotes. Throws {@link SettingError} for any other line.
 */
function readSettingsFile(path: string): Readonly<Record<string, string>> {
  let text = "";
  try {
    text = existsSync(path) ? readFileSync(path, "utf8") : "";
  } catch (error) {
    const problem = `${path} can't be read: ${describeSystemError(error as Error)}`;
    throw new SettingError(`${problem}; root and members of the group teachers can read it`);
  }
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
