/** What the guard says about changes that are probably a mistake. */
import type { Breach, ChangeLimits } from "../domain/changes/change-guard.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";

/** What would happen, a sentence for each limit that is exceeded. */
export function renderBreaches(breaches: readonly Breach[]): string {
  return breaches
    .map(({ kind, count, of }) => publishingTexts.breach(kind, { count, of, percent: percentOf(count, of) }))
    .join(" ");
}

/** The limits that would let the changes through, in percent. */
export function findAllowance(breaches: readonly Breach[]): ReadonlyMap<keyof ChangeLimits, number> {
  const percents = new Map<keyof ChangeLimits, number>();
  for (const { limit, count, of } of breaches) {
    percents.set(limit, Math.max(percents.get(limit) ?? 0, percentOf(count, of)));
  }
  return percents;
}

/** Rounded up, so that it is enough as a limit. */
function percentOf(count: number, of: number): number {
  return Math.ceil((100 * count) / of - 1e-9);
}
