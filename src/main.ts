/** The program: a command line in, an exit code out. */
import process from "node:process";

async function main(argv: readonly string[]): Promise<number> {
  // The process that reads an upload skips the parser of commands, which takes long to load.
  if (argv[2] === "read-file") return (await import("./office/reader.ts")).runReader();
  return (await import("./cli/program.ts")).runProgram(argv);
}

/**
 * Creates all further files for their owner alone. A umask that shuts out other users was chosen by the operator, such
 * as the UMask=0007 of the units in deploy/, so it stays, and the group may read.
 */
function keepFilesPrivate(): void {
  const others = 0o007;
  if ((process.umask() & others) !== others) process.umask(0o077);
}

keepFilesPrivate();
process.exitCode = await main(process.argv);
