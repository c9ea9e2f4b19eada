/** The part of a follower's state that survives restarts, in a small JSON file beside the images. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../image/replace-file.ts";
import type { Timeline } from "../../store/engine.ts";

/** The timeline of the version served; null if the folder has none, or if the file can't be read. */
export function readTimeline(folder: string): Timeline | null {
  const { systemIdentifier, id } = readState<Timeline>(folder, "timeline.json");
  return typeof systemIdentifier === "string" && typeof id === "number" ? { systemIdentifier, id } : null;
}

/** Does nothing if the folder can't be written to, because the next build logs that problem. */
export function writeTimeline(folder: string, timeline: Timeline): void {
  try {
    mkdirSync(folder, { recursive: true });
    replaceFile(join(folder, "timeline.json"), JSON.stringify(timeline));
  } catch {}
}

function readState<State>(folder: string, fileName: string): Partial<State> {
  try {
    return (JSON.parse(readFileSync(join(folder, fileName), "utf8")) ?? {}) as Partial<State>;
  } catch {
    return {};
  }
}
