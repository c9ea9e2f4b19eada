/** Files without a name: nobody else can open them, and they are gone when the process ends, however it ends. */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PrivateFile {
  /** -1 after the file was closed. */
  readonly descriptor: number;
  read(): Buffer;
  close(): void;
}

/** Creates a file with some content in the temporary folder, and takes its name away at once. */
export function createPrivateFile(content: Uint8Array = new Uint8Array()): PrivateFile {
  const folder = mkdtempSync(join(tmpdir(), "teachers-office-"));
  let descriptor: number;
  try {
    descriptor = openSync(join(folder, "file"), "wx+", 0o600);
    writeFileSync(descriptor, content);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    get descriptor() {
      return descriptor;
    },
    read() {
      const bytes = Buffer.alloc(fstatSync(descriptor).size);
      readSync(descriptor, bytes, 0, bytes.length, 0);
      return bytes;
    },
    close() {
      closeSync(descriptor);
      descriptor = -1;
    },
  };
}
