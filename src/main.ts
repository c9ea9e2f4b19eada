/** The program: a command line in, an exit code out. */
import process from "node:process";
import { keepFilesPrivate } from "./private-files.ts";

async function main(argv: readonly string[]): Promise<number> {
  // The process that reads an upload skips the parser of commands, which takes long to load.
  if (argv[2] === "read-file") return (await import("./office/reader.ts")).runReader();
  return (await import("./cli/program.ts")).runProgram(argv);
}

keepFilesPrivate();
process.exitCode = await main(process.argv);
