/** The image as a file: written beside the data and renamed into place, checked, and mapped into memory. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Publication } from "../publication.ts";
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

export interface Image {
  readonly path: string;
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
const fileEnding = ".image";
/** Hashes are taken of so many bytes at a time. */
const hashedBytes = 1024 * 1024;
/** The longest that a builder may take from one write to the next. */
const buildPauseMaxMs = 60 * 60 * 1000;

/** Where the image of a publication lies. */
export function imagePathOf(folder: string, publicationId: string): string {
  return join(folder, `${publicationId}${fileEnding}`);
}

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
  const temporaryPath = `${path}.${process.pid}.tmp`;
  const file = openSync(temporaryPath, "w");
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
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporaryPath, path);
  return path;
}

/**
 * Maps the image at a path, after a check of every byte, unless another process has done that. Throws where it is missing,
 * damaged or of another format.
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
    await setImmediate();
  }
}

/** Pauses after each piece that was hashed. */
function* openInSteps(path: string, isChecked: boolean): Generator<undefined, Image> {
  const header = readHeader(path);
  const { size } = statSync(path);
  const sections = new Map<string, Numbers>();
  for (const { name, type, offset, length, hash } of header.sections) {
    // Memory mapped past the end of a file that was cut short would kill the process at the first touch.
    if (length > 0 && offset + length > size) throw new Error(`${path} is cut short`);
    const bytes = length === 0 ? new Uint8Array(0) : Bun.mmap(path, { offset, size: length } as MapOptions);
    if (bytes.length !== length || (!isChecked && (yield* hashInSteps(bytes)) !== hash))
      throw new Error(`${path}: section ${name} is damaged`);
    sections.set(name, numbersOf(type, bytes));
  }
  return { path, publication: header.publication, content: contentOf(sections) };
}

/** The newest usable image of a folder, or null. What is damaged or foreign is passed over and named to `onBad`. */
export async function openNewestImage(folder: string, onBad: (error: Error) => void): Promise<Image | null> {
  const newestFirst = listImages(folder)
    .map((path) => ({ path, modified: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.modified - a.modified);
  for (const { path } of newestFirst) {
    try {
      return await openImageInSlices(path);
    } catch (error) {
      onBad(error as Error);
    }
  }
  return null;
}

/** Removes the other images of a folder and what dead builders left. Whoever has one mapped keeps it until done. */
export function removeOtherImages(folder: string, keepPath: string): void {
  for (const path of listImages(folder)) if (path !== keepPath) rmSync(path, { force: true });
  for (const name of readdirSync(folder)) {
    const pid = /\.image\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && isLeft(join(folder, name), Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/** The part of mmap's options that Bun's types leave out. */
type MapOptions = Bun.MMapOptions & { offset: number; size: number };

/** The paths of the images in a folder; none where it can't be read. */
export function listImages(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(fileEnding))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Whether a builder has died and left its file; its number may be that of another process by now. */
function isLeft(path: string, pid: number): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return !isAlive(pid) || Date.now() - written > buildPauseMaxMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
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

function readHeader(path: string): Header {
  const bytes = Buffer.alloc(headerSize);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, headerSize, 0);
  } finally {
    closeSync(file);
  }
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

function hashOf(bytes: Uint8Array): string {
  return finish(hashInSteps(bytes));
}

/** xxHash3 of one piece after the other, each seeded by the one before, with a pause after every whole piece. */
function* hashInSteps(bytes: Uint8Array): Generator<undefined, string> {
  let hash = 0n;
  for (let from = 0; from === 0 || from < bytes.length; from += hashedBytes) {
    const piece = bytes.subarray(from, from + hashedBytes);
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
