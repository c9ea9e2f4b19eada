/** The command line: its commands and options for commander, and the exit code of each outcome. */
import { Command, CommanderError, type Option } from "commander";
import { release } from "../domain/release.ts";
import { findLanguage } from "../read/language.ts";
import { sqlitePath } from "../store/database-url.ts";
import { belongsToDatabase, isSameFile } from "../store/sqlite/files.ts";
import { commands } from "./commands.ts";
import { prepareEnvironment } from "./settings/environment.ts";
import { readDatabaseFile } from "./settings/secret-file.ts";
import {
  type ReadSettings,
  SettingError,
  type SettingName,
  type SettingValues,
  settings,
} from "./settings/settings.ts";
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
      const read = readSettings(sub, spec.settings);
      const { values } = read;
      const run = async (): Promise<number> => {
        if (read.sources.database === "--database") warnOfPassword(values.database);
        checkOutputs(read, spec.name === "import" ? args[0] : undefined);
        const runCommand = await spec.load();
        return runCommand(values, args, read);
      };
      done(await run().catch(reportFailure));
    });
  }
  return program;
}

/** The values of all settings; those that the command does not have are their defaults. Throws {@link SettingError}. */
function readSettings(command: Command, names: readonly SettingName[]): ReadSettings {
  const given = command.opts();
  const entries = Object.entries(settings).map(([name, option]) => {
    return [name, given[name] ?? option.defaultValue ?? (option.isBoolean() ? false : null)];
  });
  const values = { ...Object.fromEntries(entries), lang: given.lang ?? findLanguage(process.env) } as SettingValues;
  const sources = Object.fromEntries(
    names.flatMap((name) => {
      const source = command.getOptionValueSource(name);
      return source === "cli" ? [[name, settings[name].long]] : source === "env" ? [[name, settings[name].envVar]] : [];
    }),
  );
  const url = names.includes("database") && sources.database !== "--database" ? readDatabaseFile() : null;
  if (url === null) return { values, sources, readDatabaseUrl: () => values.database };
  sources.database = "TEACHERS_DATABASE_FILE";
  return { values: { ...values, database: url }, sources, readDatabaseUrl: () => readDatabaseFile()! };
}

/** Throws {@link SettingError} if the command would write to a file of its database, or to the file that it reads. */
function checkOutputs({ values, sources }: ReadSettings, input: string | undefined): void {
  const database = sqlitePath(values.database);
  for (const name of ["output", "annotated"] as const) {
    const path = values[name];
    if (path === null) continue;
    const refuse = (use: string): never => {
      throw new SettingError(`${sources[name]}: "${path}" ${use}, and would be overwritten; name another file`);
    };
    if (database !== null && belongsToDatabase(path, database)) refuse("belongs to the database");
    if (input !== undefined && isSameFile(input === "-" ? "/dev/stdin" : input, path)) refuse("is the file to read");
  }
}

/** Warns of a password in an argument. All users of the machine can see arguments, but not environment variables. */
function warnOfPassword(database: string): void {
  if (!URL.parse(database)?.password) return;
  printError(
    "teachers: --database: Other users can see the password in the process list; use TEACHERS_DATABASE instead",
  );
}

/**
 * Runs a command line and returns the exit code: 0 for success, 1 for faulty data or a failure, 2 for an invalid
 * setting, 3 if a change was made but its result could not be printed, and 128 plus the signal after an interruption.
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
async function reportFailure(error: Error): Promise<number> {
  if (error instanceof SettingError) return fail(error.message, 2);
  if (error instanceof InterruptedError) {
    const { exitCode } = error;
    // An unfinished read, such as of standard input, would keep the process alive.
    setTimeout(() => process.exit(exitCode), 200).unref();
    return fail(error.message, exitCode);
  }
  return failWith(error);
}
