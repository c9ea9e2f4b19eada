/** Prints the manual page teachers(1), made from the tables of commands and settings. */
import { commands } from "../src/cli/commands.ts";
import type { Setting } from "../src/cli/settings/setting.ts";
import { variablesOf } from "../src/cli/settings/setting.ts";
import { settings } from "../src/cli/settings/settings.ts";
import { release } from "../src/domain/release.ts";

/**
 * Escapes a text for troff: backslashes, hyphens (so that they can be copied), and a full stop or an apostrophe at the
 * start of a line, which would be a request.
 */
function escapeText(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");
}

/** A term in bold, with what follows it in italics, and its description. */
function item(term: string, argument: string, description: string): string {
  const [bold, italic] = [escapeText(term), escapeText(argument)];
  return `.TP\n\\fB${bold}\\fR${italic === "" ? "" : ` \\fI${italic}\\fR`}\n${escapeText(description)}\n`;
}

function describeCommand({ name, arguments: taken = [], help, settings: names }: (typeof commands)[number]): string {
  const flags = names.map((setting) => `--${settings[setting].flag}`).join(", ");
  const details = taken.map(([argument, meaning]) => `${argument}: ${meaning}.`).join(" ");
  const text = [`${help[0]!.toUpperCase()}${help.slice(1)}.`, details, `Settings: ${flags}.`].filter(Boolean).join(" ");
  return item(name, taken.map(([argument]) => argument).join(" "), text);
}

function describeSetting(setting: Setting): string {
  const fallback = setting.default === undefined || setting.placeholder === null ? "" : ` Default: ${setting.default}.`;
  const help = `${setting.help[0]!.toUpperCase()}${setting.help.slice(1)}.`;
  return item(
    `--${setting.flag}`,
    setting.placeholder ?? "",
    `${help}${fallback} Variables: ${variablesOf(setting).join(", ")}.`,
  );
}

const files = [
  item("/etc/teachers/teachers.env", "", "Variables of the servers. The program reads them too, if its user may."),
  item("/var/lib/teachers", "", "The SQLite database, and the images that servers answer from."),
  item("/usr/share/doc/teachers-directory", "", "The operations guide, and a configuration of nginx."),
];
const exitCodes = [
  item("0", "", "Success."),
  item("1", "", "Invalid data or another failure."),
  item("2", "", "An invalid or unknown setting, or a port in use."),
  item("3", "", "The change was made, but its result could not be printed."),
];

process.stdout.write(
  [
    `.TH TEACHERS 1 "" "teachers ${release.version}" "User Commands"\n.nh\n`,
    `.SH NAME\nteachers \\- ${escapeText(release.description.replace(/^A/, "a"))}\n`,
    ".SH SYNOPSIS\n\\fBteachers\\fR \\fICOMMAND\\fR [\\fISETTING\\fR]...\n",
    `.SH COMMANDS\n${commands.map(describeCommand).join("")}`,
    `.SH SETTINGS\n${escapeText("A flag overrides a variable, which overrides the default.")}\n`,
    Object.values<Setting>(settings).map(describeSetting).join(""),
    `.SH FILES\n${files.join("")}.SH EXIT STATUS\n${exitCodes.join("")}`,
    ".SH SEE ALSO\n\\fBsystemctl\\fR(1), \\fBnginx\\fR(8)\n",
  ].join(""),
);
