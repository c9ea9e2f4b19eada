/** Functions of the system's C library, for what Bun has no API for. */
import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** The C libraries of macOS, glibc and musl. */
const libraries = [
  "libSystem.B.dylib",
  "libc.so.6",
  `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`,
];

/** Loads functions by their names and types. Throws if no C library has all of them. */
export function loadFunctions<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>["symbols"] {
  for (const library of libraries) {
    try {
      return dlopen(library, functions).symbols;
    } catch {
      // This system has another one.
    }
  }
  throw new Error(`No C library with ${Object.keys(functions).join(", ")} was found`);
}
