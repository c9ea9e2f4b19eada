/** Opens an image: reads its file into memory, and checks every byte. */
import { basename } from "node:path";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, listImages, openRegularFile, stampOf } from "./image-files.ts";
import { arrayTypes, readHeader } from "./image-header.ts";
import { type ImageContent, type Numbers, openContent } from "./layout.ts";
import { readSection } from "./section-bytes.ts";

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
 * Reads the image at a path into memory and checks every byte, without blocking the event loop. Nothing that happens to the file
 * later matters. A small image is open before the next iteration. Throws if the image is missing, damaged or truncated, has
 * another format, or belongs to another publication than its name says, and if the signal is aborted.
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

/** The newest usable image in a folder, or null. Damaged and foreign files are skipped and reported to `onBad`. */
export async function openNewestImage(
  folder: string,
  onBad: (error: Error) => void,
  signal?: AbortSignal,
): Promise<Image | null> {
  for (const path of listImages(folder)) {
    try {
      return await openImage(path, signal);
    } catch (error) {
      onBad(error as Error);
    }
  }
  return null;
}
