/** Finds changes that are so large that they are probably a mistake. */
import type { RosterChanges } from "./roster-changes.ts";

/** The largest shares of the previous directory that may change without a confirmation; 1 is all of it. */
export interface ChangeLimits {
  /** Teachers who leave the directory. */
  readonly removed: number;
  /** Teachers whose id gets another name, and teachers who get another id. */
  readonly renamed: number;
  /** Teachers who get another degree. */
  readonly changed: number;
  /** Teachers who were in no earlier version. May be above 1. */
  readonly added: number;
}

export type BreachKind = "emptied" | "removed" | "renamed" | "moved" | "together" | "changed" | "added";

/** A limit that the changes exceed. */
export interface Breach {
  readonly kind: BreachKind;
  /** The number of affected teachers, and of teachers before. */
  readonly count: number;
  readonly of: number;
  /** The limit that it exceeds. */
  readonly limit: keyof ChangeLimits;
}

/** The share of teachers who may be removed, renamed and moved together, unless one of their limits is higher. */
const togetherMax = 0.15;

/** In a smaller directory, two promotions or two newcomers may be a third of it. */
const largeFrom = 10;

/**
 * The limits that the changes exceed; none for the first content. A moved teacher counts as moved, not as removed and
 * added. `returned` is the number of added teachers who were in an earlier version.
 */
export function findBreaches(
  { counts, renamed, moved, newDegrees }: RosterChanges,
  limits: ChangeLimits,
  returned = 0,
): Breach[] {
  const of = counts.changed + counts.removed + counts.unchanged;
  const removed = counts.removed - moved;
  if (of > 0 && counts.removed === of && counts.added === 0 && limits.removed < 1) {
    return [{ kind: "emptied", count: of, of, limit: "removed" }];
  }
  const together = removed + renamed + moved;
  const breaches: Breach[] = [];
  const check = (kind: BreachKind, count: number, limit: keyof ChangeLimits, max = limits[limit]): void => {
    // Limits are written with three decimals, so 33.333% is a third.
    if (count / of > max + 5e-6) breaches.push({ kind, count, of, limit });
  };
  check("removed", removed, "removed");
  check("renamed", renamed, "renamed");
  check("moved", moved, "renamed");
  if (of < largeFrom) return breaches;
  if (together > Math.max(removed, renamed, moved)) {
    check("together", together, "renamed", Math.max(togetherMax, limits.removed, limits.renamed));
  }
  check("changed", newDegrees, "changed");
  check("added", counts.added - moved - returned, "added");
  return breaches;
}
