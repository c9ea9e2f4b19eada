/** Reads versions into rosters, and checks them against their publications. */
import type { Publication } from "../../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { textsOf } from "../../domain/teacher.ts";
import { StoreError } from "../failure.ts";
import type { VersionReader } from "./reader.ts";

type TeacherReader = Pick<VersionReader, "readTeachers">;

/**
 * The roster of a version, and why it is not what was published, or null: the disk may be failing, or something else has
 * changed the rows. Only the number of teachers is known after an erasure.
 */
export async function checkVersion(
  { readTeachers }: TeacherReader,
  { version, digest, count }: Publication,
  signal?: AbortSignal,
): Promise<{ readonly roster: Roster; readonly damage: StoreError | null }> {
  const builder = createRosterBuilder();
  for await (const batch of readTeachers(version, signal))
    for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
  const roster = builder.finish();
  const isSound = roster.count === count && (digest === null || roster.digest === digest);
  const detail = `version ${version} differs from what was published`;
  return { roster, damage: isSound ? null : new StoreError("otherContent", "The database", detail) };
}

/** The roster of a version. Throws if its rows are not what was published. */
export async function readVersion(
  reader: TeacherReader,
  publication: Publication,
  signal?: AbortSignal,
): Promise<Roster> {
  const { roster, damage } = await checkVersion(reader, publication, signal);
  if (damage !== null) throw damage;
  return roster;
}
