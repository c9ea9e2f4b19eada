/** How the program starts itself: for a builder, and for workers. */

/** The commands of `src/cli/internal-commands.ts`, which only the program itself uses. */
export type InternalCommand = "build-image" | "serve-worker" | "read-file";

/** The command line of an internal command, from the source or from the executable of `npm run build`. */
export function commandLineOf(command: InternalCommand): string[] {
  // An executable contains the program, and its options of Bun come from BUN_OPTIONS, which processes inherit.
  if (Bun.isStandaloneExecutable) return [process.execPath, command];
  return [process.execPath, ...process.execArgv, Bun.main, command];
}
