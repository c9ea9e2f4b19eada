/** The program: a command line in, an exit code out. */
import process from "node:process";
import type { InternalCommand } from "./server/own-command.ts";

/**
 * Commands that the program starts itself with, for a builder and for workers. They are not part of
 * the command line, whose libraries would take a third of the time that a small image takes to build.
 */
const internalCommands: Readonly<Record<InternalCommand, () => Promise<number>>> = {
  "build-image": async () => (await import("./cli/commands/build-command.ts")).runBuildCommand(process.env),
  "serve-worker": async () => (await import("./cli/commands/worker-command.ts")).runWorkerCommand(),
};

async function main(argv: readonly string[]): Promise<number> {
  const command = argv[2] ?? "";
  if (Object.hasOwn(internalCommands, command)) return internalCommands[command as InternalCommand]();
  return (await import("./cli/program.ts")).runProgram(argv, process.env);
}

process.exitCode = await main(process.argv);
