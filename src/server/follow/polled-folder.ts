/**
 * The source of an edge: a server without a database, for which another machine publishes images to a folder. Each
 * image is copied to a folder of the edge, so the edge can start while the other folder is unavailable.
 */
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { imagePathOf, nameImage, openRegularFile, temporaryPathOf } from "../../image/image-files.ts";
import { type Manifest, manifestPathOf, readManifest } from "../../image/manifest.ts";
import { readFollowed, writeFollowed } from "./follow-state.ts";
import type { PublicationSource } from "./follower.ts";

const pollMs = 1000;

/**
 * A folder as a source. A poll throws if the folder has no complete manifest for this release, or if its manifest is
 * older than the last one that was followed. The last one is remembered across restarts.
 */
export function createPolledFolder(folder: string, imageFolder: string): PublicationSource {
  let followed = readFollowed(imageFolder);

  function readNewest(): Manifest {
    const manifest = readManifest(folder);
    if (manifest === null) throw new Error(`${manifestPathOf(folder)} does not exist`);
    const { sequence, publication } = manifest;
    if (followed !== null && sequence < followed.sequence) {
      throw new Error(
        `${manifestPathOf(folder)} has sequence ${sequence}, but sequence ${followed.sequence} was already followed`,
      );
    }
    if (sequence === followed?.sequence && publication.id !== followed.id) {
      throw new Error(`${manifestPathOf(folder)} has the sequence ${sequence} of another publication`);
    }
    return manifest;
  }

  return {
    kind: "folder",
    findCurrent: async () => readNewest().publication,
    pollMs: () => pollMs,
    async makeImage(signal) {
      const manifest = readNewest();
      const path = await copyImage(folder, manifest, imageFolder, signal);
      followed = { sequence: manifest.sequence, id: manifest.publication.id };
      writeFollowed(imageFolder, followed);
      return path;
    },
    databases: () => [],
    async close() {},
  };
}

/**
 * Copies the image of a manifest, and returns the path of the copy. Throws if the image does not match its manifest.
 */
async function copyImage(
  folder: string,
  { publication, size, sha256 }: Manifest,
  imageFolder: string,
  signal: AbortSignal,
): Promise<string> {
  using image = openRegularFile(imagePathOf(folder, publication.id));
  if (image.stats.size !== size) {
    throw new Error(`${image.path} has ${image.stats.size} bytes, but its manifest says ${size}`);
  }
  const path = imagePathOf(imageFolder, publication.id);
  const temporaryPath = temporaryPathOf(path);
  const hasher = new Bun.CryptoHasher("sha256");
  try {
    await using copy = await open(temporaryPath, "wx");
    for await (const chunk of Bun.file(image.descriptor).stream()) {
      signal.throwIfAborted();
      hasher.update(chunk);
      await copy.writeFile(chunk);
    }
    await copy.sync();
    if (hasher.digest("hex") !== sha256)
      throw new Error(`${image.path} is damaged: its SHA-256 differs from its manifest`);
    nameImage(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  return path;
}
