/** Replaces a SQLite database by a backup, also a damaged one. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Version } from "../../domain/version.ts";
import { type Queries, refuseDamage } from "../engine.ts";
import { BackupFileError, explained, isFailure, LostVersionsError } from "../failure.ts";
import { resolveLinks, sync, temporaryBeside } from "../files.ts";
import { deleteTeachers, erasedIdsMax, findRanges } from "../history/erase.ts";
import { type Erased, findHighestId, listErased, recordErased, recordHighestId } from "../history/ids.ts";
import { publishAgain } from "../history/publish.ts";
import { readerOf } from "../history/reader.ts";
import { migrate } from "../migrations.ts";
import { checkFile } from "./backup.ts";
import { isOurs } from "./files.ts";
import { openSqlite, transact } from "./sqlite.ts";
import type { SqliteFile } from "./sqlite-connection.ts";

/** Which versions were restored, and who was erased again; `aside` is where the damaged file is now, if it was one. */
export type Restored = Awaited<ReturnType<typeof restoreBackup>>;

/** What the present database knows, and the restored one must not forget. */
interface Known {
  readonly history: readonly Version[] | null;
  readonly highestId: number;
  readonly erased: readonly Erased[] | null;
}

/** A checked copy of the backup, beside the database. */
type Checked = { readonly path: string; readonly history: readonly Version[] };

export interface RestoreOptions {
  /** Aborts before the commit, so nothing is changed. */
  readonly signal?: AbortSignal;
  readonly allowsLoss: boolean;
  readonly publishedBy: string;
}

/**
 * Replaces all versions, and publishes the newest one of the backup. Teachers that were erased since the backup was made
 * are erased again before anything of it can be served. A sound database is changed in one transaction; a damaged one is
 * put aside. Throws {@link LostVersionsError} if versions would be lost and `allowsLoss` is false; nothing has happened
 * then.
 */
export async function restoreBackup(file: SqliteFile, backup: string, options: RestoreOptions) {
  const path = resolveLinks(file.path);
  explained(`"${backup}"`, () => checkSource(backup, path));
  let temporary = "";
  try {
    explained(file.name, () => {
      mkdirSync(dirname(path), { recursive: true });
      temporary = temporaryBeside(path);
      copyFileSync(backup, temporary);
      chmodSync(temporary, 0o600);
    });
    const history = await checkFile(temporary, `"${backup}"`, options.signal).catch((error: Error) => {
      if (!isFailure(error, "damaged", "otherContent", "unreadable")) throw error;
      throw new BackupFileError(`"${backup}" is damaged: ${error.detail}; use an earlier backup`);
    });
    if (history.length === 0) throw new BackupFileError(`"${backup}" has no versions; name a backup`);
    const source = { path: temporary, history };
    const changed = await restoreInto({ ...file, path }, source, options);
    return { ...(changed ?? (await replaceFile(path, source, options))), versions: history.length };
  } finally {
    for (const ending of temporary === "" ? [] : ["", "-wal", "-shm"]) rmSync(temporary + ending, { force: true });
  }
}

function checkSource(backup: string, path: string): void {
  const stats = statSync(backup, { throwIfNoEntry: false });
  if (stats === undefined) throw new BackupFileError(`"${backup}" does not exist; name a backup`);
  if (!stats.isFile()) throw new BackupFileError(`"${backup}" is not a file; name a backup`);
  if (resolveLinks(backup) === path)
    throw new BackupFileError(`"${backup}" is the database itself; name a backup of it`);
  if (!isOurs(backup)) throw new BackupFileError(`"${backup}" is not a backup of this program; name one`);
  const log = statSync(`${backup}-wal`, { throwIfNoEntry: false });
  if ((log?.size ?? 0) > 0)
    throw new BackupFileError(`"${backup}" has a log beside it, so it is a database in use; name a backup`);
}

/** Restores into a sound database. Returns null if it is missing or damaged. */
async function restoreInto(file: SqliteFile, source: Checked, options: RestoreOptions) {
  if (!existsSync(file.path)) return null;
  try {
    const database = await openSqlite(file.path, file);
    const checking = migrate(database).then(() => refuseDamage(database));
    await checking.finally(database.close);
    return await transact(
      file,
      async (queries) => {
        const known = await readKnown(queries);
        refuseLoss(known, source, options);
        for (const table of ["publication", "teacher", "erased_teacher", "highest_id"]) {
          await queries.query(`delete from main.${table}`);
          await queries.query(`insert into main.${table} select * from restored.${table}`);
        }
        options.signal?.throwIfAborted();
        return { ...(await adopt(queries, known, options)), aside: null };
      },
      options.signal,
      source.path,
    );
  } catch (error) {
    if (isFailure(error, "damaged", "unreadable")) return null;
    throw error;
  }
}

