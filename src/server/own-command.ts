/** The command lines with which the program starts itself, as a builder, a worker or a file reader. */

/** The commands of `src/cli/internal-commands.ts`, which only the program itself uses. */
export type InternalCommand = "build-image" | "serve-worker" | "read-file";

/** The command line of an internal command, from the source or from the executable of `npm run build`. */
export function commandLineOf(command: InternalCommand): string[] {
  // A single-file executable takes Bun's options from BUN_OPTIONS, which child processes inherit.
  if (Bun.isStandaloneExecutable) return [process.execPath, command];
  return [process.execPath, ...process.execArgv, Bun.main, command];
}
