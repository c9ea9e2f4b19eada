/** Publishes a roster, unless its changes need a confirmation first: they are probably a mistake, or unusual. */
import { type Breach, type BreachKind, type ChangeLimits, findBreaches } from "../domain/changes/change-guard.ts";
import { assignIds, type PastTeachers } from "../domain/changes/id-assignment.ts";
import { findChanges } from "../domain/changes/roster-changes.ts";
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import type { PublishOptions, PublishResult, Review } from "../store/history/publish.ts";
import type { Store } from "../store/store.ts";

export interface ReviewedOptions extends Omit<PublishOptions, "review"> {
  /** Changes beyond these shares are probably a mistake, and always need a confirmation. */
  readonly limits: ChangeLimits;
  /** Which other changes need one too: none, those that bring back the content of an earlier version, or all. */
  readonly confirms: "none" | "earlier" | "all";
  /** Whether the content is meant to be that of an earlier version. Whoever names it knows it, so no limits apply. */
  readonly isReturn?: boolean;
  /** The id of the publication that the confirmed changes were compared with, if they were confirmed. */
  readonly confirmedId?: string | undefined;
}

/** What was published, or would be. */
export interface Outcome {
  /** Null if nothing was published, because the changes need a confirmation. */
  readonly result: PublishResult | null;
  /** Null if the content is the same. */
  readonly review: Review | null;
  readonly breaches: readonly Breach[];
}

/** What is probably a mistake: a breach of the guard, or content that was published before. */
export type Doubt = BreachKind | "earlier";

/** Ends the transaction of a publication that needs a confirmation. */
class UnconfirmedError extends Error {}

/** Publishes the roster, or only says what would change for a dry run. Rejects with what the store throws. */
export async function publishReviewed(
  store: Pick<Store, "publish">,
  roster: Roster,
  { limits, confirms, isReturn = false, confirmedId, ...options }: ReviewedOptions,
): Promise<Outcome> {
  let review: Review | null = null;
  let breaches: readonly Breach[] = [];

  function check(found: Review): void {
    review = isReturn ? { ...found, earlier: null } : found;
    breaches = isReturn ? [] : findBreaches(found.changes, limits, found.returned.size);
    const isUnusual = confirms === "all" || (confirms === "earlier" && review.earlier !== null);
    const mustConfirm = breaches.length > 0 || isUnusual;
    if (mustConfirm && !options.dryRun && confirmedId !== found.current?.id) throw new UnconfirmedError();
  }

  try {
    const result = await store.publish(roster, { ...options, review: check });
    return { result, review, breaches };
  } catch (error) {
    if (error instanceof UnconfirmedError) return { result: null, review, breaches };
    throw error;
  }
}

/** What would happen if the roster were the first content of a database. */
export async function reviewFirst(given: Roster): Promise<Outcome & { readonly result: PublishResult }> {
  const empty = createRosterBuilder().finish();
  const past: PastTeachers = { rows: empty, ids: [], lastVersions: [] };
  const { roster, returned } = await assignIds(given, async () => ({
    current: empty,
    highestId: 0,
    findPast: async () => past,
  }));
  const changes = findChanges(empty, roster, new Uint8Array(roster.count));
  return {
    result: { publication: null, published: false, ...changes.counts },
    review: { changes, current: null, sample: null, earlier: null, returned, erased: 0, newcomers: [] },
    breaches: [],
  };
}
