/** Writes images to files. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { collectNow } from "../domain/garbage.ts";
import type { Publication } from "../domain/publication.ts";
import { imagePathOf, nameImage, temporaryPathOf } from "./image-files.ts";
import { chunkSize, hashChunk, headerSize, packHeader, type Section } from "./image-header.ts";
import { type AnySource, type Built, type ImageContent, imageFormat, listSections } from "./layout.ts";

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
    nameImage(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  return path;
}

/** After a section larger than this has been written, its memory is freed before the next section is built. */
const sectionBytesLarge = 16 * 1024 * 1024;

function writeFile(path: string, publication: Publication, source: AnySource): void {
  const file = openSync(path, "wx");
  try {
    const sections: Section[] = [];
    let offset = headerSize;
    for (const [name, numbers] of listSections(source)) {
      const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      const hash = writeBytes(file, bytes, offset);
      const numberSize = numbers.BYTES_PER_ELEMENT as Section["numberSize"];
      sections.push({ name, numberSize, offset, length: bytes.length, hash });
      offset += bytes.length;
      if (bytes.length > sectionBytesLarge) collectNow();
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
    hash = hashChunk(chunk, hash);
    for (let done = 0; done < chunk.length; ) {
      done += writeSync(file, chunk, done, chunk.length - done, offset + from + done);
    }
  }
  return hash;
}
