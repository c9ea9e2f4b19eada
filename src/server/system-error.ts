/** Errors of the operating system, as messages tell them. */

/** What the system says is wrong, without the code, call and path around it: `permission denied`. */
export function describeSystemError({ message }: Error): string {
  return message.replace(/^E[A-Z0-9]+: |, \w+(?: '.*')?$/g, "");
}
