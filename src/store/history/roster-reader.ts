/** Reads versions into rosters, and checks them against their publications. */
import type { Publication } from "../../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../../domain/teacher.ts";
import { StoreError } from "../failure.ts";
import type { VersionReader } from "./reader.ts";

export async function gatherRoster(batches: AsyncIterable<readonly StoredTeacher[]>): Promise<Roster> {
  const builder = createRosterBuilder();
  for await (const batch of batches) for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
  return builder.finish();
}

/** The roster of a version. Throws if its rows are not what was published. */
export async function readVersion(
  { readTeachers }: Pick<VersionReader, "readTeachers">,
  publication: Publication,
  signal?: AbortSignal,
): Promise<Roster> {
  const roster = await gatherRoster(readTeachers(publication.version, signal));
  const difference = findDifference(roster, publication);
  if (difference !== null) throw difference;
  return roster;
}

/**
 * Why the roster is not what was published: the disk may be failing, or something else has changed the rows. Only the
 * number of teachers is known after an erasure.
 */
export function findDifference(roster: Roster, { version, digest, count }: Publication): StoreError | null {
  if (roster.count === count && (digest === null || roster.digest === digest)) return null;
  return new StoreError("otherContent", "The database", `version ${version} differs from what was published`);
}
