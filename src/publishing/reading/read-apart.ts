/** Reads an uploaded file in a separate process, which is killed if it takes too long. */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Namesakes } from "../../domain/changes/namesakes.ts";
import type { Lang } from "../../domain/lang.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { Answers } from "../answers.ts";

/** The request, sent on standard input because other users can see the arguments of a process. */
export interface ReadRequest {
  readonly fileName: string;
  readonly answers: Answers;
  /** The places of rows that are not teachers. */
  readonly leftOut: readonly string[];
  /** Teachers known to be different people with the same name; "all" accepts every shared name. */
  readonly namesakes: readonly (readonly [key: string, ids: Namesakes])[] | "all";
  /** Null to request a reading. Otherwise requests the workbook of faults, with the values that it needs. */
  readonly workbook: {
    readonly lang: Lang;
    /** The people of the current list. */
    readonly published: readonly StoredTeacher[];
  } | null;
}

export interface ReaderOptions {
  /** The command that starts the process. */
  readonly command: readonly string[];
  /** The time limit of the process. */
  readonly ms: number;
  /** Called with the exit code, or the signal that ended it. */
  onFailure(ended: string | number, ms: number): void;
}

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

/** A file without a name. Nobody else can open it, and it disappears however the process ends. */
export type PrivateFile = ReturnType<typeof createPrivateFile>;

/** Creates a file with this content in the temporary folder, and removes its name at once. */
export function createPrivateFile(content: Uint8Array = new Uint8Array()) {
  const folder = mkdtempSync(join(tmpdir(), "teachers-office-"));
  let descriptor: number;
  try {
    descriptor = openSync(join(folder, "file"), "wx+", 0o600);
    writeFileSync(descriptor, content);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    /** -1 once the file is closed. */
    get descriptor(): number {
      return descriptor;
    },
    read(): Buffer {
      const bytes = Buffer.alloc(fstatSync(descriptor).size);
      readSync(descriptor, bytes, 0, bytes.length, 0);
      return bytes;
    },
    close(): void {
      closeSync(descriptor);
      descriptor = -1;
    },
  };
}
