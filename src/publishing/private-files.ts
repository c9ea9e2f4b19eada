/** Keeps the files that the program creates private to its user, or to the group that the operator chose. */

/** The umask that the program was started with. */
let inheritedMask = process.umask();

/**
 * Creates all further files for their owner alone. A umask that shuts out other users was chosen by the operator, such
 * as the UMask=0007 of the units in deploy/, so it stays, and the group may read.
 */
export function keepFilesPrivate(): void {
  const others = 0o007;
  inheritedMask = process.umask();
  if ((inheritedMask & others) !== others) process.umask(0o077);
}

/** Runs `start` with the umask that the program was started with, for a command of the operator. */
export function withInheritedMask<Result>(start: () => Result): Result {
  const mask = process.umask(inheritedMask);
  try {
    return start();
  } finally {
    process.umask(mask);
  }
}
