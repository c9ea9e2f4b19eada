/** Prepares the variables of the process, which commander reads for settings. */
import { existsSync, readFileSync } from "node:fs";
import { countEdits } from "../../domain/names/typing.ts";
import { describeSystemError } from "../../server/log/log.ts";
import { printError } from "../terminal/output.ts";
import { SettingError, settings } from "./settings.ts";

/** Variables by name. */
type Variables = Record<string, string | undefined>;

/** The settings file of the Debian package, and the program that reads it. */
const packagedFile = "/etc/teachers/teachers.env";
const packagedProgram = "/usr/bin/teachers";

/** Names a file with the URL of the database. */
const fileVariable = "TEACHERS_DATABASE_FILE";

/**
 * Adds the variables of the settings file that are not set. Removes blank ones, switches that are off, and those of
 * Kubernetes. Throws {@link SettingError} for a damaged settings file, and for unknown variables.
 */
export function prepareEnvironment(
  variables: Variables = process.env,
  file = findSettingsFile(),
  warn = printError,
): void {
  const packaged = file !== null && existsSync(file) ? readSettingsFile(file, warn) : {};
  for (const [name, value] of Object.entries(packaged)) variables[name] ??= value;
  for (const [name, given] of Object.entries(variables)) {
    if (!name.startsWith("TEACHERS_")) continue;
    const value = given!.trim();
    if (value === "" || isOfKubernetes(name, value)) delete variables[name];
    else setVariable(variables, name, value);
  }
}

function findSettingsFile(): string | null {
  return Bun.isStandaloneExecutable && process.execPath === packagedProgram ? packagedFile : null;
}

function setVariable(variables: Variables, name: string, value: string): void {
  const all = Object.values(settings);
  const setting = all.find(({ envVar }) => envVar === name);
  if (setting === undefined && name !== fileVariable) {
    const flag = `--${name.slice("TEACHERS_".length).toLowerCase().replaceAll("_", "-")}`;
    if (all.some(({ long }) => long === flag)) throw new SettingError(`${name}: Only the flag ${flag} sets this`);
    const known = [...all.flatMap(({ envVar }) => envVar ?? []), fileVariable];
    const edits = known.map((other) => countEdits(name, other, 100));
    const nearest = known[edits.indexOf(Math.min(...edits))]!;
    throw new SettingError(`${name} is not the variable of a setting; the nearest one is ${nearest}`);
  }
  // Commander takes every value of a switch for on.
  if (setting?.isBoolean()) {
    if (!/^(?:true|false|1|0)$/.test(value)) throw new SettingError(`${name}: "${value}" is not true or false`);
    if (value === "false" || value === "0") {
      delete variables[name];
      return;
    }
  }
  variables[name] = value;
}

/** Whether Kubernetes has set a variable for a Service whose name begins with `teachers`. */
function isOfKubernetes(name: string, value: string): boolean {
  const isPort = /^TEACHERS_(?:\w+_)?PORT$/.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value);
  return isPort || /^TEACHERS_(?:\w+_)?(?:SERVICE_HOST$|SERVICE_PORT(?:_|$)|PORT_\d+_(?:TCP|UDP|SCTP))/.test(name);
}

/** The variables of a settings file; warns and returns none if it can't be read. Throws {@link SettingError}. */
function readSettingsFile(path: string, warn: (text: string) => void): Variables {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    warn(
      `teachers: Ignored the settings file, because ${path} can't be read: ${describeSystemError(error as Error)}; root and members of the group teachers can read it`,
    );
    return {};
  }
  return parseSettingsFile(text, path);
}

/**
 * Parses lines `NAME=VALUE` as systemd does (systemd.exec(5), "EnvironmentFile="), except that a value can't span
 * lines. Comments start with `#` or `;`, and a value may be in quotes. Throws {@link SettingError} for any other line.
 */
function parseSettingsFile(text: string, path: string): Variables {
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
