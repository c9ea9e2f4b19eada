import { expect, test } from "bun:test";
import { type ChangeLimits, findBreaches } from "./roster-changes.ts";

const limits: ChangeLimits = { removed: 0.1, renamed: 0.1, changed: 0.33333, added: 0.5 };

interface Case {
  /** The number of teachers before the changes. */
  readonly of: number;
  readonly removed?: number;
  readonly renamed?: number;
  readonly moved?: number;
  readonly newDegrees?: number;
  readonly added?: number;
  readonly returned?: number;
  readonly raised?: Partial<ChangeLimits>;
}

/** Changes, and the limits that they exceed. A moved teacher also counts as removed and as added. */
const cases: readonly (readonly [what: string, changes: Case, ...kinds: string[]])[] = [
  ["the first content", { of: 0, added: 100 }],
  ["everybody removed", { of: 5, removed: 5 }, "emptied"],
  ["everybody removed, with a limit that allows it", { of: 5, removed: 5, raised: { removed: 1 } }],
  ["a tenth removed", { of: 1200, removed: 120 }],
  ["more than a tenth removed", { of: 1200, removed: 121 }, "removed"],
  ["a tenth with other names", { of: 1200, renamed: 120 }],
  ["more than a tenth with other names", { of: 1200, renamed: 121 }, "renamed"],
  ["a tenth with other ids", { of: 1200, moved: 120 }],
  ["more than a tenth with other ids", { of: 1200, moved: 121 }, "moved"],
  ["15 % together", { of: 1200, removed: 60, renamed: 60, moved: 60 }],
  ["more than 15 % together", { of: 1200, removed: 61, renamed: 60, moved: 60 }, "together"],
  ["9.9 % of each", { of: 1000, removed: 99, renamed: 99, moved: 99 }, "together"],
  ["9.9 % of each, with a higher limit", { of: 1000, removed: 99, renamed: 99, moved: 99, raised: { renamed: 0.3 } }],
  ["a third of other degrees", { of: 1200, newDegrees: 400 }],
  ["more than a third of other degrees", { of: 1200, newDegrees: 401 }, "changed"],
  ["half as many added", { of: 1200, added: 600 }],
  ["more than half as many added", { of: 1200, added: 601 }, "added"],
  ["more added, but half of them were in earlier versions", { of: 1200, added: 1200, returned: 600 }],
  [
    "all of it",
    { of: 100, removed: 20, renamed: 20, moved: 20, newDegrees: 40, added: 80 },
    "removed",
    "renamed",
    "moved",
    "together",
    "changed",
    "added",
  ],
  ["nine people, of whom four are promoted, and five newcomers", { of: 9, newDegrees: 4, added: 5 }],
  ["ten people", { of: 10, newDegrees: 4, added: 6 }, "changed", "added"],
  ["nine people, one removed", { of: 9, removed: 1 }, "removed"],
];

test.each(cases.map(([what, changes, ...kinds]) => [what, changes, kinds] as const))(
  "findBreaches() of %s",
  (_, { of, removed = 0, renamed = 0, moved = 0, newDegrees = 0, added = 0, returned = 0, raised = {} }, kinds) => {
    const changed = Math.max(renamed, newDegrees);
    const counts = {
      added: added + moved,
      removed: removed + moved,
      changed,
      unchanged: of - removed - moved - changed,
    };
    const breaches = findBreaches(
      { counts, renamed, moved, newDegrees, *list() {} },
      { ...limits, ...raised },
      returned,
    );
    expect(breaches.map(({ kind }) => kind as string)).toEqual([...kinds]);
  },
);
