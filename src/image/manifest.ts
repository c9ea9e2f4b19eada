/** The manifest of a folder that images are published to. It names the current image, with its size and hash. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openRegularFile } from "./image-files.ts";
import { imageFormat } from "./layout.ts";
import { replaceFile } from "./replace-file.ts";

/** One manifest for each format, so edges of different releases can read the same folder. */
const manifestSchema = z.object({
  format: z.literal(imageFormat),
  /** Grows with every publication to the folder. An edge never goes back to a smaller one. */
  sequence: z.int().positive(),
  publication: z.object({
    version: z.int().positive(),
    id: z.string(),
    publishedAt: z.string(),
    source: z.string(),
    count: z.int().nonnegative(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    digest: z.string(),
  }),
  /** In bytes. */
  size: z.int().positive(),
  /** In hex. */
  sha256: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The path of the manifest for images of this format. */
export function manifestPathOf(folder: string): string {
  return join(folder, `manifest.${imageFormat}.json`);
}

/** The manifest in a folder; null if there is none. Throws if it can't be read, or is not a manifest of this format. */
export function readManifest(folder: string): Manifest | null {
  const path = manifestPathOf(folder);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is not a complete manifest of an image`);
  }
}

export function writeManifest(folder: string, manifest: Omit<Manifest, "format">): void {
  replaceFile(manifestPathOf(folder), `${JSON.stringify({ format: imageFormat, ...manifest }, null, 2)}\n`);
}

/** The size and the SHA-256 of a regular file. */
export async function measureFile(path: string): Promise<Pick<Manifest, "size" | "sha256">> {
  using file = openRegularFile(path);
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file.descriptor).stream()) hasher.update(chunk);
  return { size: file.stats.size, sha256: hasher.digest("hex") };
}
