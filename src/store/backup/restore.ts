/** Restores a backup: replaces the whole history, after checking every line and every version. */
import { lazy } from "../../domain/lazy.ts";
import { erasureSource, type HistoryEntry, isLater, type Publication } from "../../domain/publication.ts";
import { idMax, storedFieldNames } from "../../domain/teacher.ts";
import { createRowInserter, type ProgressOptions, type Queries } from "../engine.ts";
import { deleteTeachers, publishAgain } from "../history/erase.ts";
import { findHighestId, recordErased, recordHighestId } from "../history/past-ids.ts";
import { insertPublication } from "../history/publish.ts";
import { readerOf } from "../history/reader.ts";
import { BackupError, type BackupLine, completeEntry, parseBackupLine } from "./backup-format.ts";
import { createHistoryCheck } from "./history-check.ts";

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

/**
 * Replaces everything in the database with a backup, in the transaction of `queries`. If the database had a later
 * version, the newest version of the backup is published again, because servers never go back to an older one. Teachers that were erased after
 * the backup was made stay erased. Throws {@link BackupError} for a faulty file, and {@link LostVersionsError} if
 * versions would be lost and `allowsLoss` is false.
 */
export async function restoreBackup(
  queries: Queries,
  lines: AsyncIterable<string>,
  {
    allowsLoss,
    databaseName,
    ...progress
  }: ProgressOptions & { readonly allowsLoss: boolean; readonly databaseName: string },
): Promise<Restored> {
  progress.onLocked?.();
  const reader = readerOf(queries);
  const before = await reader.listPublications();
  const latestBefore = await reader.findLatestTime();
  const erasedBefore = await queries.query<{ id: number; erased_at: string }>("select * from erased_teacher");
  const highestBefore = await findHighestId(queries);
  for (const table of ["teacher", "publication", "erased_teacher"]) await queries.query(`delete from ${table}`);
  const { publications, highestId } = await insertLines(queries, lines, progress.signal);
  const ids = new Set(publications.map(({ id }) => id));
  const lost = before.filter(({ id }) => !ids.has(id)).map(({ version }) => version);
  if (lost.length > 0 && !allowsLoss) throw new LostVersionsError(lost, databaseName);
  await recordHighestId(queries, Math.max(highestBefore, highestId));
  const erasedIds = await eraseAgain(queries, erasedBefore, progress.signal);
  const { version } = await publishRestored(queries, latestBefore, erasedIds.length > 0);
  return { version, versions: publications.length, erasedIds };
}

/**
 * Inserts the lines. Throws {@link BackupError} unless they are a backup of a sound history. Returns its publications,
 * and the highest id that was ever given.
 */
async function insertLines(queries: Queries, lines: AsyncIterable<string>, signal: AbortSignal | undefined) {
  const parser = createLineParser();
  const publications: HistoryEntry[] = [];
  const publicationIds = new Set<string>();
  const inserter = createRowInserter(queries, ["first_version", "last_version", ...storedFieldNames]);
  /** Created after all publications have been read, because it needs them. */
  const check = lazy(() => createHistoryCheck(publications));
  let lastErasedId = 0;
  let highestId = 0;
  for await (const text of lines) {
    const parsed = parser.parse(text);
    if (parsed[0] === "publication") {
      const entry = completeEntry(parsed[1]);
      parser.refuseUnless(entry.version > (publications.at(-1)?.version ?? 0) && !publicationIds.has(entry.id));
      publications.push(entry);
      publicationIds.add(entry.id);
      await insertPublication(queries, entry);
    } else if (parsed[0] === "teacher") {
      const [, first, last, id, ...texts] = parsed;
      parser.refuseUnless(check().hasVersion(first, last) && check().add(first, last, id, texts));
      for (const value of [first, last, id, ...texts]) inserter.push(value);
      const writing = inserter.endRow();
      if (writing !== null) await writing;
    } else if (parsed[0] === "erased") {
      const [, id, erasedAt] = parsed;
      parser.refuseUnless(id > lastErasedId && !check().hasId(id));
      lastErasedId = id;
      await recordErased(queries, id, erasedAt);
    } else if (parsed[0] === "highest_id") {
      [, highestId] = parsed;
      const known = Math.max(check().highestId, lastErasedId);
      // A highest id of `idMax` leaves no new ids, so it is accepted only if a teacher or an erased teacher has that
      // id.
      parser.refuseUnless(highestId >= known && (highestId < idMax || known === idMax));
    }
  }
  parser.finish();
  if (publications.length === 0) throw new BackupError({ code: "noVersions" });
  await inserter.finish();
  const damaged = await check().findDamaged(signal);
  if (damaged.length > 0) throw new BackupError({ code: "otherContent", versions: damaged });
  return { publications, highestId };
}

