/** The command line: its commands and options for commander, and the exit code of each outcome. */
import { Command, CommanderError, type Option } from "commander";
import { release } from "../domain/release.ts";
import { findLanguage, withLanguage } from "../read/language.ts";
import { commands } from "./commands.ts";
import { prepareEnvironment } from "./settings/environment.ts";
import { readDatabaseFile } from "./settings/secret-file.ts";
import { type ReadSettings, SettingError, type SettingValues, settings } from "./settings/settings.ts";
import { InterruptedError } from "./terminal/interruption.ts";
import { fail, failWith, print, printError } from "./terminal/output.ts";

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
    const sub = program.command(spec.name).description(spec.help);
    const declared = spec.arguments ?? [];
    for (const [name, help] of declared) sub.argument(`<${name.replace("…", "...")}>`, help);
    for (const name of spec.settings) sub.addOption(settings[name] as unknown as Option);
    sub.allowExcessArguments(false);
    sub.action(async (...received: unknown[]) => {
      const args = received.slice(0, declared.length).flat() as string[];
      const run = async (): Promise<number> => {
        const read = readSettings(sub);
        // Other users can see arguments, but not environment variables.
        if (sub.getOptionValueSource("database") === "cli" && URL.parse(read.values.database)?.password)
          fail("--database: Other users can see the password in the process list; use TEACHERS_DATABASE instead");
        const runCommand = await spec.load();
        const lang = spec.settings.includes("lang") ? read.values.lang : "en";
        return withLanguage(lang, () => runCommand(read.values, args, read));
      };
      done(await run().catch(reportFailure));
    });
  }
  return program;
}

/** The values of all settings; those that the command does not have are their defaults. Throws {@link SettingError}. */
function readSettings(command: Command): ReadSettings {
  const given = command.opts();
  const sourceOf = (name: string): string | undefined => command.getOptionValueSource(name);
  const entries = Object.entries(settings).map(([name, option]) => {
    return [name, given[name] ?? option.defaultValue ?? (option.isBoolean() ? false : null)];
  });
  const values = { ...Object.fromEntries(entries), lang: given.lang ?? findLanguage(process.env) } as SettingValues;
  const url = "database" in given && sourceOf("database") !== "cli" ? readDatabaseFile() : null;
  return {
    values: { ...values, database: url ?? values.database },
    isGiven: (name) => ["cli", "env"].includes(sourceOf(name) ?? ""),
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
    prepareEnvironment();
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(error as Error);
  }
}

/** Prints why a command failed, and returns its exit code. */
function reportFailure(error: Error): number {
  if (error instanceof SettingError) return fail(error.message, 2);
  if (!(error instanceof InterruptedError)) return failWith(error);
  // An unfinished read, such as of standard input, would keep the process alive.
  setTimeout(process.exit, 200, error.exitCode).unref();
  return fail(error.message, error.exitCode);
}
