/**
 * Prints the output of commands: results to standard output, everything else to standard error. Never truncates a text.
 * Escapes control characters, because file names and messages come from others.
 */
import { fstatSync, writeSync } from "node:fs";
import { describeSystemError, escapeText } from "../../domain/quoting.ts";
import { hidePasswords } from "../../store/database-url.ts";

/** The descriptors of the standard streams. What a stream buffers would be lost when the process exits. */
const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** The delay before the next attempt to write to a full pipe that does not block. */
const fullPipeMs = 5;

/** At least this many characters are written at once. */
const charactersPerWrite = 65536;

/** One line or several, without line feeds. */
type Lines = string | Iterable<string>;

/** Whether a standard stream is a terminal. */
export function isTerminal(name: keyof typeof descriptors): boolean {
  return fstatSync(descriptors[name]).isCharacterDevice() && process[name].isTTY === true;
}

/** Standard error as a stream, to write in the background or draw on a terminal. Ignores write errors. */
export function openErrorStream(): NodeJS.WriteStream {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  return process.stderr;
}

/**
 * Prints lines. Ignores a closed pipe. Returns the exit code of success. Throws if they can't be written, with a message
 * that says why.
 */
export function print(lines: Lines): 0 {
  let waiting = "";
  for (const line of typeof lines === "string" ? [lines] : lines) {
    waiting += renderLine(line);
    if (waiting.length < charactersPerWrite) continue;
    if (!writeOutput(waiting)) return 0;
    waiting = "";
  }
  writeOutput(waiting);
  return 0;
}

/** The lines of each in turn. */
export function* joinLines(...parts: readonly Iterable<string>[]): Generator<string> {
  for (const lines of parts) yield* lines;
}

/** A value as lines of JSON. Printing escapes control characters as JSON does, so the value stays the same. */
export function renderJson(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split("\n");
}

/**
 * Prints lines to standard error, without passwords from misplaced arguments. Ignores write errors, such as a closed
 * terminal or a full disk: they must not end the work or change its exit code.
 */
export function printError(lines: Lines): void {
  const text = Array.from(typeof lines === "string" ? [lines] : lines, renderLine).join("");
  const bytes = Buffer.from(hidePasswords(text));
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(descriptors.stderr, bytes, done);
  } catch (error) {
    // The pipe is full, and the log has made it non-blocking. A stream waits for the reader.
    if ((error as { code?: string }).code === "EAGAIN") openErrorStream().write(bytes.subarray(done));
  }
}

/** Prints why a command failed. Returns the exit code. */
export function fail(message: string, exitCode = 1): number {
  printError(`teachers: ${message}`);
  return exitCode;
}

/**
 * Prints a file in pieces, as fast as the reader takes them. Stops silently when the reader closes the pipe, as `head`
 * does. Throws like {@link print}.
 */
export function printPieces(pieces: Iterable<string>): void {
  for (const piece of pieces) if (!writeOutput(piece)) return;
}

const renderLine = (line: string): string => `${escapeText(line)}\n`;

/** Writes all of a text to standard output. Returns false if the reader has closed it. */
function writeOutput(text: string): boolean {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptors.stdout, bytes, done);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN")
        throw new Error(`Standard output can't be written: ${describeSystemError(error as Error)}`);
      // The pipe is full, and another process has made it non-blocking.
      Bun.sleepSync(fullPipeMs);
    }
  }
  return true;
}

/** Whether there is a terminal to ask and to answer on. */
export function canAsk(): boolean {
  return isTerminal("stdin") && isTerminal("stderr");
}

/** Asks on standard error; anything but yes, in English or Ukrainian, is no. */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  // Loaded here, because few commands ask.
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: openErrorStream() });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([terminal.question(`${escapeText(question)} [y/N] `, { signal }), closed]);
    return /^\s*(?:y|yes|т|так)\s*$/i.test(answer);
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    terminal.close();
  }
}
