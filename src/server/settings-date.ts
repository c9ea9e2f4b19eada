/** Remembers beside the images since when all responses have been made with the present release and settings. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { release } from "../domain/release.ts";
import { listImages } from "../image/image-files.ts";

/** The settings that the bytes of a response depend on. */
export interface ResponseSettings {
  readonly baseUrl: string | null;
  readonly limitMax: number;
  readonly indexable: boolean;
}

interface Remembered {
  readonly settings: string;
  readonly since: number;
}

const fileName = "settings.json";

/** Later than every publication. Not Infinity, which JSON between processes can't carry. */
export const neverValidMs = Number.MAX_SAFE_INTEGER;

/**
 * Since when servers with this image folder have used this release and these settings, in milliseconds since 1970: 0 where
 * no other settings are known, and {@link neverValidMs} where the folder can't be written. A version published later than that was
 * served with these settings only, so its date identifies the bytes of a response (RFC 9110, section 8.8.2.2).
 */
export function findSettingsDate(imageFolder: string, { baseUrl, limitMax, indexable }: ResponseSettings): number {
  const settings = JSON.stringify([release.version, baseUrl, limitMax, indexable]);
  const path = join(imageFolder, fileName);
  const remembered = readRemembered(path);
  if (remembered?.settings === settings) return remembered.since;
  // Images without this file were served by a release that did not write it.
  const since = remembered === null && listImages(imageFolder).length === 0 ? 0 : Date.now();
  try {
    mkdirSync(imageFolder, { recursive: true });
    writeFileSync(path, JSON.stringify({ settings, since } satisfies Remembered));
    return since;
  } catch {
    return neverValidMs;
  }
}

function readRemembered(path: string): Remembered | null {
  try {
    const { settings, since } = JSON.parse(readFileSync(path, "utf8")) as Partial<Remembered>;
    return typeof settings === "string" && typeof since === "number" ? { settings, since } : null;
  } catch {
    return null;
  }
}
