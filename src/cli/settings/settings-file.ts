/** The file of settings that the Debian package installs: variables as systemd reads them for the servers. */
import { existsSync, readFileSync } from "node:fs";
import { describeSystemError } from "../../server/log/log.ts";
import type { Environment } from "./read-settings.ts";
import { SettingError } from "./settings.ts";

const packagedProgram = "/usr/bin/teachers";
const packagedFile = "/etc/teachers/teachers.env";

/** The settings file of this program; null for a program that was installed in another way. */
export function findSettingsFile(): string | null {
  const isPackaged = Bun.isStandaloneExecutable && process.execPath === packagedProgram;
  return isPackaged && existsSync(packagedFile) ? packagedFile : null;
}

/** The variables of a settings file. If this user may not read it, gives none and warns. Throws {@link SettingError}. */
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
    if (found === null) throw new SettingError(`${path}: Line ${i + 1} is not a comment and not NAME=VALUE`);
    const [, name, quoted, literal, plain = ""] = found;
    variables[name!] = quoted?.replace(/\\(.)/g, "$1") ?? literal ?? plain.trim();
  }
  return variables;
}
