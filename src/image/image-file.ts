/** The image as a file: written beside the data, then renamed, checked, and mapped into memory. */
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, listImages, openRegularFile, type RegularFile, stampOf, temporaryPathOf } from "./image-files.ts";
import { type AnySource, type Built, contentOf, type ImageContent, imageFormat, listSections } from "./layout.ts";
import { mapFile } from "./map-file.ts";

export interface Image {
  readonly path: string;
  /** The stamp of the file when it was opened, see {@link stampOf}. */
  readonly stamp: string;
  readonly publication: Publication;
  readonly content: ImageContent;
}

/** The array of a section, by the size of its numbers in bytes. */
const arrayTypes = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

interface Section {
  readonly name: string;
  readonly numberSize: keyof typeof arrayTypes;
  /** In bytes from the start of the file, a multiple of {@link pageSize}. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** See {@link hashNext}. */
  readonly hash: string;
}

interface Header {
  readonly format: number;
  readonly publication: Publication;
  readonly sections: readonly Section[];
}

/** Sections start at multiples of this, so each can be mapped separately on machines with pages of up to 16 KiB. */
const pageSize = 16_384;
const headerSize = 2 * pageSize;
const magic = "teachers image";

/** Files are written, read and hashed in chunks of this many bytes. */
const chunkSize = 1024 * 1024;

/** Garbage is collected after sections of so many bytes: on its own, the collector starts seconds late. */
const collectedSize = 128 * 1024 * 1024;

/**
 * Writes an image under a temporary name and renames it once it is complete and on disk, so no reader sees a partial
 * image. Returns its path.
 */
export function writeImage(folder: string, publication: Publication, source: Built<ImageContent>): string {
  mkdirSync(folder, { recursive: true });
  const path = imagePathOf(folder, publication.id);
  const temporaryPath = temporaryPathOf(path);
  try {
    writeFile(temporaryPath, publication, source);
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  return path;
}

function writeFile(path: string, publication: Publication, source: AnySource): void {
  const file = openSync(path, "wx");
  try {
    const sections: Section[] = [];
    let offset = headerSize;
    let uncollected = 0;
    for (const [name, numbers] of listSections(source)) {
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      const hash = writeBytes(file, bytes, offset);
      const numberSize = numbers.BYTES_PER_ELEMENT as Section["numberSize"];
      sections.push({ name, numberSize, offset, length: bytes.length, hash });
      offset = Math.ceil((offset + bytes.length) / pageSize) * pageSize;
      uncollected += bytes.length;
      if (uncollected >= collectedSize) {
        Bun.gc(true);
        uncollected = 0;
      }
    }
    writeBytes(file, packHeader({ format: imageFormat, publication, sections }), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes all bytes and returns their hash. */
function writeBytes(file: number, bytes: Uint8Array, offset: number): string {
  let hash = "";
  for (let from = 0; from < bytes.length; from += chunkSize) {
    const chunk = bytes.subarray(from, from + chunkSize);
    hash = hashNext(chunk, hash);
    for (let done = 0; done < chunk.length; ) {
      done += writeSync(file, chunk, done, chunk.length - done, offset + from + done);
    }
  }
  return hash;
}

/** xxHash3 of a chunk in hex, seeded with the hash of the chunk before it; the first one has none. */
function hashNext(chunk: Uint8Array, before = ""): string {
  return Bun.hash.xxHash3(chunk, BigInt(`0x0${before}`)).toString(16);
}

/** The header as bytes: a line with the magic string, a line with the hash of the JSON, the JSON, then zeros. */
function packHeader(header: Header): Uint8Array {
  const json = JSON.stringify(header);
  const text = Buffer.from(`${magic}\n${hashNext(Buffer.from(json))}\n${json}\n`);
  if (text.length > headerSize) throw new RangeError(`An image's header holds at most ${headerSize} bytes`);
  const bytes = new Uint8Array(headerSize);
  bytes.set(text);
  return bytes;
}

/**
 * Maps the image at a path, without checking the bytes of its sections. Throws if the image is missing or truncated, has
 * another format, or belongs to another publication than its name says.
 */
export function openImage(path: string): Image {
  using file = openRegularFile(path);
  return mapImage(file, readHeader(file));
}

/**
 * Like {@link openImage}, but checks every byte first, in time slices, so the process answers requests during the seconds
 * that gigabytes take. A small image is open before the next iteration of the event loop.
 */
export async function openCheckedImage(path: string): Promise<Image> {
  using file = openRegularFile(path);
  const header = readHeader(file);
  for (const section of header.sections) {
    let hash = "";
    for (const chunk of readChunks(file, section)) {
      hash = hashNext(chunk, hash);
      if (chunk.length === chunkSize) await nextIteration();
    }
    if (hash !== section.hash) throw new Error(`${path}: section ${section.name} is damaged`);
  }
  return mapImage(file, header);
}

/** The newest usable image in a folder, or null. Damaged and foreign files are skipped and reported to `onBad`. */
export async function openNewestImage(folder: string, onBad: (error: Error) => void): Promise<Image | null> {
  for (const path of listImages(folder)) {
    try {
      return await openCheckedImage(path);
    } catch (error) {
      onBad(error as Error);
    }
  }
  return null;
}

/**
 * Unmaps images that are no longer referenced, which frees their disk space. An idle process never collects garbage on
 * its own, so this runs a full collection once per publication, which takes milliseconds.
 */
export function unmapReplacedImages(): void {
  // Deferred, because the stack may still refer to the previous image.
  setImmediate(Bun.gc, true);
}

function readHeader({ path, descriptor, stats }: RegularFile): Header {
  const bytes = Buffer.alloc(headerSize);
  readSync(descriptor, bytes, 0, headerSize, 0);
  const [first, hash, json] = bytes.toString("utf8").split("\n");
  if (first !== magic || json === undefined) throw new Error(`${path} is not an image`);
  if (hashNext(Buffer.from(json)) !== hash) throw new Error(`${path}: the header is damaged`);
  const header = JSON.parse(json) as Header;
  const { format, publication, sections } = header;
  if (format !== imageFormat) throw new Error(`${path} has format ${format}, this release ${imageFormat}`);
  if (basename(path) !== imagePathOf("", publication.id)) {
    throw new Error(`${path} is the image of another publication: ${publication.id}`);
  }
  // Memory mapped past the end of a truncated file would kill the process at the first access.
  if (sections.some(({ offset, length }) => length > 0 && offset + length > stats.size)) {
    throw new Error(`${path} is truncated`);
  }
  return header;
}

/**
 * The bytes of a section; each chunk is valid until the next. The file is read, not mapped: if the disk fails, a read
 * throws an error, but an access to mapped memory kills the process.
 */
function* readChunks({ descriptor }: RegularFile, { offset, length }: Section): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(length, chunkSize));
  for (let from = 0; from < length; from += chunkSize) {
    const chunk = buffer.subarray(0, length - from);
    readSync(descriptor, chunk, 0, chunk.length, offset + from);
    yield chunk;
  }
}

function mapImage({ path, descriptor, stats }: RegularFile, { publication, sections }: Header): Image {
  const content = contentOf(
    sections.map(({ name, numberSize, offset, length }) => {
      return [name, new arrayTypes[numberSize](mapFile({ descriptor, offset, length }))] as const;
    }),
  );
  return { path, stamp: stampOf(stats), publication, content };
}
