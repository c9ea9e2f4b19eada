/** The part of a follower's state that survives restarts, in small JSON files beside the images. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../image/manifest.ts";
import { replaceFile } from "../../image/replace-file.ts";
import type { Timeline } from "../../store/engine.ts";

/** The last manifest that an edge followed: its sequence, and the id of its publication. */
type Followed = Pick<Manifest, "sequence"> & { readonly id: string };

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

/** The last manifest that was followed; null if there is none, or if the file can't be read. */
export function readFollowed(folder: string): Followed | null {
  const { sequence, id } = readState<Followed>(folder, "sequence.json");
  return typeof sequence === "number" && typeof id === "string" ? { sequence, id } : null;
}

/** Call this before serving the image, so that a restart never returns to an older one. */
export function writeFollowed(folder: string, followed: Followed): void {
  replaceFile(join(folder, "sequence.json"), JSON.stringify(followed));
}

function readState<State>(folder: string, fileName: string): Partial<State> {
  try {
    return (JSON.parse(readFileSync(join(folder, fileName), "utf8")) ?? {}) as Partial<State>;
  } catch {
    return {};
  }
}
