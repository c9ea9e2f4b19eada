/** The image folder of a server that runs in a folder with the default database. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { openImage, writeImage } from "../../src/image/image-file.ts";
import { type AnySource, type Built, type ImageContent, listSections } from "../../src/image/layout.ts";

export const imagesOf = (folder: string): string => join(folder, "var/teachers.db.images");

/** The path of the only image. Throws if there are other files. */
export function imageOf(folder: string): string {
  const images = imagesOf(folder);
  const names = listImageFiles(images);
  if (names.length !== 1) throw new Error(`${images} has ${names.length} files, not one: ${names.join(", ")}`);
  return join(images, names[0]!);
}

/** The names of images and of the temporary files of builders, without the file that remembers the settings. */
export function listImageFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== "settings.json");
}

/** Writes an image again with 65 MiB more, so that servers map it: they read smaller ones into memory. */
export async function enlargeImage(path: string): Promise<void> {
  const { publication, content } = await openImage(path);
  const sections = [...listSections(content as unknown as AnySource)].filter(([name]) => !name.endsWith(".view"));
  const filler = new Uint8Array(65 * 1024 * 1024);
  const source = { ...Object.fromEntries(sections), filler } as unknown as Built<ImageContent>;
  writeImage(dirname(path), publication, source);
}
