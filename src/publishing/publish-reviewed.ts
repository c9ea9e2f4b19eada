/**
 * Publishes a roster, unless its changes need a confirmation first because they are unusual or probably a mistake.
 */
import { hostname } from "node:os";
import { findNamesakes, keepNamesakes, renderNamesakes } from "../domain/changes/namesakes.ts";
import {
  type Breach,
  type BreachKind,
  type ChangeCounts,
  type ChangeLimits,
  findBreaches,
} from "../domain/changes/roster-changes.ts";
import { messageLengthMax, type Publication, type VersionSource } from "../domain/publication.ts";
import { hasId, type Roster } from "../domain/roster.ts";
import type { ProgressOptions } from "../store/engine.ts";
import type { Kept } from "../store/history/publish.ts";
import type { Store } from "../store/store.ts";
import { type Review, type Reviewed, reviewFirst, reviewRoster } from "./review.ts";

/** Progress is in rows written. */
export interface ReviewedOptions extends ProgressOptions {
  readonly source: VersionSource;
  /** The publisher's message; empty by default. */
  readonly message?: string;
  /** The publisher; empty by default. */
  readonly publishedBy?: string;
  /** The names that several teachers share, if those teachers are accepted as different people. */
  readonly acceptedNames?: ReadonlySet<string> | null;
  /** The publisher's answers about the file, as JSON; by default those of the previous version. */
  readonly answers?: string;
  /** Computes the result but writes nothing. */
  readonly dryRun: boolean;
  /** Changes beyond these shares are probably a mistake, so they always need a confirmation. */
  readonly limits: ChangeLimits;
  /**
   * Which changes within the limits need a confirmation: none, those that restore the content of an earlier version, or
   * all.
   */
  readonly confirms: "none" | "earlier" | "all";
  /**
   * Present if the publisher has confirmed the changes: the id of the publication that the content was compared with.
   */
  readonly confirmedId?: string | undefined;
}

/**
 * The result of a publication or a dry run. `publication` is the current one if nothing changed, and null if a dry run
 * would publish a new one.
 */
export interface PublishResult extends ChangeCounts {
  readonly publication: Publication | null;
  readonly published: boolean;
}

/** What was found, and what happened. */
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

/**
 * Publishes the roster; a dry run only finds what would change. A rollback has no limits, and publishes the newest
 * version again. Rejects with the errors of the store.
 */
export async function publishReviewed(store: Store, given: Roster, options: ReviewedOptions): Promise<Outcome> {
  const { limits, confirms, confirmedId, dryRun, source, message = "", publishedBy = "", signal } = options;
  const isRollback = source.kind === "rollback";
  // Found before anything is asked.
  const refusal = dryRun ? null : await store.findRefusal();
  if (refusal !== null) throw refusal;
  for (;;) {
    const reviewed = await store.read((reader) => reviewRoster(reader, given, signal));
    const { roster, counts, newest, isSame } = reviewed;
    if (isSame && !isRollback) {
      // Namesakes can be accepted without any other change.
      if (!dryRun && options.acceptedNames) await store.keepNamesakes(newest!, namesakesOf(reviewed, options));
      const result = { publication: newest, published: false, added: 0, changed: 0, removed: 0 };
      return { result: { ...result, unchanged: roster.count }, review: null, breaches: [] };
    }
    const review = isRollback ? { ...reviewed.review, earlier: null } : reviewed.review;
    const breaches = isRollback ? [] : findBreaches(review.changes, limits, review.returned.size);
    const isUnusual = confirms === "all" || (confirms === "earlier" && review.earlier !== null);
    if (dryRun) return { result: { publication: null, published: false, ...counts }, review, breaches };
    if ((breaches.length > 0 || isUnusual) && confirmedId !== review.current?.id)
      return { result: null, review, breaches };
    const answers = options.answers ?? (review.current === null ? "" : newest!.answers);
    const kept: Kept = { source, message, publishedBy, namesakes: namesakesOf(reviewed, options), answers };
    const publication = await store.publish(roster, kept, newest?.id ?? null, options);
    if (publication !== null) return { result: { publication, published: true, ...counts }, review, breaches };
    // Somebody else has published meanwhile, so the comparison is made again.
  }
}

/** The namesakes to keep with the new version: those of the file if they are accepted, or else the known ones. */
function namesakesOf({ roster, review, newest }: Reviewed, { acceptedNames }: ReviewedOptions): string {
  if (acceptedNames) return renderNamesakes(findNamesakes(roster, acceptedNames));
  return keepNamesakes(review.current === null ? "[]" : newest!.namesakes, (id) => hasId(roster.ids, id));
}

/** Finds what would change if the roster were the first content of a database. */
export async function reviewAsFirst(given: Roster): Promise<Outcome & { readonly result: PublishResult }> {
  const { review, counts } = await reviewFirst(given);
  return { result: { publication: null, published: false, ...counts }, review, breaches: [] };
}

/** The user who runs this program, as `user@machine`, for the history. */
export function findPublisher(): string {
  const { USER, LOGNAME } = process.env;
  // In some containers, users have a numeric id but no name.
  const user = USER || LOGNAME || String(process.getuid?.() ?? "");
  return `${user}@${hostname()}`.replace(/[\p{Cc}\s]+/gu, " ").slice(0, messageLengthMax);
}
