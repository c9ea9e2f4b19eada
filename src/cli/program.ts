/** The command line: its commands and options for commander, and the exit code of each outcome. */
import { Command, CommanderError, type Option } from "commander";
import { findLanguage, withLanguage } from "../domain/lang.ts";
import { release } from "../domain/release.ts";
import { describeError } from "../server/log.ts";
import { commands } from "./commands.ts";
import { prepareEnvironment } from "./settings/environment.ts";
import { readDatabaseFile } from "./settings/secret-file.ts";
import { SettingError, type SettingValues, settings } from "./settings/settings.ts";
import { InterruptedError } from "./terminal/interruption.ts";
import { fail, print, printError } from "./terminal/output.ts";

/** Declares the commands for commander, which parses and checks the settings. */
function createProgram(done: (exitCode: number) => void): Command {
  const program = new Command("teachers")
    .description("A read-only, paginated directory of teachers over HTTP.")
    .version(release.version)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd().split("\n")),
      writeErr: (text) => printError(text.trimEnd().split("\n")),
    })
    .showHelpAfterError("(add --help for the commands and their settings)");
  for (const spec of commands) {
    const sub = program.command(`${spec.name} ${spec.arguments ?? ""}`).description(spec.help);
    for (const name of spec.settings) sub.addOption(settings[name] as unknown as Option);
    sub.allowExcessArguments(false);
    sub.action(async () => {
      const run = async (): Promise<number> => {
        const read = readSettings(sub);
        // Other users can see arguments, but not environment variables.
        if (sub.getOptionValueSource("database") === "cli" && URL.parse(read.database)?.password)
          fail("--database: Other users can see the password in the process list; use TEACHERS_DATABASE instead");
        const runCommand = await spec.load();
        return withLanguage(spec.settings.includes("lang") ? read.lang : "en", () => runCommand(read, sub.args));
      };
      done(await run().catch(reportFailure));
    });
  }
  return program;
}

/** The values of all settings; those that the command does not have are their defaults. Throws {@link SettingError}. */
function readSettings(command: Command): SettingValues {
  const given = command.opts();
  const sourceOf = (name: string): string | undefined => command.getOptionValueSource(name);
  const entries = Object.entries(settings).map(([name, option]) => {
    return [name, given[name] ?? option.defaultValue ?? (option.isBoolean() ? false : null)];
  });
  const values = Object.fromEntries(entries) as SettingValues;
  const url = "database" in given && sourceOf("database") !== "cli" ? readDatabaseFile() : null;
  return {
    ...values,
    lang: given.lang ?? findLanguage(process.env),
    database: url ?? values.database,
    sourceOf: (name) => sourceOf(name) as ReturnType<SettingValues["sourceOf"]>,
    readDatabaseUrl: () => (url === null ? values.database : readDatabaseFile()!),
  };
}

/**
 * Runs a command line and returns the exit code: 0 for success, 1 for faulty data or a failure, 2 for an invalid
 * setting, 4 for a plan that a person must confirm, and 128 plus the signal after an interruption.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  try {
    // Everybody may read the help, but not the settings.
    const isHelp = argv.some((arg) => ["--help", "-h", "--version", "-V"].includes(arg));
    prepareEnvironment(process.env, isHelp ? "" : undefined);
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(error as Error);
  }
}

/** Prints why a command failed, with a stack trace if it is a mistake in the program. Returns the exit code. */
function reportFailure(error: Error & { readonly exitCode?: number }): number {
  const isMistake = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  printError(isMistake ? `teachers: ${describeError(error)}`.split("\n") : `teachers: ${error.message}`);
  const { exitCode = 1 } = error;
  // An unfinished read, such as of standard input, would keep the process alive.
  if (error instanceof InterruptedError) setTimeout(process.exit, 200, exitCode).unref();
  return exitCode;
}
