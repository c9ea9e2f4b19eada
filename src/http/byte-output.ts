/** The buffer in which bodies are written as bytes. There is one for all, so a body is copied or used before the next begins. */
import type { SharedBytes } from "./body.ts";

const encoder = new TextEncoder();
const int32Max = 0x7fffffff;
/** The most bytes of UTF-8 that a unit of a string takes. */
const utf8UnitBytesMax = 3;
/** The digits of the largest safe integer. */
const digitsMax = 16;

let bytes = Buffer.allocUnsafeSlow(64 * 1024);
let view = new DataView(bytes.buffer);
let end = 0;

/** Begins the next body. */
export function beginBody(): void {
  end = 0;
}

/** The bytes written so far; a view. */
export function finishBody(): SharedBytes {
  return { shared: bytes.subarray(0, end) };
}

/** The number of bytes written so far. */
export function bytesWritten(): number {
  return end;
}

/** Removes the bytes from `start` on. Returns a view of them, which the next text overwrites. */
export function cutFrom(start: number): Buffer {
  const taken = bytes.subarray(start, end);
  end = start;
  return taken;
}

/** Makes room for more bytes. */
export function reserve(count: number): void {
  if (end + count <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(end + count, bytes.length * 2));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
  view = new DataView(larger.buffer);
}

/** Writes ASCII text, for which it makes room. A loop, because a call of the runtime for a short text takes longer. */
export function writeAscii(text: string): void {
  reserve(text.length);
  for (let i = 0; i < text.length; i++) bytes[end++] = text.charCodeAt(i);
}

/** Writes text as UTF-8, for which it makes room. */
export function writeText(text: string): void {
  reserve(utf8UnitBytesMax * text.length);
  end += bytes.write(text, end);
}

/** Writes a byte. Room must have been made for it. */
export function writeByte(byte: number): void {
  bytes[end++] = byte;
}

/** Writes the digits of a natural number, for which it makes room. Creating a string takes longer. */
export function writeInteger(value: number): void {
  reserve(digitsMax);
  if (value > int32Max) {
    end += encoder.encodeInto(String(value), bytes.subarray(end)).written;
    return;
  }
  let stop = end + 1;
  for (let power = 10; power <= value; power *= 10) stop++;
  let remaining = value;
  for (let at = stop - 1; at >= end; at--) {
    const tens = (remaining / 10) | 0;
    bytes[at] = 0x30 + remaining - tens * 10;
    remaining = tens;
  }
  end = stop;
}

/**
 * Copies bytes eight at a time, so up to seven extra bytes, which the next text overwrites. This is faster than copying
 * single bytes and, for short texts, than a call of the runtime. Room must have been made for `textsSlack` bytes more.
 * Eight bytes are copied as a number, which keeps its bits unless it is NaN. The last byte of a NaN is 0x7F or 0xFF:
 * UTF-8 has no byte 0xFF, and teachers have no control character U+007F.
 */
export function copyShort(from: DataView, start: number, stop: number): void {
  const to = view;
  for (let i = start, at = end; i < stop; i += 8, at += 8) to.setFloat64(at, from.getFloat64(i, true), true);
  end += stop - start;
}

/** Copies bytes that were written before, see {@link copyShort}. */
export function copyWritten(start: number, stop: number): void {
  copyShort(view, start, stop);
}

/** Copies bytes for which room has been made. */
export function copyLong(from: Buffer, start: number, stop: number): void {
  end += from.copy(bytes, end, start, stop);
}
