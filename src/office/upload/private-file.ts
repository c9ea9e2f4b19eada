/** Files without a name: nobody else can open them, and they are gone when the process ends, however it ends. */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PrivateFile {
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (let at = 0; at < content.length; ) at += writeSync(descriptor, content, at);
  return { descriptor, read: () => readDescriptor(descriptor), close: () => closeSync(descriptor) };
}

/** All of a file that is open, wherever it was read or written last. */
export function readDescriptor(descriptor: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(descriptor, bytes, at, bytes.length - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes;
}
