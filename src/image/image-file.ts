/** The image as a file: written beside the data, then renamed, checked, and mapped into memory. */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { Publication } from "../domain/publication.ts";
import { findStamp, imagePathOf, listImages, openRegularFile, stampOf, temporaryPathOf } from "./image-files.ts";
import {
  bytesOf,
  contentOf,
  type ImageContent,
  imageFormat,
  type Numbers,
  type NumberType,
  numbersOf,
  typeOf,
} from "./layout.ts";
import { mapFile } from "./map-file.ts";

export interface Image {
  readonly path: string;
  /** The stamp of the file when it was opened, see {@link findStamp}. */
  readonly stamp: string;
  readonly publication: Publication;
  readonly content: ImageContent;
}

interface SectionEntry {
  readonly name: string;
  readonly type: NumberType;
  /** In bytes from the start of the file, a multiple of {@link pageSize}. */
  readonly offset: number;
  readonly length: number;
  /** xxHash3 of the bytes, in hex. */
  readonly hash: string;
}

interface Header {
  readonly format: number;
  readonly publication: Publication;
  readonly sections: readonly SectionEntry[];
}

/** Sections start at multiples of this, so each can be mapped separately on machines with pages of up to 16 KiB. */
const pageSize = 16_384;
const headerSize = 2 * pageSize;
const magic = "teachers image";

/** Files are hashed in chunks of this many bytes. */
const hashedBytes = 1024 * 1024;

/**
 * Writes an image under a temporary name and renames it once it is complete and on disk, so no reader sees a partial
 * image. Returns its path.
 */
