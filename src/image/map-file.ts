/** Maps parts of a file into memory with the system's `mmap`: Bun's own always opens the file for writing too. */
import { type Pointer, toArrayBuffer } from "bun:ffi";
import { loadFunctions } from "./c-library.ts";

/** A part of an open file. */
export interface FilePart {
  /** The descriptor of the open file. */
  readonly descriptor: number;
  /** In bytes, a multiple of the system's page size. */
  readonly offset: number;
  readonly length: number;
}

type Address = Pointer | bigint;

interface Mapper {
  mmap(part: FilePart): Address | null;
  /** Creates a buffer over mapped memory, which is unmapped when the buffer is garbage-collected. */
  bufferOf(pointer: Address, length: number): ArrayBuffer;
}

/** The values of `PROT_READ` and `MAP_SHARED`, the same on Linux and macOS. */
const protRead = 1;
const mapShared = 1;

/** Bun's types lack the last two parameters: the argument of the deallocator, and the deallocator. */
type ToArrayBuffer = (pointer: Address, offset: number, length: number, context: number, free: Pointer) => ArrayBuffer;

let mapper: Mapper | undefined;

/** Maps a part of a file. The mapping ends when the buffer is garbage-collected. Throws if the system refuses. */
export function mapFile(part: FilePart): ArrayBuffer {
  // The system refuses to map nothing.
  if (part.length === 0) return new ArrayBuffer(0);
  mapper ??= loadMapper();
  const pointer = mapper.mmap(part);
  // On failure, `mmap` returns an address with all bits set.
  if (pointer === null || Number(pointer) > Number.MAX_SAFE_INTEGER) {
    throw new Error("A file can't be mapped into memory");
  }
  return mapper.bufferOf(pointer, part.length);
}

function loadMapper(): Mapper {
  const { mmap, munmap } = loadFunctions({
    mmap: { args: ["ptr", "usize", "i32", "i32", "i32", "i64"], returns: "ptr" },
    munmap: { args: ["ptr", "usize"], returns: "i32" },
  });
  // Bun frees the buffer by calling a function with the address and the context: the two parameters of `munmap`.
  const { ptr: munmapPointer } = munmap as unknown as { readonly ptr: Pointer };
  const toBuffer = toArrayBuffer as unknown as ToArrayBuffer;
  return {
    mmap: ({ descriptor, offset, length }) => mmap(null, length, protRead, mapShared, descriptor, offset),
    bufferOf: (pointer, length) => toBuffer(pointer, 0, length, length, munmapPointer),
  };
}
