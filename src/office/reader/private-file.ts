/** Files without a name. Nobody else can open them, and they disappear however the process ends. */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
    read: (): Buffer => readDescriptor(descriptor),
    close(): void {
      closeSync(descriptor);
      descriptor = -1;
    },
  };
}

/** The whole content of an open file. */
export function readDescriptor(descriptor: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(descriptor, bytes, done, bytes.length - done, done);
    if (count === 0) break;
    done += count;
  }
  return bytes;
}