export function writeImage(
  folder: string,
  publication: Publication,
  sections: Iterable<readonly [name: string, numbers: Numbers]>,
): string {
  mkdirSync(folder, { recursive: true });
  const path = imagePathOf(folder, publication.id);
  const temporaryPath = temporaryPathOf(path);
  try {
    writeFile(temporaryPath, publication, sections);
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  return path;
}

function writeFile(
  path: string,
  publication: Publication,
  sections: Iterable<readonly [name: string, numbers: Numbers]>,
): void {
  const file = openSync(path, "wx");
  try {
    const entries: SectionEntry[] = [];
    let offset = headerSize;
    for (const [name, numbers] of sections) {
      const bytes = bytesOf(numbers);
      writeAll(file, bytes, offset);
      entries.push({ name, type: typeOf(numbers), offset, length: bytes.length, hash: hashOf(bytes) });
      offset = Math.ceil((offset + bytes.length) / pageSize) * pageSize;
    }
    writeAll(file, packHeader({ format: imageFormat, publication, sections: entries }), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Maps the image at a path. Checks every byte first, unless another process has done so. Throws if the image is missing,
 * is damaged, has another format, or belongs to another publication than its name says.
 */
export function openImage(path: string, { isChecked = false } = {}): Image {
  return finish(openInSteps(path, isChecked));
}

/**
 * Like {@link openImage}, but checks the bytes in time slices, so the process answers requests during the seconds that
 * gigabytes take. A small image is open before the next iteration of the event loop.
 */
export async function openImageInSlices(path: string): Promise<Image> {
  const steps = openInSteps(path, false);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextIteration();
  }
}

/** Yields after each hashed chunk. */
function* openInSteps(path: string, isChecked: boolean): Generator<undefined, Image> {
  const file = openRegularFile(path);
  try {
    const stats = fstatSync(file);
    const { publication, sections: entries } = readHeader(path, file);
    if (basename(path) !== imagePathOf("", publication.id)) {
      throw new Error(`${path} is the image of another publication: ${publication.id}`);
    }
    for (const { name, offset, length, hash } of entries) {
      // Memory mapped past the end of a truncated file would kill the process at the first access.
      if (length > 0 && offset + length > stats.size) throw new Error(`${path} is truncated`);
      if (!isChecked && (yield* hashPart(file, offset, length)) !== hash) throw damaged(path, name);
    }
    const sections = new Map<string, Numbers>();
    for (const { name, type, offset, length } of entries) {
      const bytes = length === 0 ? new Uint8Array(0) : mapFile({ path, file, offset, size: length });
      if (bytes.length !== length) throw damaged(path, name);
      sections.set(name, numbersOf(type, bytes));
    }
    const stamp = stampOf(stats);
    // Sections are mapped by path. If the file was replaced meanwhile, they may come from two files.
    if (findStamp(path) !== stamp) return yield* openInSteps(path, false);
    return { path, stamp, publication, content: contentOf(sections) };
  } finally {
    closeSync(file);
  }
}

/** The newest usable image in a folder, or null. Damaged and foreign files are skipped and reported to `onBad`. */
export async function openNewestImage(folder: string, onBad: (error: Error) => void): Promise<Image | null> {
  for (const path of listImages(folder)) {
    try {
      return await openImageInSlices(path);
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

/** The header as bytes: a line with the magic string, a line with the hash of the JSON, the JSON, then zeros. */
function packHeader(header: Header): Uint8Array {
  const json = JSON.stringify(header);
  const text = Buffer.from(`${magic}\n${hashOf(Buffer.from(json))}\n${json}\n`);
  if (text.length > headerSize) throw new RangeError(`An image's header holds at most ${headerSize} bytes`);
  const bytes = new Uint8Array(headerSize);
  bytes.set(text);
  return bytes;
}

function readHeader(path: string, file: number): Header {
  const bytes = Buffer.alloc(headerSize);
  readWhole(file, bytes, 0);
  const [first, hash, json] = bytes.toString("utf8").split("\n");
  if (first !== magic || json === undefined) throw new Error(`${path} is not an image`);
  if (hashOf(Buffer.from(json)) !== hash) throw new Error(`${path}: the header is damaged`);
  const header = JSON.parse(json) as Header;
  if (header.format !== imageFormat)
    throw new Error(`${path} has format ${header.format}, this release ${imageFormat}`);
  return header;
}

/** Writes 64 MiB at a time: the kernel truncates a single write of more than 2 GiB. */
function writeAll(file: number, bytes: Uint8Array, offset: number): void {
  const chunk = 64 * 1024 * 1024;
  for (let from = 0; from < bytes.length; ) {
    from += writeSync(file, bytes, from, Math.min(chunk, bytes.length - from), offset + from);
  }
}

function damaged(path: string, section: string): Error {
  return new Error(`${path}: section ${section} is damaged`);
}

/**
 * The hash of a part of a file. The file is read, not mapped: if the disk fails, a read throws an error, but an access to
 * mapped memory kills the process.
 */
function hashPart(file: number, offset: number, length: number): Generator<undefined, string> {
  const buffer = new Uint8Array(Math.min(length, hashedBytes));
  return hashPieces(length, (from, to) => {
    const bytes = buffer.subarray(0, to - from);
    readWhole(file, bytes, offset + from);
    return bytes;
  });
}

function hashOf(bytes: Uint8Array): string {
  return finish(hashPieces(bytes.length, (from, to) => bytes.subarray(from, to)));
}

/** xxHash3 over consecutive chunks, each seeded with the hash of the previous one. Yields after every full chunk. */
function* hashPieces(length: number, pieceOf: (from: number, to: number) => Uint8Array): Generator<undefined, string> {
  let hash = 0n;
  for (let from = 0; from === 0 || from < length; from += hashedBytes) {
    const piece = pieceOf(from, Math.min(length, from + hashedBytes));
    hash = Bun.hash.xxHash3(piece, hash);
    if (piece.length === hashedBytes) yield;
  }
  return hash.toString(16);
}

/** Runs all steps without a pause. */
function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Fills the bytes from the file; bytes past its end are unchanged. */
function readWhole(file: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, offset + done);
    if (read === 0) return;
    done += read;
  }
}
