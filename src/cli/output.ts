/** The output of commands: results to standard output, everything else to standard error. */
import { fstatSync, writeSync } from "node:fs";
import { describeError } from "../server/log.ts";
import { describeSystemError } from "../server/system-error.ts";
import { hidePasswords } from "../store/database-url.ts";

/** The descriptors of the standard streams. Creating a stream takes longer than all else that a short command does. */
const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Whether a standard stream is a terminal. */
export function isTerminal(name: keyof typeof descriptors): boolean {
  return fstatSync(descriptors[name]).isCharacterDevice() && process[name].isTTY === true;
}

/** Standard error as a stream, for what writes in the background or draws on a terminal. Ignores write errors. */
export function openErrorStream(): NodeJS.WriteStream {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  return process.stderr;
}

/** Prints a short text. Ignores a closed pipe; throws for any other write error. */
export function print(text: string): void {
  try {
    writeSync(descriptors.stdout, text);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
}

/** Prints the result of completed work. A write error is only reported on standard error. */
export function report(text: string): void {
  try {
    print(text);
  } catch (error) {
    printError(`teachers: Standard output can't be written: ${describeSystemError(error as Error)}\n`);
  }
}

/** Prints an error, with a stack trace if it is unexpected. Returns the exit code. */
export function failWith(error: Error, describe = ({ message }: Error): string => message): number {
  const isUnforeseen = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return fail(isUnforeseen ? describeError(error) : describe(error));
}

/**
 * Prints a message to standard error, without passwords from misplaced arguments. A message that can't be written, to a closed
 * terminal or a full disk, must not end the work or change its exit code.
 */
export function printError(text: string): void {
  const message = hidePasswords(text);
  try {
    writeSync(descriptors.stderr, message);
  } catch (error) {
    // The pipe is full, and the log has made it non-blocking: a stream waits for the reader.
    if ((error as { code?: string }).code === "EAGAIN") openErrorStream().write(message);
  }
}

export function fail(message: string, exitCode = 1): number {
  printError(`teachers: ${message}\n`);
  return exitCode;
}

/** Prints pieces as fast as the reader takes them. Stops quietly when the reader closes the pipe, as `head` does. */
export async function printAll(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const writer = Bun.stdout.writer();
  try {
    for await (const piece of pieces) {
      await writer.write(piece);
      await writer.flush();
    }
    await writer.end();
  } catch (error) {
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
}
