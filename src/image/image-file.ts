/** The image as a file: written beside the data and renamed into place, checked, and mapped into memory. */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
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

/** Sections start at multiples of this, so that each can be mapped by itself on machines with pages of up to 16 KiB. */
const pageSize = 16_384;
const headerSize = 2 * pageSize;
const magic = "teachers image";

/** Hashes are taken of so many bytes at a time. */
const hashedBytes = 1024 * 1024;

/**
 * Writes an image under a name of its own and renames it into place once it is whole and on disk, so that no reader
 * ever sees half of one. Gives its path.
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
 * Maps the image at a path, after a check of every byte, unless another process has done that. Throws where it is missing,
 * damaged, of another format, or of another publication than its name says.
 */
export function openImage(path: string, { isChecked = false } = {}): Image {
  return finish(openInSteps(path, isChecked));
}

/**
 * The same, with every byte checked in time slices: gigabytes take seconds, in which the process answers requests. A small
 * image is open before the event loop has its next turn.
 */
export async function openImageInSlices(path: string): Promise<Image> {
  const steps = openInSteps(path, false);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Pauses after each piece that was hashed. */
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
      if (length > 0 && offset + length > stats.size) throw new Error(`${path} is cut short`);
      if (!isChecked && (yield* hashPart(file, offset, length)) !== hash) throw damaged(path, name);
    }
    const sections = new Map<string, Numbers>();
    for (const { name, type, offset, length } of entries) {
      const bytes = length === 0 ? new Uint8Array(0) : mapFile({ path, file, offset, size: length });
      if (bytes.length !== length) throw damaged(path, name);
      sections.set(name, numbersOf(type, bytes));
    }
    const stamp = stampOf(stats);
    // Sections are mapped by the path. Where the file was replaced meanwhile, they may be those of two files.
    if (findStamp(path) !== stamp) return yield* openInSteps(path, false);
    return { path, stamp, publication, content: contentOf(sections) };
  } finally {
    closeSync(file);
  }
}

/** The newest usable image of a folder, or null. What is damaged or foreign is passed over and named to `onBad`. */
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
 * Has images that nothing refers to any more unmapped, so that their disk space is freed. An idle process collects no
 * garbage by itself. Once a publication all of it is collected, which takes some milliseconds.
 */
export function unmapReplacedImages(): void {
  // In another turn: until this one ends, the stack may still refer to the image before.
  setImmediate(Bun.gc, true);
}

/** The header's bytes: a line that names the format, a line with the hash of the JSON, the JSON, and zeros. */
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

/** Writes 64 MiB at a time: a single write of more than 2 GiB is cut short by the kernel. */
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
 * The hash of a part of a file. It is read, not mapped: where a disk fails, a read gives an error, and an access to mapped
 * memory kills the process.
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

/** xxHash3 of one piece after the other, each seeded by the one before, with a pause after every whole piece. */
function* hashPieces(length: number, pieceOf: (from: number, to: number) => Uint8Array): Generator<undefined, string> {
  let hash = 0n;
  for (let from = 0; from === 0 || from < length; from += hashedBytes) {
    const piece = pieceOf(from, Math.min(length, from + hashedBytes));
    hash = Bun.hash.xxHash3(piece, hash);
    if (piece.length === hashedBytes) yield;
  }
  return hash.toString(16);
}

/** Takes all steps at once. */
function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Fills the bytes from the file; those past its end stay as they are. */
function readWhole(file: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, offset + done);
    if (read === 0) return;
    done += read;
  }
}
