/** The program: a command line in, an exit code out. */
import process from "node:process";
import { keepFilesPrivate } from "./publishing/private-files.ts";

async function main(argv: readonly string[]): Promise<number> {
  const command = argv[2] ?? "";
  const { internalCommands } = await import("./cli/internal-commands.ts");
  if (Object.hasOwn(internalCommands, command)) return internalCommands[command as keyof typeof internalCommands]();
  return (await import("./cli/program.ts")).runProgram(argv);
}

keepFilesPrivate();
process.exitCode = await main(process.argv);
