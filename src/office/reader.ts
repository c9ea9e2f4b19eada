/**
 * Reads an uploaded file in a process of its own, which does not open the database, and is killed if it takes too long
 * or too much memory.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { type Annotations, renderAnnotated } from "../publish/annotated.ts";
import type { ReadAnswers } from "../read/answers.ts";
import { openFile } from "../read/formats/open.ts";
import { type ReadFile, readFile } from "../read/read.ts";
import type { OfficeOptions } from "./request.ts";
import { OfficeError } from "./texts.ts";

interface ReadRequest {
  readonly answers: ReadAnswers;
  /** The full names that several current teachers have, by their keys. */
  readonly namesakes?: ReadonlyMap<string, number>;
  /** What the copy of the file says; without them, the file is read. */
  readonly annotations?: Annotations;
}

/** So many processes read at once. Other files wait, since receiving them may have taken minutes. */
const readersMax = 2;
const readers = new Set<Promise<unknown>>();

const msMax = 60_000;
/** The process may take this much memory; a workbook of some 25,000 rows needs it. */
const memoryBytesMax = 275 * 1024 * 1024;
const memoryCheckMs = 20;
/** The memory that its collector of garbage takes for the whole machine's, so that it collects early. */
const machineBytes = 128 * 1024 * 1024;
/** The largest output: three times the largest upload. */
const writtenMax = 64 * 1024 * 1024;

/** Returns what was read, or the copy with annotations. Throws {@link OfficeError} if the process failed or was killed. */
export async function readInSubprocess<Result extends ReadFile | Uint8Array>(
  file: Blob,
  request: ReadRequest,
  { readerCommand, log }: Pick<OfficeOptions, "readerCommand" | "log">,
  timeout = msMax,
): Promise<Result> {
  // What remains of receiving the file would otherwise stay until much more garbage is there.
  Bun.gc(true);
  while (readers.size >= readersMax) await Promise.race(readers);
  const startedAt = performance.now();
  const head = serialize(request);
  const reader = Bun.spawn([...readerCommand], {
    // Not our environment, which may have the password of the database.
    env: { BUN_JSC_forceRAMSize: String(machineBytes) },
    // Other users could see arguments. The file follows the request and its length.
    stdin: new Blob([Uint32Array.of(head.length), head, file]).stream(),
    stdout: "pipe",
    stderr: "ignore",
    timeout,
    killSignal: "SIGKILL",
  });
  const exited = reader.exited.finally(() => readers.delete(exited));
  readers.add(exited);
  let ended: string | null = null;
  const watch = setInterval(() => {
    if (findMemory(reader.pid) <= memoryBytesMax) return;
    ended = "memory";
    reader.kill("SIGKILL");
  }, memoryCheckMs);
  const [output, exitCode] = await Promise.all([new Response(reader.stdout).bytes(), exited]).finally(() =>
    clearInterval(watch),
  );
  if (exitCode === 0) return deserialize(output);
  const reason = `${ended ?? reader.signalCode ?? exitCode} after ${Math.round(performance.now() - startedAt)} ms`;
  log("request.failed", { error: `The process that read an upload ended with ${reason}` });
  throw new OfficeError("unreadable", 422);
}

/** The resident memory of a process in bytes; 0 where it is unknown or the process has ended. */
function findMemory(pid: number): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** The work of that process. Returns the exit code. */
export async function runReader(): Promise<number> {
  const input = readFileSync(0);
  const fileStart = 4 + input.readUInt32LE();
  const { answers, namesakes, annotations } = deserialize(input.subarray(4, fileStart)) as ReadRequest;
  const file = input.subarray(fileStart);
  const result =
    annotations === undefined
      ? await readFile(file, answers, namesakes)
      : await renderAnnotated(await openFile(file, answers.encoding), annotations);
  const written = serialize(result);
  if (written.length > writtenMax) throw new Error("The file has more text than a list of teachers");
  writeFileSync(1, written);
  return 0;
}
