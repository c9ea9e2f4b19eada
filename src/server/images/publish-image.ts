/** Publishes the image of the newest version to a folder, from which edges answer without a database. */
import { mkdirSync } from "node:fs";
import type { Publication } from "../../domain/publication.ts";
import { openImage } from "../../image/image-file.ts";
import { findStamp, imagePathOf, listAnyImages, openRegularFile, removeImages } from "../../image/image-files.ts";
import { type Header, readAnyHeader } from "../../image/image-header.ts";
import { imageFormat } from "../../image/layout.ts";
import { type Manifest, measureFile, readManifest, writeManifest } from "../../image/manifest.ts";
import type { StoreReader } from "../../store/history/reader.ts";
import type { Store } from "../../store/store.ts";
import { buildImage } from "./build-image.ts";

/** The folder has a newer version than the database. */
export class OlderVersionError extends Error {}

/**
 * Writes the image and then its manifest. Repeats both if something was published meanwhile, and then removes old
 * images. Throws {@link OlderVersionError} for a folder with a newer version, unless `allowsOlder` is true. Returns the
 * manifest, and whether the folder already had this image.
 */
export async function publishImage(store: Store, folder: string, allowsOlder: boolean) {
  mkdirSync(folder, { recursive: true });
  for (let isWritten = false; ; isWritten = true) {
    const current = await store.findCurrent();
    if (current === null) throw new Error("Nothing is published yet");
    // A damaged manifest counts as missing. The next sequence is then the time in seconds, which is higher than any
    // earlier sequence.
    const before = orNull(() => readManifest(folder));
    if (before?.publication.id === current.id && (isWritten || (await hasImage(before, folder)))) {
      await removeOldImages(store, folder, current);
      return { manifest: before, isUnchanged: !isWritten };
    }
    const version = before?.publication.version ?? 0;
    if (version > current.version && !allowsOlder) {
      throw new OlderVersionError(
        `The folder has version ${version}, but the database has only version ${current.version}`,
      );
    }
    const image = await openImage(await buildImage(store, folder));
    const sequence = Math.max((before?.sequence ?? 0) + 1, Math.floor(Date.now() / 1000));
    writeManifest(folder, { sequence, publication: image.publication, ...(await measureFile(image.path)) });
  }
}

/** What `read` returns; null if it throws. */
function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Whether the image that a manifest names is in the folder, with the size and the SHA-256 of the manifest. */
async function hasImage({ publication, size, sha256 }: Manifest, folder: string): Promise<boolean> {
  const path = imagePathOf(folder, publication.id);
  if (findStamp(path) === null) return false;
  return Bun.deepEquals(await measureFile(path), { size, sha256 });
}

/**
 * Removes old images. Keeps the image of the current version, the newest earlier image, and images in the format of
 * another release. An image whose version was pruned, or had a teacher erased, is always removed.
 */
async function removeOldImages(store: StoreReader, folder: string, current: Publication): Promise<void> {
  const kept: string[] = [];
  const earlier: { readonly path: string; readonly version: number }[] = [];
  for (const path of listAnyImages(folder)) {
    const header = orNull(() => readHeaderOf(path));
    if (header === null) continue;
    const { id, digest, version } = header.publication;
    if ((await store.findPublication(id))?.digest !== digest) continue;
    if (header.format === imageFormat && id !== current.id) earlier.push({ path, version });
    else kept.push(path);
  }
  const [last] = earlier.sort((a, b) => b.version - a.version);
  removeImages(folder, (path) => kept.includes(path) || path === last?.path);
}

function readHeaderOf(path: string): Header {
  using file = openRegularFile(path);
  return readAnyHeader(file);
}
