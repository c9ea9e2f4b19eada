/** Writes a backup of a SQLite database: a database file of its own, whose every version was compared. */
import { Database as Connection } from "bun:sqlite";
import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Version } from "../../domain/version.ts";
import { type Database, refuseDamage } from "../engine.ts";
import { explainFailure, isFailure, StoreError } from "../failure.ts";
import { resolveLinks, sync, temporaryBeside } from "../files.ts";
import { readerOf } from "../history/reader.ts";
import { checkVersion } from "../history/roster-reader.ts";
import { requireTables } from "../migrations.ts";
import { checkTarget } from "./files.ts";
import { openSqlite } from "./sqlite.ts";
import { connectToRead, openSession } from "./sqlite-connection.ts";

/** How long another command may hold a file that only this process knows. */
const lockWaitMs = 1000;

/** Returns the versions of the backup, newest first. On a failure, an earlier backup stays. */
export async function writeBackup(
  database: Database,
  path: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<Version[]> {
  const target = resolveLinks(file);
  const quoted = `"${file}"`;
  const record: readonly [string, string[]][] = [
    ["delete from backup", []],
    ["insert into backup (finished_at) values ($1)", [new Date().toISOString()]],
  ];
  let temporary = "";
  try {
    checkTarget(file);
    temporary = temporaryBeside(target);
    closeSync(openSync(temporary, "wx", 0o600));
    copyInto(path, database.name, temporary, quoted);
    // The copy has the time too, so that a restored database knows it.
    const copy = new Connection(temporary);
    for (const [text, values] of record) copy.run(text, values);
    copy.close();
    const versions = await checkFile(temporary, database.name, signal);
    sync(temporary);
    renameSync(temporary, target);
    sync(dirname(target));
    await database
      .write(async ({ query }) => {
        for (const [text, values] of record) await query(text, values);
      })
      .catch(({ message }: Error) => {
        throw new Error(`The backup is written, but its time could not be kept: ${message}`);
      });
    return versions;
  } catch (error) {
    throw explainFailure(error, quoted);
  } finally {
    if (temporary !== "") rmSync(temporary, { force: true });
  }
}

/** Copies one snapshot of the database into an empty file, while servers and imports run. */
function copyInto(path: string, name: string, temporary: string, target: string): void {
  const file = { path, name, lockWaitMs, create: false };
  const reader = openSession(connectToRead(file).connection, file);
  try {
    reader.run("vacuum into $1", [temporary]);
  } catch (error) {
    // The other failures are those of the new file.
    throw isFailure(error, "full", "denied") ? explainFailure(error.cause, target) : error;
  } finally {
    reader.close();
  }
}

/**
 * Reads a whole file: its pages, and the rows of every version. Throws if its pages are damaged, if this release can't
 * read its tables, or if rows differ from what was published; `name` is for these errors. Returns all versions.
 */
export async function checkFile(path: string, name: string, signal: AbortSignal | undefined): Promise<Version[]> {
  const database = await openSqlite(path, { lockWaitMs, create: false }, name);
  try {
    await requireTables(database);
    refuseDamage(database);
    return await database.read(async (queries) => {
      const reader = readerOf(queries);
      const versions = await reader.listVersions();
      const damaged: number[] = [];
      for (const version of versions) {
        const { damage } = await checkVersion(reader, version, signal);
        if (damage !== null) damaged.push(version.number);
      }
      if (damaged.length > 0) throw new StoreError("otherContent", name, describeDamaged(damaged));
      return versions;
    });
  } finally {
    await database.close();
  }
}

function describeDamaged(versions: readonly number[]): string {
  const list = versions.toReversed().join(", ");
  return `${versions.length === 1 ? "version" : "versions"} ${list} ${versions.length === 1 ? "differs" : "differ"} from what was published`;
}
