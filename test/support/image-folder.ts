/** The image folder of a server that runs in a folder with the default database. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const imagesOf = (folder: string): string => join(folder, "var/teachers.db.images");

/** The path of the only image. Throws if there are other files. */
export function imageOf(folder: string): string {
  const images = imagesOf(folder);
  const names = listImageFiles(images);
  if (names.length !== 1) throw new Error(`${images} has ${names.length} files, not one: ${names.join(", ")}`);
  return join(images, names[0]!);
}

/** The names of images and of the temporary files of builders. */
export function listImageFiles(folder: string): string[] {
  return readdirSync(folder);
}
