/** Reads the image folder of a server. */
import { readdirSync } from "node:fs";

/** The names of images and of the temporary files of builders, without the file that remembers the settings. */
export function listImageFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== "settings.json");
}
