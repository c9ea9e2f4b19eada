/**
 * Creates all further files for their owner alone. A umask that shuts out other users was chosen by the operator, such
 * as the UMask=0007 of the units in deploy/, so it stays, and the group may read.
 */
export function keepFilesPrivate(): void {
  const others = 0o007;
  if ((process.umask() & others) !== others) process.umask(0o077);
}
