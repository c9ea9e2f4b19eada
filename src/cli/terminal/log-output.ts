/**
 * Writes the log to standard error in the background. The buffer is bounded, and a slow reader never delays a request.
 */
import { createLog, type Log, type LogFormat } from "../../server/log.ts";
import { openErrorStream } from "./output.ts";

/** The maximum number of buffered bytes. Further lines are dropped and counted. */
const waitingBytesMax = 1_000_000;

/** How long a finished process waits for a reader of its last lines. */
const lastLinesMs = 1000;

/** Creates the log of this process. Without a format, it is text on a terminal, and otherwise JSON. */
export function openLog(format: LogFormat | null) {
  const isText = (format ?? (process.stderr.isTTY ? "text" : "json")) === "text";
  const stream = openErrorStream();
  let waitingBytes = 0;
  /** The number of lines dropped so far, and how many of them the log has already reported. */
  let dropped = 0;
  let reported = 0;

  const log: Log = createLog(isText ? "text" : "json", (line) => {
    const bytes = Buffer.byteLength(line);
    if (waitingBytes + bytes > waitingBytesMax) {
      dropped++;
      return;
    }
    waitingBytes += bytes;
    // A line that can't be written, to a closed pipe or a full disk, is lost.
    stream.write(line, () => {
      waitingBytes -= bytes;
      if (waitingBytes > 0 || dropped === reported) return;
      const lines = dropped - reported;
      reported = dropped;
      log("log.dropped", { lines });
    });
  });
  return {
    log,
    isText,
    countDropped: (): number => dropped,
    /** Lets a finished process exit even if nobody reads its last lines. */
    exitWithoutReader(): void {
      // The timer is unreferenced, so it fires only if something keeps the process alive, such as unread output.
      setTimeout(() => waitingBytes > 0 && process.exit(0), lastLinesMs).unref();
    },
  };
}
