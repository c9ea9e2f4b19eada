/** The changes since a version: the teachers who were added or changed, and the ids of those who were removed. */
import { datasetVersionOf } from "../domain/publication.ts";
import { findFirst } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import type { Listing } from "./listing.ts";
import type { Task } from "./scheduler.ts";

type Changes = Pick<ImageContent, "changes">;

/**
 * The number of the version with this `Dataset-Version`. Null if the version is unknown, or so old that the changes
 * since it are not known. `newest` is the number of the image's own version.
 */
export function findVersion(
  { changes: { publications } }: Changes,
  newest: number,
  datasetVersion: string,
): number | null {
  const version = Number.parseInt(datasetVersion, 10);
  if (Number.isNaN(version)) return null;
  const age = newest - version;
  const id = publications[publications.length - 1 - age]?.toString(16).padStart(8, "0");
  return id !== undefined && datasetVersionOf({ version, id }) === datasetVersion ? version : null;
}

/**
 * The number of positions visited between two yields. They take tens of microseconds, because a step is only a
 * comparison.
 */
const positionsBetweenYields = 16_384;

/**
 * The teachers who were added or changed after a version, by id. They are counted first, because growing a list would
 * take longer.
 */
export function* listChanged({ changes: { changedIn } }: Changes, since: number): Task<Listing> {
  let count = 0;
  for (let start = 0; start < changedIn.length; start += positionsBetweenYields) {
    const end = Math.min(start + positionsBetweenYields, changedIn.length);
    for (let position = start; position < end; position++) if (changedIn[position]! > since) count++;
    yield;
  }
  const ranks = new Uint32Array(count);
  let found = 0;
  for (let start = 0; found < count; start += positionsBetweenYields) {
    const end = Math.min(start + positionsBetweenYields, changedIn.length);
    for (let position = start; position < end; position++) if (changedIn[position]! > since) ranks[found++] = position;
    yield;
  }
  return { count, ranks, bytes: ranks.byteLength, alphabetical: false, descending: false, interpretation: null };
}

/**
 * The ids of those who were removed after a version: ordered by the version that removed them, then by id. The array is
 * a view of the image.
 */
export function findRemoved({ changes: { removedIds, removedIn } }: Changes, since: number): ImageContent["ids"] {
  return removedIds.subarray(findFirst(removedIn.length, (index) => removedIn[index]! > since));
}
