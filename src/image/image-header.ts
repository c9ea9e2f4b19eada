/** The header of an image file: its format, its publication, and the position and hash of each section. */
import { readSync } from "node:fs";
import type { Publication } from "../domain/publication.ts";
import type { RegularFile } from "./image-files.ts";
import { imageFormat } from "./layout.ts";

/** The type of array for a section, by the size of its numbers in bytes. */
export const arrayTypes = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

/** Files are written, read and hashed in chunks of this many bytes. */
export const chunkSize = 1024 * 1024;

/** The xxHash3 of a chunk in hex, seeded with the hash of the previous chunk, if any. */
export function hashChunk(chunk: Uint8Array, before = ""): string {
  return Bun.hash.xxHash3(chunk, BigInt(`0x0${before}`)).toString(16);
}

export interface Section {
  readonly name: string;
  readonly numberSize: keyof typeof arrayTypes;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** See {@link hashChunk}. */
  readonly hash: string;
}

export interface Header {
  readonly format: number;
  readonly publication: Publication;
  readonly sections: readonly Section[];
}

/** The size of the header in bytes. The sections follow it. */
export const headerSize = 32_768;
const magic = "teachers image";

/** The header as bytes: a line with the magic string, a line with the hash of the JSON, the JSON, then zeros. */
export function packHeader(header: Header): Uint8Array {
  const json = JSON.stringify(header);
  const text = Buffer.from(`${magic}\n${hashChunk(Buffer.from(json))}\n${json}\n`);
  if (text.length > headerSize) throw new RangeError(`An image's header holds at most ${headerSize} bytes`);
  const bytes = new Uint8Array(headerSize);
  bytes.set(text);
  return bytes;
}

/** The header of an image. Throws if the file is not an image of this format, or is shorter than the header says. */
export function readHeader(file: RegularFile): Header {
  const header = readAnyHeader(file);
  const { format, sections } = header;
  if (format !== imageFormat) throw new Error(`${file.path} has format ${format}; this release reads ${imageFormat}`);
  if (sections.some(({ offset, length }) => length > 0 && offset + length > file.stats.size)) {
    throw new Error(`${file.path} is truncated`);
  }
  return header;
}

/** The header of an image of any format. Only its format and publication have the same meaning in all formats. */
export function readAnyHeader({ path, descriptor }: RegularFile): Header {
  const bytes = Buffer.alloc(headerSize);
  readSync(descriptor, bytes, 0, headerSize, 0);
  const [first, hash, json] = bytes.toString("utf8").split("\n");
  if (first !== magic || json === undefined) throw new Error(`${path} is not an image`);
  if (hashChunk(Buffer.from(json)) !== hash) throw new Error(`${path}: the header is damaged`);
  return JSON.parse(json) as Header;
}
