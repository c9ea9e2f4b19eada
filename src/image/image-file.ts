/** Opens an image: reads its file into memory, and checks every byte. */
import { read, readSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as nextIteration } from "node:timers/promises";
import { promisify } from "node:util";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, listImages, openRegularFile, stampOf } from "./image-files.ts";
import { arrayTypes, chunkSize, hashChunk, readHeader } from "./image-header.ts";
import { type ImageContent, type Numbers, openContent } from "./layout.ts";

export interface Image {
  readonly path: string;
  /** The stamp of the file when it was opened, see {@link stampOf}. */
  readonly stamp: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly publication: Publication;
  readonly content: ImageContent;
}

/**
 * Reads the image at a path into memory and checks every byte, without blocking the event loop. Later changes to the
 * file have no effect. A small image is open before the next iteration of the event loop. Throws if the image is
 * missing, damaged or truncated, has another format, or belongs to a publication other than the one in its name. Also
 * throws if the signal is aborted.
 */
export async function openImage(path: string, signal?: AbortSignal): Promise<Image> {
  using file = openRegularFile(path);
  const { publication, sections } = readHeader(file);
  if (basename(path) !== imagePathOf("", publication.id)) {
    throw new Error(`${path} is the image of another publication: ${publication.id}`);
  }
  const opened: [name: string, numbers: Numbers][] = [];
  for (const section of sections) {
    const { bytes, hash } = await readSection(file.descriptor, section, signal);
    if (hash !== section.hash) throw new Error(`${path}: section ${section.name} is damaged`);
    opened.push([section.name, new arrayTypes[section.numberSize](bytes.buffer)]);
  }
  const { stats } = file;
  return { path, stamp: stampOf(stats), bytes: stats.size, publication, content: openContent(opened) };
}

/**
 * The usable image in a folder with the latest publication, or null. Damaged and foreign files are skipped and reported
 * to `onBad`.
 */
export async function openNewestImage(
  folder: string,
  onBad: (error: Error) => void,
  signal?: AbortSignal,
): Promise<Image | null> {
  const found = listImages(folder).flatMap((path) => {
    try {
      using file = openRegularFile(path);
      return [{ path, publication: readHeader(file).publication }];
    } catch (error) {
      onBad(error as Error);
      return [];
    }
  });
  for (const { path } of found.sort((a, b) => timeOf(b) - timeOf(a))) {
    try {
      return await openImage(path, signal);
    } catch (error) {
      onBad(error as Error);
    }
  }
  return null;
}

const timeOf = ({ publication }: Pick<Image, "publication">): number => Date.parse(publication.publishedAt);

const readAsync = promisify(read);

/**
 * Reads and hashes a part of a file. Another thread reads each full chunk while the previous one is hashed, and the
 * event loop runs meanwhile, so a slow disk delays no request. A smaller last chunk is read synchronously, so small
 * images are open before the next iteration. Throws between two chunks if the signal is aborted.
 */
async function readSection(
  descriptor: number,
  { offset, length }: { readonly offset: number; readonly length: number },
  signal?: AbortSignal,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly hash: string }> {
  const bytes = new Uint8Array(length);
  const readChunk = async (from: number): Promise<Uint8Array> => {
    const chunk = bytes.subarray(from, from + chunkSize);
    if (chunk.length < chunkSize) readSync(descriptor, chunk, 0, chunk.length, offset + from);
    // nextIteration() is needed, because Bun resolves several fast reads in one iteration of the event loop.
    else await Promise.all([readAsync(descriptor, chunk, 0, chunkSize, offset + from), nextIteration()]);
    return chunk;
  };
  let hash = "";
  let next = readChunk(0);
  for (let from = 0; from < length; from += chunkSize) {
    const chunk = await next;
    signal?.throwIfAborted();
    if (from + chunkSize < length) next = readChunk(from + chunkSize);
    hash = hashChunk(chunk, hash);
  }
  return { bytes, hash };
}