/** Makes the copy of the backup the database, and puts a damaged one aside. */
async function replaceFile(path: string, source: Checked, options: RestoreOptions) {
  const temporary = source.path;
  const before = statSync(path, { throwIfNoEntry: false });
  const known = before === undefined ? { history: [], highestId: 0, erased: [] } : await readDamaged(path);
  refuseLoss(known, source, options);
  const database = await openSqlite(temporary, { lockWaitMs: 1000, create: false });
  let adopted: Awaited<ReturnType<typeof adopt>>;
  try {
    adopted = await database.write((queries) => adopt(queries, known, options));
    await database.compact();
  } finally {
    await database.close();
  }
  giveTo(temporary, before ?? statSync(dirname(path)), before?.mode ?? 0o644 & ~process.umask());
  sync(temporary);
  const aside = before === undefined ? null : putAside(path);
  renameSync(temporary, path);
  sync(dirname(path));
  return { ...adopted, aside };
}

/** The server's user must be able to read the file, also if root restores it. */
function giveTo(path: string, { uid, gid }: Stats, mode: number): void {
  chmodSync(path, mode & 0o777);
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may; anybody else keeps it.
  }
}

/**
 * Gives the damaged file a second name, and moves its log to that. The first name is kept until the rename, so that
 * nobody creates an empty database meanwhile. A log that stayed would be applied to the restored file.
 */
function putAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
  linkSync(path, aside);
  chmodSync(aside, 0o600);
  if (existsSync(`${path}-wal`)) {
    renameSync(`${path}-wal`, `${aside}-wal`);
    chmodSync(`${aside}-wal`, 0o600);
  }
  rmSync(`${path}-shm`, { force: true });
  return aside;
}

async function readKnown(queries: Queries): Promise<Known> {
  const history = await readerOf(queries).listVersions();
  return { history, highestId: await findHighestId(queries), erased: await listErased(queries) };
}

/** What a damaged file still tells. */
async function readDamaged(path: string): Promise<Known> {
  try {
    const database = await openSqlite(path, { lockWaitMs: 1000, create: false });
    const history = await readerOf(database)
      .listVersions()
      .catch(() => null);
    const highestId = await findHighestId(database).catch(() => 0);
    const erased = await listErased(database).catch(() => null);
    await database.close().catch(() => {});
    return { history, highestId, erased };
  } catch (error) {
    if (!isFailure(error, "damaged", "unreadable")) throw error;
    return { history: null, highestId: 0, erased: null };
  }
}

/** Throws {@link LostVersionsError} if the backup lacks versions. A version that a restore published is no loss. */
function refuseLoss({ history }: Known, restored: Checked, { allowsLoss }: RestoreOptions): void {
  const ids = new Set(restored.history.map(({ id }) => id));
  const lost = history?.filter(({ id, source }) => !ids.has(id) && source.kind !== "restore");
  if (allowsLoss || lost?.length === 0) return;
  throw new LostVersionsError(lost?.map(({ number }) => number) ?? null);
}

/** Completes a restored database: erases again, keeps the highest id, and publishes above both histories. */
async function adopt(queries: Queries, { history, highestId, erased }: Known, { publishedBy }: RestoreOptions) {
  const { number } = (await readerOf(queries).findCurrent())!;
  await recordHighestId(queries, highestId);
  const erasedIds: number[] = [];
  for (const one of erased ?? []) {
    await recordErased(queries, one);
    if ((await findRanges(queries, [one.id])).length > 0) erasedIds.push(one.id);
  }
  for (let from = 0; from < erasedIds.length; from += erasedIdsMax)
    await deleteTeachers(queries, erasedIds.slice(from, from + erasedIdsMax));
  const source = { kind: "restore", version: number, erased: erasedIds.length } as const;
  const published = await publishAgain(queries, { message: "", publishedBy, source }, history ?? []);
  // A database without versions, or none, is a new one: the one before may have erased somebody.
  return { published, erasedIds, isErasureUnknown: erased === null || history?.length === 0 };
}
