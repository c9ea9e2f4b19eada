/** The image as a file: written beside the data, then renamed, checked, and read or mapped into memory. */
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, listImages, openRegularFile, type RegularFile, stampOf, temporaryPathOf } from "./image-files.ts";
import {
  type AnySource,
  type Built,
  contentOf,
  type ImageContent,
  imageFormat,
  listSections,
  type Numbers,
} from "./layout.ts";
import { mapFile } from "./map-file.ts";
import { chunkSize, hashNext, hashSection } from "./section-hash.ts";
import { type Stage, stageOf, stages } from "./stages.ts";

export interface Image {
  readonly path: string;
  /** The stamp of the file when it was opened, see {@link stampOf}. */
  readonly stamp: string;
  readonly publication: Publication;
  /** An access to a section of an unavailable stage throws {@link UncheckedSectionError}. */
  readonly content: ImageContent;
  /** The stages that have not passed yet; empty for a whole image. */
  readonly unavailable: readonly Stage[];
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

/**
 * Files up to this size, which hold a million teachers, are read into memory. Larger ones are mapped: all processes share
 * their memory, and the system reads what is needed. But whoever truncates a mapped file kills the processes that map it.
 */
export const readSizeMax = 64 * 1024 * 1024;

/** Garbage is collected after this many bytes of sections: left alone, the collector starts seconds late. */
const bytesPerCollection = 128 * 1024 * 1024;

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
      if (uncollected >= bytesPerCollection) {
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

/** The header as bytes: a line with the magic string, a line with the hash of the JSON, the JSON, then zeros. */
function packHeader(header: Header): Uint8Array {
  const json = JSON.stringify(header);
  const text = Buffer.from(`${magic}\n${hashNext(Buffer.from(json))}\n${json}\n`);
  if (text.length > headerSize) throw new RangeError(`An image's header holds at most ${headerSize} bytes`);
  const bytes = new Uint8Array(headerSize);
  bytes.set(text);
  return bytes;
}

export interface OpenOptions {
  /**
   * Whether a mapped image is not checked: it was just written, or another process has checked it, and reading gigabytes
   * would delay the new version.
   */
  readonly isTrusted?: boolean;
  /** The last stages, whose sections are not opened. */
  readonly unavailable?: readonly Stage[];
  /** Receives the image with the sections opened so far, after each stage but the last. */
  readonly onStage?: (image: Image) => void;
  /** Ends the check with an error when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the image at a path and checks every byte, without blocking the event loop. A small image is open before the next
 * iteration. Throws if the image is missing, damaged or truncated, has another format, or belongs to another publication
 * than its name says.
 */
export async function openImage(path: string, options: OpenOptions = {}): Promise<Image> {
  using file = openRegularFile(path);
  const header = readHeader(file);
  const opened = new Map<string, Numbers>();
  let unavailable = stages;
  for (const stage of stages) {
    if (options.unavailable?.includes(stage)) break;
    for (const section of header.sections.filter(({ name }) => stageOf(name) === stage)) {
      opened.set(section.name, await openSection(file, section, options));
    }
    unavailable = unavailable.slice(1);
    if (unavailable.length > 0) options.onStage?.(imageOf(file, header, opened, unavailable));
  }
  return imageOf(file, header, opened, unavailable);
}

/**
 * The newest usable image in a folder, or null. Damaged and foreign files are skipped and reported to `onBad`, also after
 * `onStage` has received the sound sections of one.
 */
export async function openNewestImage(
  folder: string,
  onBad: (error: Error) => void,
  options?: OpenOptions,
): Promise<Image | null> {
  for (const path of listImages(folder)) {
    try {
      return await openImage(path, options);
    } catch (error) {
      onBad(error as Error);
    }
  }
  return null;
}

/**
 * Frees the memory of images that are no longer referenced, and the disk space of mapped ones. An idle process never
 * collects garbage on its own, so this runs a full collection once per publication, which takes milliseconds.
 */
export function releaseReplacedImages(): void {
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
  // An access to memory mapped past the end of a truncated file would kill the process.
  if (sections.some(({ offset, length }) => length > 0 && offset + length > stats.size)) {
    throw new Error(`${path} is truncated`);
  }
  return header;
}

async function openSection(
  { path, descriptor, stats }: RegularFile,
  section: Section,
  { isTrusted = false, signal }: OpenOptions,
): Promise<Numbers> {
  const { name, numberSize, length, hash } = section;
  const into = stats.size <= readSizeMax ? new Uint8Array(length) : undefined;
  if (into !== undefined || !isTrusted) {
    const actual = await hashSection(descriptor, section, { into, signal });
    if (actual !== hash) throw new Error(`${path}: section ${name} is damaged`);
  }
  return new arrayTypes[numberSize](into?.buffer ?? mapFile({ descriptor, offset: section.offset, length }));
}

function imageOf(
  { path, stats }: RegularFile,
  { publication, sections }: Header,
  opened: ReadonlyMap<string, Numbers>,
  unavailable: readonly Stage[],
): Image {
  const content = contentOf(sections.map(({ name }) => [name, opened.get(name) ?? null]));
  return { path, stamp: stampOf(stats), publication, content, unavailable };
}
