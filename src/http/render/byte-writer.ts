/** Writes bodies as bytes, into a buffer that all pages of a server share. */
import { textsSlack } from "../../image/layout.ts";
import type { Bytes } from "../answer.ts";

/** The most bytes of UTF-8 that a unit of a string takes. */
const utf8UnitBytesMax = 3;
/** The digits of the largest safe integer. */
const digitsMax = 16;
const space = 0x20;

/** Fixed text, padded so that it can be copied. */
export interface Piece {
  readonly view: DataView;
  readonly length: number;
}

export function createPiece(text: string): Piece {
  const { buffer, length } = new TextEncoder().encode(text);
  return { view: new DataView(buffer.transfer(length + textsSlack)), length };
}

/** A class, because all methods share few fields, and are called some hundred times for a page. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;

  /** Begins the next body, or continues the current one from a length on. */
  begin(length = 0): void {
    this.#end = length;
  }

  /** The bytes written since {@link begin}; a view, which the next body overwrites. */
  finish(): Bytes {
    return this.#bytes.subarray(0, this.#end);
  }

  /** The number of bytes written so far. */
  get length(): number {
    return this.#end;
  }

  /** The buffer, of which {@link length} bytes are written. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Makes room for more bytes. */
  reserve(count: number): void {
    const end = this.#end;
    if (end + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(end + count, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, end);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Writes ASCII text, for which it makes room. A loop, because a call of the runtime for a short text takes longer. */
  ascii(text: string): void {
    this.reserve(text.length);
    const bytes = this.#bytes;
    let end = this.#end;
    for (let i = 0; i < text.length; i++) bytes[end++] = text.charCodeAt(i);
    this.#end = end;
  }

  /** Writes text as UTF-8, for which it makes room. */
  text(text: string): void {
    this.reserve(utf8UnitBytesMax * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Writes the digits of a natural number, for which it makes room. Creating a string takes longer. */
  integer(value: number): void {
    this.reserve(digitsMax);
    let stop = this.#end + 1;
    for (let power = 10; power <= value; power *= 10) stop++;
    let remaining = value;
    for (let at = stop - 1; at >= this.#end; at--) {
      const tens = Math.floor(remaining / 10);
      this.#bytes[at] = 0x30 + (remaining - tens * 10);
      remaining = tens;
    }
    this.#end = stop;
  }

  /** Writes a piece. Room must have been made for it and `textsSlack`. */
  piece({ view, length }: Piece): void {
    this.copy(view, 0, length);
  }

  /**
   * Copies bytes four at a time, as an integer, so up to three extra bytes, which the next text overwrites. For short texts this is
   * faster than a call of the runtime. Room must have been made for `textsSlack` bytes more.
   */
  copy(from: DataView, start: number, stop: number): void {
    const to = this.#view;
    for (let i = start, at = this.#end; i < stop; i += 4, at += 4) to.setInt32(at, from.getInt32(i, true), true);
    this.#end += stop - start;
  }

  /** Copies bytes unless there are none, after a space unless they start the composed text. */
  join(from: DataView, start: number, stop: number, composedStart: number): void {
    if (start === stop) return;
    if (this.#end > composedStart) this.#bytes[this.#end++] = space;
    this.copy(from, start, stop);
  }

  /** Joins bytes that were written before, see {@link join}. */
  joinWritten(start: number, stop: number, composedStart: number): void {
    this.join(this.#view, start, stop, composedStart);
  }
}
