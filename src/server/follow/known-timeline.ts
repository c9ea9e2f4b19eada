/** Remembers beside the images which timeline the version served came from, also after a restart. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Timeline } from "../../store/engine.ts";

const fileName = "timeline.json";

/** The timeline in a folder of images; null if it has none, or if the file can't be read. */
export function readTimeline(folder: string): Timeline | null {
  try {
    const { systemIdentifier, id } = JSON.parse(readFileSync(join(folder, fileName), "utf8")) as Partial<Timeline>;
    return typeof systemIdentifier === "string" && typeof id === "number" ? { systemIdentifier, id } : null;
  } catch {
    return null;
  }
}

/** Writes the timeline as a whole. Without a writable folder no image can be built either, which is logged. */
export function writeTimeline(folder: string, timeline: Timeline): void {
  const path = join(folder, fileName);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, JSON.stringify(timeline), { flush: true });
    renameSync(temporary, path);
  } catch {}
}
