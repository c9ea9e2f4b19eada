/** What an officer has uploaded or chosen, before it is published. */
import type { Store } from "../store/store.ts";
import { showName } from "./preview.ts";
import type { FileReading } from "./reading/reading.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";
import type { Upload } from "./upload.ts";

export interface Proposal {
  /** Null for an earlier version. */
  readonly upload: Upload | null;
  /** Null for an upload. */
  readonly version: number | null;
}

/** Remarks about rows that might not be teachers, by the place of the row. */
export async function findKnown(store: Store, rowIds: FileReading["rowIds"]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const current = rowIds.length === 0 ? null : await store.findCurrent();
  for (const [place, id] of rowIds) {
    const teacher = current && (await store.findTeacher(id, current.version));
    if (teacher !== null) known.set(place, publishingTexts.underId(showName(teacher)));
  }
  return known;
}
