/** The text of operating system errors in messages. */

/** The reason of a system error without its code, call and path: `permission denied`. */
export function describeSystemError({ message }: Error): string {
  return message.replace(/^E[A-Z0-9]+: |, \w+(?: '.*')?$/gs, "");
}
