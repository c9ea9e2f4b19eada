/** The command line: its commands and options for commander, and the exit code of each outcome. */
import { Command, CommanderError, Option } from "commander";
import { release } from "../domain/release.ts";
import { ImportFaults, renderFaults } from "../import/fault.ts";
import { hasPassword } from "../store/database-url.ts";
import { commands } from "./commands.ts";
import { fail, failWith, printError } from "./output.ts";
import type { Setting } from "./setting.ts";
import { readSettings, SettingError, settings, variableOf } from "./settings.ts";

/** The commands for commander; all options are read by {@link readSettings}. */
function createProgram(
  environment: Readonly<Record<string, string | undefined>>,
  done: (exitCode: number) => void,
): Command {
  const program = new Command("teachers")
    .description("A read-only, paginated directory of teachers over HTTP.")
    .version(release.version)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: printError })
    .showHelpAfterError("(add --help for the commands and their settings)");
  for (const spec of commands) {
    const sub = program.command(spec.name).description(spec.help);
    if (spec.argument !== null) sub.argument(`<${spec.argument[0]}>`, spec.argument[1]);
    for (const name of spec.settings) sub.addOption(createOption(settings[name]));
    sub.allowExcessArguments(false);
    sub.action(async (...received: unknown[]) => {
      const argument = spec.argument === null ? "" : (received[0] as string);
      const flags = received[spec.argument === null ? 0 : 1] as Record<string, string | boolean | undefined>;
      const values = readSettings(spec.settings, flags, environment);
      warnOfPassword(flags.database);
      done(await spec.run(values, argument));
    });
  }
  return program;
}

/** Every user of the machine can read the process list, but only the same user the variables of a process. */
function warnOfPassword(database: string | boolean | undefined): void {
  if (typeof database !== "string" || !hasPassword(database)) return;
  printError(
    `teachers: --database: Other users can see the password in the process list; use ${variableOf(settings.database)} instead\n`,
  );
}

function createOption(declared: Setting): Option {
  const { flag, placeholder, conventionalVariable, isRepeatable = false } = declared;
  const variables =
    conventionalVariable === undefined ? variableOf(declared) : `${variableOf(declared)} or ${conventionalVariable}`;
  const defaultText = declared.default === null || placeholder === null ? "" : `, default ${declared.default}`;
  const help = `${declared.help} (${variables}${defaultText})`;
  const option = new Option(placeholder === null ? `--${flag}` : `--${flag} <${placeholder}>`, help);
  if (isRepeatable) option.argParser((value, before?: string) => (before === undefined ? value : `${before} ${value}`));
  return option;
}

/** Runs a command line and gives the exit code: 0 for success, 1 for faulty data or a failure, 2 for an invalid setting. */
export async function runProgram(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  let exitCode = 0;
  try {
    await createProgram(environment, (code) => {
      exitCode = code;
    }).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof SettingError) return fail(error.message, 2);
    if (error instanceof ImportFaults) {
      process.stderr.write(`${renderFaults(error)}\n`);
      return 1;
    }
    return failWith(error as Error);
  }
}
