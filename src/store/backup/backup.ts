/** Writes the whole history as a backup. */
import type { HistoryEntry } from "../../domain/publication.ts";
import { storedFieldNames, textsOf } from "../../domain/teacher.ts";
import type { ProgressOptions, Queries } from "../engine.ts";
import { findHighestId } from "../history/past-ids.ts";
import { readerOf } from "../history/reader.ts";
import { type BackupLine, backupFormat, type TeacherLine } from "./backup-format.ts";
import { createHistoryCheck } from "./history-check.ts";

/** No backup is written, because some versions are damaged. Lists the damaged and the sound versions. */
export class DamagedHistoryError extends Error {
  readonly damaged: readonly number[];
  readonly sound: readonly number[];

  constructor(damaged: readonly number[], sound: readonly number[]) {
    super("Versions in the database differ from what was published");
    this.damaged = damaged;
    this.sound = sound;
  }
}

/**
 * The lines of a backup in batches, from one snapshot of the database. Progress is in rows of teachers. Throws
 * {@link DamagedHistoryError} after the last row if a version differs from what was published.
 */
export async function* renderBackup(
  queries: Queries,
  onProgress: ProgressOptions["onProgress"] = () => {},
): AsyncGenerator<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const render = (lines: readonly BackupLine[]): string => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    hasher.update(text);
    return text;
  };
  const head = { created_at: new Date().toISOString(), fields: [...storedFieldNames] };
  yield render([["teachers-backup", backupFormat, head]]);
  const publications = (await readerOf(queries).listPublications()).toReversed().map(withoutNegative);
  yield render(publications.map((entry) => ["publication", entry]));
  const check = createHistoryCheck(publications);
  const [total] = await queries.query<{ count: number }>("select count(*) as count from teacher");
  let [read, teachers] = [0, 0];
  for await (const rows of readerOf(queries).readRows()) {
    read += rows.length;
    onProgress(read, Number(total!.count));
    const lines = rows
      // After a prune, rows that no version has may remain for some time.
      .filter(({ first_version, last_version }) => check.hasVersion(first_version, last_version))
      .map((row): TeacherLine => ["teacher", row.first_version, row.last_version, row.id, ...textsOf(row)]);
    for (const [, first, last, id, ...texts] of lines) check.add(first, last, id, texts);
    teachers += lines.length;
    yield render(lines);
  }
  const damaged = await check.findDamaged();
  if (damaged.length > 0) {
    const versions = publications.map(({ version }) => version);
    throw new DamagedHistoryError(
      damaged,
      versions.filter((version) => !damaged.includes(version)),
    );
  }
  const erased = await queries.query<{ id: number; erased_at: string }>("select * from erased_teacher order by id");
  yield render(erased.map(({ id, erased_at }) => ["erased", id, erased_at]));
  yield render([["highest_id", await findHighestId(queries)]]);
  const digest = hasher.digest("hex");
  yield `${JSON.stringify(["end", { publications: publications.length, teachers }, digest])}\n`;
}

/** Release 1.0.0 could store a negative count after a prune and an erasure. */
function withoutNegative(entry: HistoryEntry): HistoryEntry {
  return { ...entry, added: Math.max(0, entry.added) };
}
