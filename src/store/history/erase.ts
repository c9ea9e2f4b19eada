/** Erases teachers from every version, for good. */
import type { PublisherNote } from "../../domain/version.ts";
import { placeholders, type Queries } from "../engine.ts";
import { recordErased, recordHighestId } from "./ids.ts";
import { publishAgain } from "./publish.ts";
import { isIn, readerOf, type StoredRow } from "./reader.ts";
import { readVersion } from "./roster-reader.ts";

/** A row of a teacher: the versions that have it. */
export type VersionRange = Pick<StoredRow, "id" | "first_version" | "last_version">;

/** The maximum number of ids in one erasure, so that one statement can name them all. */
export const erasedIdsMax = 1000;

/** The rows of some teachers in all versions. */
export function findRanges(queries: Queries, ids: readonly number[]): Promise<VersionRange[]> {
  return queries.query<VersionRange>(
    `select id, first_version, last_version from teacher where id in ${placeholders(1, ids.length)} order by id, first_version`,
    ids,
  );
}

/**
 * Erases teachers in the transaction of `queries`, and publishes a version without them. Throws if the newest version
 * is damaged, because the digest of the new one would hide that. Returns the new version, and those that had one of the
 * teachers, newest first.
 */
export async function eraseTeachers(
  queries: Queries,
  ids: readonly number[],
  note: PublisherNote,
  signal?: AbortSignal,
) {
  const reader = readerOf(queries);
  const current = await reader.findCurrent();
  if (current !== null) await readVersion(reader, current, signal);
  await recordHighestId(queries);
  const versions = await deleteTeachers(queries, ids);
  const erased_at = new Date().toISOString();
  for (const id of ids) await recordErased(queries, { id, erased_at });
  const source = { kind: "erasure", teachers: ids.length, versions: versions.length } as const;
  return { published: await publishAgain(queries, { ...note, source }), versions };
}

/**
 * Deletes all rows of teachers. The versions that had them lose their digest, and count fewer teachers; how many were
 * added, changed and removed then stays. Answers are forgotten, because the headings in them may have a name: the first
 * row of a table without headings may have been taken for the header. Returns these versions, newest first.
 */
export async function deleteTeachers(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const erased = `from teacher where id in ${placeholders(1, ids.length)}`;
  const had = `(select count(*) ${erased} and ${isIn("version")})`;
  const changed = await queries.query<{ version: number }>(
    `update publication set digest = null, count = count - ${had} where ${had} > 0 returning version`,
    ids,
  );
  await queries.query("update publication set answers = ''");
  await queries.query(`delete ${erased}`, ids);
  return changed.map(({ version }) => version).sort((a, b) => b - a);
}
