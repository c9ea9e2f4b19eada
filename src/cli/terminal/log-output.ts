/**
 * Writes the log to standard error in the background. The buffer is bounded, and a slow reader never delays a request.
 */
import { createLog, type Log, type LogFormat } from "../../server/log/log.ts";
import { openErrorStream } from "./output.ts";

/** A pipe takes this many bytes at once or not at all, so the lines of several processes never mix (PIPE_BUF). */
const chunkBytesMax = 4096;

/** The maximum number of buffered bytes. Further lines are dropped and counted. */
const waitingBytesMax = 1_000_000;

/** How long a finished process waits for a reader of its last lines. */
const lastLinesMs = 1000;

/** Creates the log of this process. Without a format, it is text on a terminal, and otherwise JSON. */
export function openLog(format: LogFormat | null) {
  const isText = (format ?? (process.stderr.isTTY ? "text" : "json")) === "text";
  const stream = openErrorStream();
  /** Buffered lines, the oldest first. */
  const chunks: { text: string; bytes: number }[] = [];
  /** The bytes that are logged but not yet written. */
  let waitingBytes = 0;
  let isWriting = false;
  /** The number of lines dropped so far, and how many of them the log has already reported. */
  let dropped = 0;
  let reported = 0;

  function writeNext(): void {
    const next = chunks.shift();
    isWriting = next !== undefined;
    if (next !== undefined) {
      // A line that can't be written, to a closed pipe or a full disk, is lost.
      stream.write(next.text, () => {
        waitingBytes -= next.bytes;
        writeNext();
      });
    } else if (dropped > reported) {
      const lines = dropped - reported;
      reported = dropped;
      log("log.dropped", { lines });
    }
  }

  const log: Log = createLog(isText ? "text" : "json", (line) => {
    const bytes = Buffer.byteLength(line);
    if (waitingBytes + bytes > waitingBytesMax) {
      dropped++;
      return;
    }
    waitingBytes += bytes;
    const last = chunks.at(-1);
    if (last !== undefined && last.bytes + bytes <= chunkBytesMax) {
      last.text += line;
      last.bytes += bytes;
    } else {
      chunks.push({ text: line, bytes });
    }
    if (isWriting) return;
    isWriting = true;
    setImmediate(writeNext);
  });
  return {
    log,
    isText,
    countDropped: (): number => dropped,
    /** Lets a finished process exit even if nobody reads its last lines. */
    exitWithoutReader(): void {
      const exit = (): void => {
        if (waitingBytes > 0) process.exit(0);
      };
      // The timer is unreferenced, so it fires only if something keeps the process alive, such as unread output.
      setTimeout(exit, lastLinesMs).unref();
    },
  };
}
