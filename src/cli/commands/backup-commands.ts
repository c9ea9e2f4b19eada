/** The commands for backups of a whole SQLite database: backup and restore. PostgreSQL has programs of its own. */
import { countEn } from "../../domain/lang.ts";
import { findPublisher } from "../../publish/apply.ts";
import { nameOfDatabase, schemaOf, sqlitePath } from "../../store/database-url.ts";
import { BackupFileError, LostVersionsError, StoreError } from "../../store/failure.ts";
import type { Restored } from "../../store/sqlite/restore.ts";
import { restoreDatabase, withDatabase, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { announce, runClearing, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, print } from "../terminal/output.ts";
import { refuseDatabase } from "../terminal/whole-file.ts";
import { nameVersions } from "./versions.ts";

/** Writes all versions to a file. Returns the exit code. */
export async function runBackup({ database }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  refusePostgres(database, "backed up by pg_dump", (name) => `pg_dump --format=custom --file "${file}" ${name}`);
  refuseDatabase(file, "FILE", database);
  return withStore(database, { create: false }, async (store) => {
    const { name } = store;
    if ((await store.findCurrent()) === null) throw new StoreError("empty", name);
    const versions = await withInterruption("written", ({ signal }) => {
      announce("Backing up");
      return store.backup(file, signal);
    }).catch((error: Error) => {
      throw error instanceof BackupFileError ? new SettingError(`FILE: ${error.message}`) : error;
    });
    return print(`Wrote ${nameVersions(versions)} to "${file}" (database ${name})`);
  });
}

/** Replaces all versions by those of a backup. Returns the exit code. */
export async function runRestore({ database, yes }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  const options = "--clean --if-exists --single-transaction --dbname";
  refusePostgres(database, "restored by pg_restore", (name) => `pg_restore ${options} ${name} "${file}"`);
  return withInterruption("changed", async (interruption) => {
    announce("Restoring");
    const restore = (allowsLoss: boolean): Promise<Restored> =>
      restoreDatabase(database, file, { signal: interruption.signal, allowsLoss, publishedBy: findPublisher() });
    const restored = await restore(yes).catch(async (error: Error) => {
      if (!(error instanceof LostVersionsError)) throw error;
      const loss = describeLoss(nameOfDatabase(database), error.versions);
      if (!canAsk()) throw new Error(`${loss}; nothing was changed. If this is right, repeat with --yes`);
      return (await ask(`${loss}. Restore the backup?`, interruption.signal)) ? restore(true) : null;
    });
    if (restored === null) return fail("Nothing was changed");
    interruption.shield();
    print(describe(restored, file, nameOfDatabase(database)));
    if (restored.aside !== null) return 0;
    // The rows before are overwritten too.
    return runClearing(interruption, () => withDatabase(database, { create: false }, ({ compact }) => compact())).then(
      () => 0,
      ({ message }: Error) =>
        fail(`The backup is restored, but the disk space of the old rows was not freed: ${message}`),
    );
  });
}

/** Throws {@link SettingError} for PostgreSQL, whose own programs know no parameter `schema`. */
function refusePostgres(url: string, done: string, command: (name: string) => string): void {
  if (sqlitePath(url) !== null) return;
  const schema = schemaOf(url);
  // Without the password, the programs ask for it.
  const name = `"${nameOfDatabase(url).replace(/\?.*$/, "").replace(":***@", "@")}"${schema === null ? "" : ` --schema "${schema}"`}`;
  throw new SettingError(`PostgreSQL is ${done}, as docs/postgresql.md shows: ${command(name)}`);
}

function describeLoss(name: string, lost: readonly number[] | null): string {
  if (lost === null) return `${name} is damaged and can't be read, so versions that are newer than the backup are lost`;
  const them = lost.length === 1 ? `version ${lost[0]}` : `${lost.length} versions`;
  return `A restore would delete ${them} from ${name}: the backup does not have ${lost.length === 1 ? "it" : "them"}`;
}

function describe(restored: Restored, file: string, name: string): string[] {
  const { published, versions, erasedIds, isErasureUnknown, aside } = restored;
  const restoredFrom = `Restored ${countEn(versions, "version", "versions")} from "${file}"`;
  const lines = [`${restoredFrom}; version ${published.number} is published (database ${name})`];
  if (aside !== null) lines.push(`The damaged file is now "${aside}"; delete it if you no longer need it`);
  if (erasedIds.length > 0)
    lines.push(`Erased again, because they were erased since the backup: ${erasedIds.join(", ")}`);
  if (!isErasureUnknown) return lines;
  const advice = "people erased since the backup may be back; erase them again";
  return [...lines, `Nothing here says who was erased: ${advice}`];
}
