/** Reads an uploaded file in a separate process, which is killed if it takes too long or too much memory. */
import { readFileSync } from "node:fs";
import { serialize } from "node:v8";
import type { Annotations } from "../../publish/annotated.ts";
import type { ReadAnswers } from "../../read/answers.ts";
import { createPrivateFile, type PrivateFile } from "./private-file.ts";

/** The request, sent on standard input because other users can see the arguments of a process. */
export interface ReadRequest {
  readonly answers: ReadAnswers;
  /** The full names that several current teachers have, by their keys. */
  readonly namesakes: ReadonlyMap<string, number>;
  /** Null to request a reading, and otherwise the copy that says what to correct. */
  readonly annotations: Annotations | null;
}

export interface ReaderOptions {
  /** The command that starts the process. */
  readonly command: readonly string[];
  /** The time limit of the process. */
  readonly ms: number;
  /** Called with the exit code, or the reason why it was killed. */
  onFailure(ended: string | number, ms: number): void;
}

/** The process may take this much memory; a workbook of some 25,000 rows needs it. */
const memoryBytesMax = 360 * 1024 * 1024;
const memoryCheckMs = 20;

/** Returns the output of the process, or null if it failed or was killed. */
export async function readApart(
  file: PrivateFile,
  request: ReadRequest,
  { command, ms, onFailure }: ReaderOptions,
): Promise<PrivateFile | null> {
  const output = createPrivateFile();
  const startedAt = performance.now();
  const reader = Bun.spawn([...command], {
    // The process does not get our environment, which may have the password of the database.
    env: {},
    stdio: [serialize(request), output.descriptor, "ignore", file.descriptor],
    timeout: ms,
    killSignal: "SIGKILL",
  });
  let ended: string | null = null;
  const watch = setInterval(() => {
    if (findMemory(reader.pid) <= memoryBytesMax) return;
    ended = "memory";
    reader.kill("SIGKILL");
  }, memoryCheckMs);
  const exitCode = await reader.exited.finally(() => clearInterval(watch));
  if (exitCode === 0) return output;
  output.close();
  onFailure(ended ?? reader.signalCode ?? exitCode, Math.round(performance.now() - startedAt));
  return null;
}

/** The resident memory of a process in bytes; 0 where it is unknown or the process has ended. */
function findMemory(pid: number): number {
  try {
    const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}
