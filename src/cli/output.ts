/** The output of commands: results to standard output, everything else to standard error. */
import { writeSync } from "node:fs";
import { describeError } from "../server/log.ts";
import { describeSystemError } from "../server/system-error.ts";
import { hidePasswords } from "../store/database-url.ts";

const standardOutput = 1;

// A message that can't be written, to a closed terminal or a full disk, must not end the work or change its exit code.
process.stderr.on("error", () => {});

/** Prints a short text. Ignores a closed pipe; throws for any other write error. */
export function print(text: string): void {
  try {
    writeSync(standardOutput, text);
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

/** Prints a message to standard error, without passwords from misplaced arguments. */
export function printError(text: string): void {
  process.stderr.write(hidePasswords(text));
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
