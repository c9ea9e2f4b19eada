/** What the commands print: results to standard output, all else to standard error. */
import { formatLogLine, type Log } from "./log.ts";

export const log: Log = (event, fields) => {
  process.stderr.write(`${formatLogLine(new Date(), event, fields)}\n`);
};

export function print(text: string): void {
  process.stdout.write(text);
}

export function fail(message: string, exitCode = 1): number {
  process.stderr.write(`teachers: ${message}\n`);
  return exitCode;
}

/** Prints pieces as fast as the reader takes them. A reader that has seen enough, such as head, ends it quietly. */
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