type LineName = BackupLine[0];

/** The order of the kinds of lines, and the kinds that occur once. */
const lineNames: readonly LineName[] = ["teachers-backup", "publication", "teacher", "erased", "highest_id", "end"];
const singleNames: readonly LineName[] = ["teachers-backup", "highest_id", "end"];

/** Parses lines, and checks their order, their number and the digest at the end. */
function createLineParser() {
  const counts = new Map<LineName, number>();
  const hasher = new Bun.CryptoHasher("sha256");
  let line = 0;
  let position = 0;
  /** Empty texts for fields that were added after the backup was made. */
  let newTexts: readonly string[] = [];

  /** Throws {@link BackupError} with the number of the last line. */
  function refuseUnless(holds: boolean): void {
    if (!holds) throw new BackupError({ code: "damagedLine", line });
  }

  function checkEnd([, expected, digest]: Extract<BackupLine, readonly ["end", ...unknown[]]>): void {
    const isSame =
      expected.publications === (counts.get("publication") ?? 0) && expected.teachers === (counts.get("teacher") ?? 0);
    if (!isSame || digest !== hasher.digest("hex")) throw new BackupError({ code: "wrongDigest" });
  }

  return {
    /** Throws {@link BackupError}. */
    parse(text: string): BackupLine {
      const parsed = parseBackupLine(text, ++line);
      const [name] = parsed;
      if (counts.has("end")) throw new BackupError({ code: "lineAfterEnd", line });
      const next = lineNames.indexOf(name);
      refuseUnless(next >= position && !(singleNames.includes(name) && counts.has(name)));
      position = next;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (name === "end") checkEnd(parsed);
      else hasher.update(`${text}\n`);
      if (name === "teacher") return [...parsed, ...newTexts];
      if (name === "teachers-backup") {
        const { fields } = parsed[2];
        if (fields.some((field, i) => field !== storedFieldNames[i])) throw new BackupError({ code: "otherFields" });
        newTexts = storedFieldNames.slice(fields.length).map(() => "");
      }
      return parsed;
    },
    refuseUnless,
    /** Throws {@link BackupError} if lines are missing. */
    finish(): void {
      if (!counts.has("end")) throw new BackupError({ code: "truncated" });
      refuseUnless(counts.has("highest_id"));
    },
  };
}

/**
 * Erases again the teachers that were erased after the backup was made. Returns the ids of those that the backup
 * contained.
 */
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
  return found;
}

/**
 * Publishes the newest version again if teachers were erased from it, or if servers may serve a later one. Returns the
 * current publication.
 */
async function publishRestored(queries: Queries, latestBefore: string | null, isErased: boolean): Promise<Publication> {
  const reader = readerOf(queries);
  const current = (await reader.findCurrent())!;
  const isOlder = latestBefore !== null && isLater({ publishedAt: latestBefore }, current);
  if (!isErased && !isOlder) return current;
  const note = { message: isErased ? "erased again after a restore" : "restored from a backup", publishedBy: "" };
  const source = isErased ? erasureSource : `version ${current.version}`;
  return publishAgain(queries, note, { source, latest: isOlder ? latestBefore : current.publishedAt });
}
