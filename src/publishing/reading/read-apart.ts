/** Has a file that somebody sent read in a process of its own, which is ended when it takes too long. */
import type { Namesakes } from "../../domain/changes/namesakes.ts";
import type { Lang } from "../../domain/lang.ts";
import type { Answers } from "../answers.ts";
import { createPrivateFile, type PrivateFile } from "./private-file.ts";

/** What the process is told on its standard input: arguments are seen by others. */
export interface ReadRequest {
  readonly fileName: string;
  readonly answers: Answers;
  /** The places of rows that are not teachers. */
  readonly leftOut: readonly string[];
  /** The teachers who are known to be different people of one name; "all" if all are. */
  readonly namesakes: readonly (readonly [key: string, ids: Namesakes])[] | "all";
  /** The language of the workbook with what to correct; null for a reading. */
  readonly workbookIn: Lang | null;
}

export interface ReaderOptions {
  /** What starts the process. */
  readonly command: readonly string[];
  /** How long it may take. */
  readonly ms: number;
  /** Called with the exit code, or the signal that ended it. */
  onFailure(ended: string | number, ms: number): void;
}

/** What the process has written; null where it had to be ended, or has failed. */
export async function readApart(
  file: PrivateFile,
  request: ReadRequest,
  { command, ms, onFailure }: ReaderOptions,
): Promise<PrivateFile | null> {
  const output = createPrivateFile();
  const startedAt = performance.now();
  const reader = Bun.spawn([...command], {
    // Without our variables, which have the password of the database.
    env: {},
    stdio: [Buffer.from(JSON.stringify(request)), output.descriptor, "ignore", file.descriptor],
    timeout: ms,
    killSignal: "SIGKILL",
  });
  const exitCode = await reader.exited;
  if (exitCode === 0) return output;
  output.close();
  onFailure(reader.signalCode ?? exitCode, Math.round(performance.now() - startedAt));
  return null;
}
