/** The guard against disasters: which changes are so large that they are probably a mistake. */
import type { RosterChanges } from "./roster-changes.ts";

/** The largest shares of the directory, from 0 to 1, that may change without a question. */
export interface ChangeLimits {
  /** Teachers that leave the directory. */
  readonly removed: number;
  /** Teachers whose id gets another name, and teachers that get another id. */
  readonly renamed: number;
}

export type BreachKind = "emptied" | "removed" | "renamed" | "moved";

/** A limit that the changes exceed. */
export interface Breach {
  readonly kind: BreachKind;
  /** How many teachers it concerns, of how many before. */
  readonly count: number;
  readonly of: number;
  /** The limit that it exceeds. */
  readonly limit: keyof ChangeLimits;
}

/**
 * The limits that the changes exceed; none for the first content. A moved teacher counts as moved, not as removed.
 */
export function findBreaches({ counts, renamed, moved }: RosterChanges, limits: ChangeLimits): Breach[] {
  const of = counts.changed + counts.removed + counts.unchanged;
  const exceeds = (count: number, limit: keyof ChangeLimits): boolean => count > limits[limit] * of + 1e-9;
  const removed = counts.removed - moved;
  const breaches: Breach[] = [];
  const isEmpty = of > 0 && counts.removed === of && counts.added === 0;
  if (isEmpty && exceeds(of, "removed")) return [{ kind: "emptied", count: of, of, limit: "removed" }];
  if (exceeds(removed, "removed")) breaches.push({ kind: "removed", count: removed, of, limit: "removed" });
  if (exceeds(renamed, "renamed")) breaches.push({ kind: "renamed", count: renamed, of, limit: "renamed" });
  if (exceeds(moved, "renamed")) breaches.push({ kind: "moved", count: moved, of, limit: "renamed" });
  return breaches;
}
