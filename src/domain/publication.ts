/** A publication: one version of the directory's content, as the store keeps it and every image carries it. */

export interface Publication {
  /** 1, 2, 3 …; two databases may give one number to different content, so that servers follow `id`. */
  readonly version: number;
  /** A random UUID. */
  readonly id: string;
  /** When it was published, an ISO 8601 time in UTC. */
  readonly publishedAt: string;
  /** Where the content came from, such as a file's name. */
  readonly source: string;
  /** How many teachers it holds, and how many of them are new, changed and gone against the version before. */
  readonly count: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The digest of the content, see `Roster`. */
  readonly digest: string;
}

/** What clients see as `Dataset-Version`: the number for people, and a piece of the id because numbers can recur. */
export function datasetVersionOf(publication: Publication): string {
  return `${publication.version}-${publication.id.slice(0, 8)}`;
}
