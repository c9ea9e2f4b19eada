/** A version: the whole content of the directory from one publication to the next, as the database describes it. */

export interface Version {
  /** 1, 2, 3 …; two databases may use the same number for different content, so servers compare `id`. */
  readonly number: number;
  /** A random UUID. */
  readonly id: string;
  /** When it was published, an ISO 8601 time in UTC. */
  readonly publishedAt: string;
  readonly source: VersionSource;
  /** The number of teachers, and how many were added, changed and removed since the previous version. */
  readonly count: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The digest of the content, see `Roster`; null if an erasure has changed the content since. */
  readonly digest: string | null;
  /** Why it was published, in the words of the publisher; may be empty. */
  readonly message: string;
  /** Who published it, as `user@machine`; empty if that is not known. */
  readonly publishedBy: string;
  /**
   * The publisher's answers to the questions about the file, as JSON: see `read/answers.ts`. Empty if nothing was
   * asked.
   */
  readonly answers: string;
}

/** What a version was published from. */
export type VersionSource =
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "input" }
  /** The invented teachers of `serve --sample`. The first import replaces them. */
  | { readonly kind: "sample" }
  /** The content of an earlier version. */
  | { readonly kind: "rollback"; readonly version: number }
  /** The version before, without these numbers of teachers; they were in so many versions. */
  | { readonly kind: "erasure"; readonly teachers: number; readonly versions: number }
  /** The newest version of a backup. `erased` is the number of teachers that it had and that stay erased. */
  | { readonly kind: "restore"; readonly version: number; readonly erased: number };

/**
 * Whether a version was published later than another one. Servers follow the latest one, and never go back; so times grow
 * in a database with each publication.
 */
export function isLater(one: Pick<Version, "publishedAt">, other: Pick<Version, "publishedAt">): boolean {
  return Date.parse(one.publishedAt) > Date.parse(other.publishedAt);
}

/** The time of a new publication: now, or the first one after `latest`, if the clock was set back. */
export function nextTime(latest: string | null, now = Date.now()): string {
  return new Date(latest === null ? now : Math.max(now, Date.parse(latest) + 1)).toISOString();
}

/** The message and the name of the publisher. */
export type PublisherNote = Pick<Version, "message" | "publishedBy">;

/** The longest message, in characters. */
export const messageLengthMax = 200;

/** Whether a text can be a message: at most one line; it may be empty. */
export function isMessage(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && [...text].length <= messageLengthMax;
}

/** The value of `Dataset-Version`: the number, to be readable, and part of the id, because numbers can recur. */
export function datasetVersionOf({ number, id }: Pick<Version, "number" | "id">): string {
  return `${number}-${id.slice(0, 8)}`;
}
