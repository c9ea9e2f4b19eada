/** Writes the whole history as a backup, and restores it. */
import { storedFieldNames } from "../domain/teacher.ts";
import { BackupError, type BackupLine, backupFormat, parseBackupLine, type TeacherLine } from "./backup-format.ts";
import type { Queries } from "./engine.ts";
import { deleteTeachers, publishAgain } from "./erase.ts";
import { findHighestId, recordErased, recordHighestId } from "./past-ids.ts";
import { insertPublication } from "./publish.ts";
import { readerOf } from "./reader.ts";
import { gatherRoster } from "./roster-reader.ts";
import { createRowInserter } from "./statements.ts";
import { interruptible, type WorkOptions } from "./work.ts";

/** The restored history lacks versions that the database has. */
export class LostVersionsError extends Error {
  readonly versions: readonly number[];
  readonly databaseName: string;

  constructor(versions: readonly number[], databaseName: string) {
    super("The restored history lacks versions");
    this.versions = versions;
    this.databaseName = databaseName;
  }
}

export interface Restored {
  readonly version: number;
  readonly versions: number;
  /** The ids that were erased since the backup, and are therefore not restored. */
  readonly erasedIds: readonly number[];
}

/** The lines of a backup in batches, from one snapshot of the database. Progress is in rows of teachers. */
export async function* renderBackup(
  queries: Queries,
  onProgress: WorkOptions["onProgress"] = () => {},
): AsyncGenerator<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const render = (lines: readonly BackupLine[]): string => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    hasher.update(text);
    return text;
  };
  const head = { created_at: new Date().toISOString(), fields: storedFieldNames };
  yield render([["teachers-backup", backupFormat, head]]);
  const publications = (await readerOf(queries).listPublications()).toReversed();
  yield render(publications.map((entry) => ["publication", entry]));
  const [total] = await queries.query<{ count: number }>("select count(*) as count from teacher");
  let teachers = 0;
  for await (const rows of readerOf(queries).readRows()) {
    teachers += rows.length;
    onProgress(teachers, Number(total!.count));
    yield render(
      rows.map(
        (row): TeacherLine => [
          "teacher",
          row.first_version,
          row.last_version,
          ...storedFieldNames.map((name) => row[name]),
        ],
      ),
    );
  }
  const erased = await queries.query<{ id: number; erased_at: string }>("select * from erased_teacher order by id");
  yield render(erased.map(({ id, erased_at }) => ["erased", id, erased_at]));
  yield render([["highest_id", await findHighestId(queries)]]);
  const digest = hasher.digest("hex");
  yield `${JSON.stringify(["end", { publications: publications.length, teachers }, digest])}\n`;
}

/**
 * Replaces everything in the database by a backup, in the transaction of `queries`. Teachers that were erased since stay
 * erased. Throws {@link BackupError} for a faulty file, and {@link LostVersionsError} if versions would be lost and
 * `mayLose` is false.
 */
export async function restoreBackup(
  queries: Queries,
  lines: AsyncIterable<string>,
  { mayLose, databaseName, ...work }: WorkOptions & { readonly mayLose: boolean; readonly databaseName: string },
): Promise<Restored> {
  work.onLocked?.();
  const before = await readerOf(queries).listPublications();
  const erasedBefore = await queries.query<{ id: number; erased_at: string }>("select * from erased_teacher");
  const highestBefore = await findHighestId(queries);
  const counts = { publications: 0, teachers: 0 };
  const ids = new Set<string>();
  let fields: readonly string[] = [];
  let inserter = createRowInserter(queries, []);
  let highestId = 0;
  let line = 0;
  let isComplete = false;
  const hasher = new Bun.CryptoHasher("sha256");
  for (const table of ["teacher", "publication", "erased_teacher"]) await queries.query(`delete from ${table}`);
  for await (const text of lines) {
    const parsed = parseBackupLine(text, ++line);
    if (isComplete) throw new BackupError({ code: "lineBehindEnd", line });
    if (parsed[0] === "end") isComplete = isEnd(parsed, counts, hasher.digest("hex"));
    else hasher.update(`${text}\n`);
    if (parsed[0] === "teachers-backup") {
      fields = checkFields(parsed[2].fields);
      inserter = createRowInserter(queries, ["first_version", "last_version", ...fields]);
    } else if (parsed[0] === "publication") {
      counts.publications++;
      ids.add(parsed[1].id);
      await insertPublication(queries, parsed[1]);
    } else if (parsed[0] === "teacher") {
      const [, ...values] = parsed;
      if (values.length !== fields.length + 2) throw new BackupError({ code: "damagedLine", line });
      counts.teachers++;
      for (const value of values) inserter.push(value);
      const writing = inserter.endRow();
      if (writing !== null) await writing;
    } else if (parsed[0] === "erased") {
      await queries.query("insert into erased_teacher (id, erased_at) values ($1, $2)", [parsed[1], parsed[2]]);
    } else if (parsed[0] === "highest_id") highestId = parsed[1];
  }
  if (!isComplete) throw new BackupError({ code: "truncated" });
  await inserter.finish();
  const lost = before.filter(({ id }) => !ids.has(id)).map(({ version }) => version);
  if (lost.length > 0 && !mayLose) throw new LostVersionsError(lost, databaseName);
  await recordHighestId(queries, Math.max(highestBefore, highestId));
  const erasedIds = await eraseAgain(queries, erasedBefore, work.signal);
  return { ...(await checkCurrent(queries, work)), versions: counts.publications, erasedIds };
}

/** Compares the digest of the newest version, which servers check too, with its rows. */
async function checkCurrent(queries: Queries, { signal }: WorkOptions): Promise<{ readonly version: number }> {
  const reader = readerOf(queries);
  const current = await reader.findCurrent();
  if (current === null) throw new BackupError({ code: "noVersions" });
  const { digest } = await gatherRoster(interruptible(reader.readTeachers(current.version), signal));
  if (digest !== current.digest) throw new BackupError({ code: "otherContent", version: current.version });
  return current;
}

/** Erases the teachers that were erased after the backup was made. Returns the ids of those that it had. */
async function eraseAgain(
  queries: Queries,
  erased: readonly { readonly id: number; readonly erased_at: string }[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const found: number[] = [];
  for (const { id, erased_at } of erased) {
    if ((await deleteTeachers(queries, [id], { signal })).length > 0) found.push(id);
    await recordErased(queries, id, erased_at);
  }
  if (found.length > 0) await publishAgain(queries, "erased again after a restore");
  return found;
}

function checkFields(fields: readonly string[]): readonly string[] {
  const known: readonly string[] = storedFieldNames;
  const isKnown = fields.every((name) => known.includes(name)) && fields[0] === "id" && fields.length === known.length;
  if (!isKnown) throw new BackupError({ code: "otherFields" });
  return fields;
}

function isEnd(
  [, counts, digest]: Extract<BackupLine, readonly ["end", ...unknown[]]>,
  found: { readonly publications: number; readonly teachers: number },
  foundDigest: string,
): true {
  if (counts.publications === found.publications && counts.teachers === found.teachers && digest === foundDigest) {
    return true;
  }
  throw new BackupError({ code: "wrongDigest" });
}
