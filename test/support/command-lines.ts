/**
 * Runs many command lines in one process. Starting a process takes longer than refusing an invalid setting. It runs
 * what `src/main.ts` runs, so nothing differs but the process.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../src/cli/program.ts";
import { type Finished, root, start } from "./program.ts";

export interface CommandLine {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Ends the output of a command line. The program never prints it. */
const separator = "\0";

/**
 * Runs the command lines one after another in the folder. Returns the output and exit code of each. A text has its arguments
 * between spaces.
 */
export async function runAll(lines: readonly (CommandLine | string)[], folder: string): Promise<Finished[]> {
  const commandLines = lines.map((line) => (typeof line === "string" ? { args: line.split(" ") } : line));
  const launcher = [
    join(root, "bin/bun"),
    "--no-env-file",
    "--config=/dev/null",
    "--jsx-import-source=preact",
    import.meta.path,
  ];
  const { exitCode, stdout, stderr } = await start([], { folder, launcher, stdin: JSON.stringify(commandLines) })
    .finished;
  if (exitCode !== 0) throw new Error(`The command lines ended with ${exitCode}: ${stderr}`);
  const [outputs, errors] = [stdout.split(separator), stderr.split(separator)];
  return commandLines.map((_, i) => {
    // The exit code, written after the error, has one digit.
    const error = errors[i]!;
    return { exitCode: Number(error.at(-1)), stdout: outputs[i]!, stderr: error.slice(0, -1) };
  });
}

if (import.meta.main) {
  const commandLines = (await Bun.stdin.json()) as readonly CommandLine[];
  for (const { args, environment } of commandLines) {
    const inherited = { ...process.env };
    Object.assign(process.env, environment);
    const exitCode = await runProgram([process.execPath, "teachers", ...args]);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, inherited);
    writeSync(1, separator);
    writeSync(2, `${exitCode}${separator}`);
  }
}
