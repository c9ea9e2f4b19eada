/** The commands for backups of a whole SQLite database: backup and restore. PostgreSQL has programs of its own. */
import { countEn } from "../../domain/lang.ts";
import { findPublisher } from "../../publish/apply.ts";
import { listVersions } from "../../read/language.ts";
import { nameOfDatabase, schemaOf, sqlitePath } from "../../store/database-url.ts";
import { BackupFileError, LostVersionsError } from "../../store/failure.ts";
import type { Restored } from "../../store/sqlite/restore.ts";
import { restoreDatabase, type Store, withDatabase, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { type Interruption, runClearing, runWithProgress, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, report } from "../terminal/output.ts";

/** Writes all versions to a file. Returns the exit code. */
export async function runBackup({ database }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  if (sqlitePath(database) === null)
    throw new SettingError(
      `PostgreSQL is backed up by pg_dump, as docs/postgresql.md shows: pg_dump --format=custom --file "${file}" ${nameForDump(database)}`,
    );
  const write = async (store: Store): Promise<number> => {
    const { name } = store.database;
    if ((await store.findCurrent()) === null)
      return fail(`Nothing is published yet in ${name}, so there is nothing to back up`);
    const publications = await withInterruption("written", (interruption) =>
      runWithProgress("Backing up", interruption, (work) => store.backup(file, work)),
    ).catch((error: Error) => {
      throw error instanceof BackupFileError ? new SettingError(`FILE: ${error.message}`) : error;
    });
    const versions = publications.map(({ version }) => version).toReversed();
    const noun = versions.length === 1 ? "version" : "versions";
    return report(`Wrote ${noun} ${listVersions(versions)} to "${file}" (database ${name})`);
  };
  return withStore(database, { create: false }, write);
}

/** Replaces all versions by those of a backup. Returns the exit code. */
export async function runRestore({ database, yes }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  if (sqlitePath(database) === null)
    throw new SettingError(
      `PostgreSQL is restored by pg_restore, as docs/postgresql.md shows: pg_restore --clean --if-exists --single-transaction --dbname ${nameForDump(database)} "${file}"`,
    );
  return withInterruption("changed", async (interruption) => {
    const restored = await restore(database, file, yes, interruption);
    if (restored === null) return fail("Nothing was changed");
    interruption.shield();
    const exitCode = report(describe(restored, file, nameOfDatabase(database)));
    if (restored.aside !== null) return exitCode;
    // The rows before are overwritten too.
    await runClearing(interruption, () => withDatabase(database, { create: false }, ({ compact }) => compact())).catch(
      ({ message }: Error) =>
        fail(`The backup is restored, but the disk space of the old rows was not freed: ${message}`),
    );
    return exitCode;
  });
}

/** The URL as PostgreSQL's own programs take it, which know no parameter `schema`. */
function nameForDump(url: string): string {
  const schema = schemaOf(url);
  return `"${nameOfDatabase(url).replace(/\?.*$/, "")}"${schema === null ? "" : ` --schema "${schema}"`}`;
}

/** Null if the user does not want to lose versions. */
async function restore(
  database: string,
  file: string,
  allowsLoss: boolean,
  interruption: Interruption,
): Promise<Restored | null> {
  try {
    return await runWithProgress("Restoring", interruption, (work) =>
      restoreDatabase(database, file, { ...work, allowsLoss, publishedBy: findPublisher() }),
    );
  } catch (error) {
    if (!(error instanceof LostVersionsError)) throw error;
    const loss = describeLoss(nameOfDatabase(database), error.versions);
    if (!canAsk()) throw new Error(`${loss}; nothing was changed. If this is right, repeat with --yes`);
    if (!(await ask(`${loss}. Restore the backup?`, interruption.signal))) return null;
    return restore(database, file, true, interruption);
  }
}

function describeLoss(name: string, lost: readonly number[] | null): string {
  if (lost === null) return `${name} is damaged and can't be read, so versions that are newer than the backup are lost`;
  const them = lost.length === 1 ? `version ${lost[0]}` : `${lost.length} versions`;
  return `A restore would delete ${them} from ${name}: the backup does not have ${lost.length === 1 ? "it" : "them"}`;
}

function describe(restored: Restored, file: string, name: string): string[] {
  const { publication, versions, erasedIds, isErasureUnknown, aside } = restored;
  return [
    `Restored ${countEn(versions, "version", "versions")} from "${file}"; version ${publication.version} is published (database ${name})`,
    ...(aside === null ? [] : [`The damaged file is now "${aside}"; delete it if you no longer need it`]),
    ...(erasedIds.length === 0
      ? []
      : [`Erased again, because they were erased since the backup: ${erasedIds.join(", ")}`]),
    ...(isErasureUnknown
      ? ["The damaged file does not say who was erased: people erased since the backup may be back; erase them again"]
      : []),
  ];
}
