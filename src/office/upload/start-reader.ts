/** Starts the process that reads an upload, and ends it when it takes too long. */
import type { Log } from "../../server/log/log.ts";
import { commandLineOf } from "../../server/own-command.ts";
import { createPrivateFile, type PrivateFile } from "./private-file.ts";
import type { ReadRequest } from "./read-upload.ts";

/** A file of 20 MB takes a few seconds. */
const readMs = 60_000;

/** What the process has written; null where it had to be ended, or has failed. */
export async function readInOwnProcess(
  upload: PrivateFile,
  request: ReadRequest,
  log: Log,
): Promise<PrivateFile | null> {
  const output = createPrivateFile();
  const told = createPrivateFile(Buffer.from(JSON.stringify(request)));
  const startedAt = performance.now();
  const reader = Bun.spawn(commandLineOf("read-upload"), {
    // Without the variables of the office, which have the password of the database.
    env: {},
    stdio: [upload.descriptor, output.descriptor, "ignore", told.descriptor],
    timeout: readMs,
    killSignal: "SIGKILL",
  });
  told.close();
  const exitCode = await reader.exited;
  if (exitCode === 0) return output;
  output.close();
  const ms = Math.round(performance.now() - startedAt);
  log("office.read_failed", { ended: reader.signalCode ?? exitCode, ms });
  return null;
}
