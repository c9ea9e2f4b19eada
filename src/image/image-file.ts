/** Opens an image: checks its file, and copies it into memory or maps it. */
import { ftruncateSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, listImages, openRegularFile, type RegularFile, stampOf } from "./image-files.ts";
import { arrayTypes, packHeader, readHeader, type Section } from "./image-header.ts";
import { contentOf, type ImageContent, type Numbers } from "./layout.ts";
import { mapFile } from "./map-file.ts";
import { createMemoryFile, type MemoryFile } from "./memory-file.ts";
import { hashSection } from "./section-hash.ts";

export interface Image {
  readonly path: string;
  /** The stamp of the file when it was opened, see {@link stampOf}. */
  readonly stamp: string;
  /** The copy in memory, which whoever opened the image disposes of; null if its file is mapped. */
  readonly memory: MemoryFile | null;
  readonly publication: Publication;
  readonly content: ImageContent;
}

export interface OpenOptions {
  /**
   * Whether the image is copied into memory where the system can do that, so nothing that happens to its file matters any
   * more. Otherwise the file is mapped: that takes no memory of its own, but a file truncated later kills the process.
   */
  readonly isCopied?: boolean;
  /** Ends the check with an error when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the image at a path and checks every byte, without blocking the event loop. A small image is open before the next
 * iteration. Throws if the image is missing, damaged or truncated, has another format, or belongs to another publication
 * than its name says.
 */
export async function openImage(path: string, { isCopied, signal }: OpenOptions = {}): Promise<Image> {
  using file = openRegularFile(path);
  const header = readHeader(file);
  if (basename(path) !== imagePathOf("", header.publication.id)) {
    throw new Error(`${path} is the image of another publication: ${header.publication.id}`);
  }
  using failing = new DisposableStack();
  const memory = failing.use(isCopied === true ? createMemoryFile() : null);
  if (memory !== null) {
    ftruncateSync(memory.descriptor, file.stats.size);
    writeSync(memory.descriptor, packHeader(header));
  }
  const sections: [string, Numbers][] = [];
  for (const section of header.sections) {
    sections.push([section.name, await openSection(file, section, { memory, signal })]);
  }
  failing.move();
  return { path, stamp: stampOf(file.stats), memory, publication: header.publication, content: contentOf(sections) };
}

/**
 * Maps an image that another process has opened, from the path of its copy in memory or of its file. Nothing is checked
 * again. Throws if there is no image any more.
 */
export function mapImage(path: string): Image {
  using file = openRegularFile(path);
  const { publication, sections } = readHeader(file);
  const content = contentOf(sections.map((section) => [section.name, mapSection(file, section)]));
  return { path, stamp: stampOf(file.stats), memory: null, publication, content };
}

/**
 * The newest usable image in a folder, or null. Damaged and foreign files are skipped and reported to `onBad`.
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
 * Unmaps images that are no longer referenced, which frees their memory or disk space. An idle process never
 * collects garbage on its own, so this runs a full collection once per publication, which takes milliseconds.
 */
export function releaseReplacedImages(): void {
  // Deferred, because the stack may still refer to the previous image.
  setImmediate(Bun.gc, true);
}

async function openSection(
  file: RegularFile,
  section: Section,
  { memory, signal }: { readonly memory: MemoryFile | null; readonly signal: AbortSignal | undefined },
): Promise<Numbers> {
  const hash = await hashSection(file.descriptor, section, { copyTo: memory?.descriptor, signal });
  if (hash !== section.hash) throw new Error(`${file.path}: section ${section.name} is damaged`);
  return mapSection(memory ?? file, section);
}

function mapSection({ descriptor }: { readonly descriptor: number }, section: Section): Numbers {
  const { numberSize, offset, length } = section;
  return new arrayTypes[numberSize](mapFile({ descriptor, offset, length }));
}
