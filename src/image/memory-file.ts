/**
 * A file in memory, see memfd_create(2). It is in no folder, so nobody truncates or overwrites it, but the processes of a
 * user can share it.
 */
import { closeSync } from "node:fs";
import process from "node:process";
import { loadFunctions } from "./c-library.ts";

export interface MemoryFile extends Disposable {
  readonly descriptor: number;
  /** Where other processes of the same user can open it, as long as it is not disposed of. */
  readonly path: string;
}

/** The value of `MFD_CLOEXEC`: the programs that this one starts do not inherit the file. */
const closeOnExec = 1;

type Create = (name: Uint8Array, flags: number) => number;

let create: Create | undefined;

/** Creates an empty file. Its memory is free once it is disposed of and no process maps it. Null if the system has no such files. */
export function createMemoryFile(): MemoryFile | null {
  create ??= loadCreate();
  const descriptor = create(Buffer.from("teachers image\0"), closeOnExec);
  if (descriptor < 0) return null;
  const path = `/proc/${process.pid}/fd/${descriptor}`;
  return { descriptor, path, [Symbol.dispose]: () => closeSync(descriptor) };
}

function loadCreate(): Create {
  try {
    return loadFunctions({ memfd_create: { args: ["ptr", "u32"], returns: "i32" } }).memfd_create;
  } catch {
    // Only Linux has it.
    return () => -1;
  }
}
