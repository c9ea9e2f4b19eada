/**
 * The variables that settings are read from: those of the process and of the settings file, without those that
 * Kubernetes sets for Services.
 */
import { existsSync, readFileSync } from "node:fs";
import { describeSystemError } from "../../server/log/log.ts";
import { printError } from "../terminal/output.ts";
import { SettingError } from "./settings.ts";

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings file of the Debian package, and the program that reads it. */
const packagedFile = "/etc/teachers/teachers.env";
const packagedProgram = "/usr/bin/teachers";

/**
 * Leaves out the variables of Kubernetes Services, with a warning. Adds the variables of the settings file that are not
 * set yet. Also sets them in this process, where builders and the PostgreSQL client find them. Throws {@link
 * SettingError} for a damaged settings file.
 */
export function completeEnvironment(given: Environment): Environment {
  const ignored = findServiceVariables(given);
  if (ignored.length > 0) {
    printError(
      `teachers: Ignored ${ignored.join(", ")}, which Kubernetes sets for a Service; enableServiceLinks: false avoids that`,
    );
  }
  const environment = Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.includes(name)));
  const isPackaged = Bun.isStandaloneExecutable && process.execPath === packagedProgram;
  if (!isPackaged || !existsSync(packagedFile)) return environment;
  const all = { ...readSettingsFile(packagedFile, printError), ...environment };
  Object.assign(process.env, all);
  return all;
}

const serviceNames =
  /^TEACHERS_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/**
 * Kubernetes sets `TEACHERS_PORT` for a Service named `teachers`. A setting has the same name, so only the value shows
 * which of the two it is.
 */
const portNames = /^TEACHERS_(?:\w+_)?PORT$/;
const portValues = /^(?:tcp|udp|sctp):\/\//;

/** The sorted names of the variables that Kubernetes sets for Services. */
export function findServiceVariables(environment: Environment): string[] {
  return Object.entries(environment)
    .filter(([name, value = ""]) => serviceNames.test(name) || (portNames.test(name) && portValues.test(value)))
    .map(([name]) => name)
    .sort();
}

/** The variables of a settings file; warns and returns none if it can't be read. Throws {@link SettingError}. */
export function readSettingsFile(path: string, warn: (text: string) => void): Environment {
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
