/** Prints changes, and describes them as JSON. */

import { formatNumber } from "../../domain/lang.ts";
import type { PlannedChange } from "../../publish/change.ts";
import { type ListedChanges, listEverybody } from "../../publish/compare.ts";
import type { Plan } from "../../publish/plan.ts";
import { renderPlannedChange } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";

const kinds = ["removed", "changed", "added"] as const;
const signs = { added: "+", removed: "-", changed: "~" } as const;

/** At most this many changes of a kind are shown where not all are. */
const shownMax = 20;

/** The changes of each kind: all of them, or the first ones and what lists all. */
export function* renderChanges({ counts, list }: ListedChanges, lister: string | null): Generator<string> {
  for (const kind of kinds) {
    if (counts[kind] === 0) continue;
    yield `${versionTexts[kind]()}: ${formatNumber(counts[kind])}`;
    let shown = 0;
    for (const change of list(kind)) {
      if (lister !== null && shown === shownMax) break;
      yield `  ${signs[kind]} ${renderPlannedChange(change)}`;
      shown++;
    }
    if (lister !== null && shown === shownMax && counts[kind] > shown)
      yield `  ${versionTexts.more(counts[kind] - shown, lister)}`;
  }
}

/** The first changes of each kind, as JSON. */
export function reportChanges({ list }: ListedChanges): object {
  const report = ({ id, otherId, before, after, concern }: PlannedChange) => {
    return { id, other_id: otherId, before, after, concern };
  };
  const first = (kind: PlannedChange["kind"]) => Iterator.from(list(kind)).take(shownMax).map(report).toArray();
  return Object.fromEntries(kinds.map((kind) => [kind, first(kind)]));
}

/** The changes of a plan, without those of some ids. */
export function listPlanned(
  { counts, changes, roster }: Plan,
  isFirst: boolean,
  without: ReadonlySet<number> = new Set(),
): ListedChanges {
  const list = (kind: PlannedChange["kind"]) =>
    Iterator.from(isFirst ? listEverybody(roster) : changes.values()).filter(
      (change) => change.kind === kind && !without.has(change.id),
    );
  return { counts, list };
}
