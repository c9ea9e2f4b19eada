/** Reads versions into rosters, and checks them against their publications. */
import type { Publication } from "../../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../../domain/teacher.ts";
import type { StoreReader } from "./reader.ts";

/** The rows of a version differ from what was published: the disk is failing, or something else changed them. */
export class DamagedVersionError extends Error {
  readonly version: number;

  constructor(version: number) {
    super(`Version ${version} in the database differs from what was published; import the file again`);
    this.version = version;
  }
}

export async function gatherRoster(
  batches: AsyncIterable<readonly StoredTeacher[]>,
  onRead: (rows: number) => void = () => {},
): Promise<Roster> {
  const builder = createRosterBuilder();
  for await (const batch of batches) {
    for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
    onRead(builder.added);
  }
  return builder.finish();
}

/** The roster of a version. Throws {@link DamagedVersionError}. */
export async function readVersion(
  { readTeachers }: Pick<StoreReader, "readTeachers">,
  publication: Pick<Publication, "version" | "digest">,
  { signal, onRead }: { readonly signal?: AbortSignal | undefined; readonly onRead?: (rows: number) => void } = {},
): Promise<Roster> {
  const roster = await gatherRoster(readTeachers(publication.version, signal), onRead);
  checkDigest(roster, publication);
  return roster;
}

/** Throws {@link DamagedVersionError} unless the roster is what was published. */
export function checkDigest({ digest }: Roster, publication: Pick<Publication, "version" | "digest">): void {
  if (digest !== publication.digest) throw new DamagedVersionError(publication.version);
}
