/** Reads versions into rosters, and checks them against what was published. */

import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { textsOf } from "../../domain/teacher.ts";
import type { Version } from "../../domain/version.ts";
import { StoreError } from "../failure.ts";
import type { VersionReader } from "./reader.ts";

type TeacherReader = Pick<VersionReader, "readTeachers">;

/**
 * The roster of a version, and why it is not what was published, or null: the disk may be failing, or something else has
 * changed the rows. Only the number of teachers is known after an erasure.
 */
export async function checkVersion(
  { readTeachers }: TeacherReader,
  { number, digest, count }: Version,
  signal?: AbortSignal,
): Promise<{ readonly roster: Roster; readonly damage: StoreError | null }> {
  const builder = createRosterBuilder();
  for await (const batch of readTeachers(number, signal))
    for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
  const roster = builder.finish();
  const isSound = roster.count === count && (digest === null || roster.digest === digest);
  const detail = `version ${number} differs from what was published`;
  return { roster, damage: isSound ? null : new StoreError("otherContent", "The database", detail) };
}

/** The roster of a version. Throws if its rows are not what was published. */
export async function readVersion(reader: TeacherReader, version: Version, signal?: AbortSignal): Promise<Roster> {
  const { roster, damage } = await checkVersion(reader, version, signal);
  if (damage !== null) throw damage;
  return roster;
}
