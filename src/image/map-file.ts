/** Maps parts of a file into memory. */
import type { Pointer } from "bun:ffi";

/** A part of an open file. */
export interface FilePart {
  readonly path: string;
  /** The descriptor of the open file. */
  readonly file: number;
  /** In bytes, a multiple of the page size. */
  readonly offset: number;
  readonly size: number;
}

/** Maps a part of a file. The mapping ends when the array is garbage-collected. Throws if the system refuses. */
export function mapFile(part: FilePart): Uint8Array {
  const { path, offset, size } = part;
  try {
    return Bun.mmap(path, { offset, size } as MapOptions);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return mapReadOnly(part);
  }
}

/** Options of mmap that Bun's types lack. */
type MapOptions = Bun.MMapOptions & { offset: number; size: number };

/** Bun.mmap always opens the file for writing too. */
function isReadOnly(error: unknown): boolean {
  return ["EROFS", "EACCES", "EPERM"].includes((error as { code?: string }).code ?? "");
}

/** The values of `PROT_READ` and `MAP_SHARED`, the same on Linux and macOS. */
const protRead = 1;
const mapShared = 1;

/** The C libraries of macOS, glibc and musl. */
const libraries = [
  "libSystem.B.dylib",
  "libc.so.6",
  `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`,
];

type Address = Pointer | bigint;

/** Bun's types lack the last two parameters: the argument of the deallocator, and the deallocator. */
type ToArrayBuffer = (pointer: Address, offset: number, size: number, context: number, free: Pointer) => ArrayBuffer;

interface ReadOnlyMapper {
  mmap(size: number, file: number, offset: number): Address | null;
  /** Creates a buffer over mapped memory, which is unmapped when the buffer is garbage-collected. */
  bufferOf(pointer: Address, size: number): ArrayBuffer;
}

let mapper: ReadOnlyMapper | undefined;

/** Maps for reading only, with the system's `mmap`. */
function mapReadOnly({ path, file, offset, size }: FilePart): Uint8Array {
  mapper ??= loadMapper();
  const pointer = mapper.mmap(size, file, offset);
  // On failure, `mmap` returns an address with all bits set.
  if (pointer === null || Number(pointer) > Number.MAX_SAFE_INTEGER) {
    throw new Error(`${path} can't be mapped into memory`);
  }
  return new Uint8Array(mapper.bufferOf(pointer, size));
}

function loadMapper(): ReadOnlyMapper {
  const { dlopen, toArrayBuffer } = require("bun:ffi") as typeof import("bun:ffi");
  const load = (library: string) =>
    dlopen(library, {
      mmap: { args: ["ptr", "usize", "i32", "i32", "i32", "i64"], returns: "ptr" },
      munmap: { args: ["ptr", "usize"], returns: "i32" },
    });
  const [found] = libraries.flatMap((library) => {
    try {
      return [load(library)];
    } catch {
      return [];
    }
  });
  if (found === undefined) throw new Error("Read-only files can't be mapped on this system");
  const { mmap, munmap } = found.symbols;
  // Bun frees the buffer by calling a function with the address and the context: the two parameters of `munmap`.
  const { ptr: munmapPointer } = munmap as unknown as { readonly ptr: Pointer };
  const toBuffer = toArrayBuffer as unknown as ToArrayBuffer;
  return {
    mmap: (size, file, offset) => mmap(null, size, protRead, mapShared, file, offset),
    bufferOf: (pointer, size) => toBuffer(pointer, 0, size, size, munmapPointer),
  };
}
