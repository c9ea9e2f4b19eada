/**
 * Publishes a roster, unless its changes need a confirmation first because they are unusual or probably a mistake.
 */
import { hostname } from "node:os";
import { assignIds } from "../domain/changes/id-assignment.ts";
import {
  type Breach,
  type BreachKind,
  type ChangeLimits,
  findBreaches,
  findChanges,
} from "../domain/changes/roster-changes.ts";
import { messageLengthMax } from "../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import type { PublishOptions, PublishResult, Review } from "../store/history/publish.ts";
import type { Store } from "../store/store.ts";

export interface ReviewedOptions extends Omit<PublishOptions, "review" | "publishesAgain"> {
  /** Changes beyond these shares are probably a mistake, so they always need a confirmation. */
  readonly limits: ChangeLimits;
  /**
   * Which changes within the limits need a confirmation: none, those that restore the content of an earlier version, or
   * all.
   */
  readonly confirms: "none" | "earlier" | "all";
  /**
   * Whether the publisher chose a version on purpose. Then no limits apply, and the newest version is published again.
   */
  readonly isRollback?: boolean;
  /**
   * Present if the publisher has confirmed the changes: the id of the publication that the content was compared with.
   */
  readonly confirmedId?: string | undefined;
}

/** The result of a publication or a dry run. */
export interface Outcome {
  /** Null if nothing was published because the changes need a confirmation. */
  readonly result: PublishResult | null;
  /** Null if the content is the same. */
  readonly review: Review | null;
  readonly breaches: readonly Breach[];
}

/**
 * The reasons for a confirmation: changes beyond a limit, content that was published before, people who may have been
 * erased, or changes that look like mistakes.
 */
export type Doubt = BreachKind | "earlier" | "newcomers" | "doubtful";

/** Rolls back the transaction of a publication that needs a confirmation. */
class UnconfirmedError extends Error {}

/** Publishes the roster; a dry run only finds what would change. Rejects with the errors of the store. */
export async function publishReviewed(
  store: Pick<Store, "publish">,
  roster: Roster,
  { limits, confirms, isRollback = false, confirmedId, ...options }: ReviewedOptions,
): Promise<Outcome> {
  let review: Review | null = null;
  let breaches: readonly Breach[] = [];

  function check(found: Review): void {
    review = isRollback ? { ...found, earlier: null } : found;
    breaches = isRollback ? [] : findBreaches(found.changes, limits, found.returned.size);
    const isUnusual = confirms === "all" || (confirms === "earlier" && review.earlier !== null);
    const mustConfirm = breaches.length > 0 || isUnusual;
    if (mustConfirm && !options.dryRun && confirmedId !== found.current?.id) throw new UnconfirmedError();
  }

  try {
    const result = await store.publish(roster, { ...options, publishesAgain: isRollback, review: check });
    return { result, review, breaches };
  } catch (error) {
    if (error instanceof UnconfirmedError) return { result: null, review, breaches };
    throw error;
  }
}

/** Finds what would change if the roster were the first content of a database. */
export async function reviewFirst(given: Roster): Promise<Outcome & { readonly result: PublishResult }> {
  const empty = createRosterBuilder().finish();
  const { roster, returned } = await assignIds(given, async () => ({
    current: empty,
    highestId: 0,
    findPast: async () => ({ rows: empty, ids: [], lastVersions: [] }),
  }));
  const changes = findChanges(empty, roster, new Uint8Array(roster.count));
  return {
    result: { publication: null, published: false, ...changes.counts },
    review: { changes, current: null, sample: null, earlier: null, returned, erased: 0, newcomers: [] },
    breaches: [],
  };
}

/** The user who runs this program, as `user@machine`, for the history. */
export function findPublisher(): string {
  const { USER, LOGNAME } = process.env;
  // In some containers, users have a numeric id but no name.
  const user = USER || LOGNAME || String(process.getuid?.() ?? "");
  return `${user}@${hostname()}`.replace(/[\p{Cc}\s]+/gu, " ").slice(0, messageLengthMax);
}
