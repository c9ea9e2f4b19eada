/** Rejects a file to write that is also the database or the file to read, because writing would destroy it. */
import { type BigIntStats, fstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseDatabaseUrl } from "../../store/database-url.ts";
import { type ReadSettings, SettingError } from "./settings.ts";

/** The settings that name a file to write. */
const outputNames = ["output", "faults"] as const;

/** Throws {@link SettingError} if the command would write to a file of its database, or to the file that it reads. */
export function checkOutputs({ values, sources }: ReadSettings, input: string | undefined): void {
  const outputs = outputNames.flatMap((name) =>
    values[name] === null ? [] : [[sources[name]!, values[name]] as const],
  );
  if (outputs.length === 0) return;
  const taken = new Map([
    ...(input === undefined ? [] : [[identifyInput(input), "is the file to read"] as const]),
    ...listDatabaseFiles(values.database).map((path) => [identify(path), "belongs to the database"] as const),
  ]);
  for (const [source, path] of outputs) {
    const use = taken.get(identify(path));
    if (use === undefined) continue;
    throw new SettingError(`${source}: "${path}" ${use}, and would be overwritten; name another file`);
  }
}

/** A SQLite file and the files that SQLite keeps beside it; none for PostgreSQL. */
function listDatabaseFiles(url: string): string[] {
  const address = parseDatabaseUrl(url);
  if (address.engine === "postgres") return [];
  // SQLite follows links, and keeps the other files beside the file itself.
  const path = attempt(() => realpathSync(address.path)) ?? address.path;
  return ["", "-wal", "-shm", "-journal"].map((ending) => path + ending);
}

function identifyInput(path: string): string {
  return path === "-" ? identityOf(fstatSync(0, { bigint: true })) : identify(path);
}

/** Identifies a file by device and inode, whatever its name; one that does not exist yet, by its name in its folder. */
function identify(path: string): string {
  return (
    attempt(() => identityOf(statSync(path, { bigint: true }))) ??
    attempt(() => join(realpathSync(dirname(path)), basename(path))) ??
    resolve(path)
  );
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}

/** Null if the file or its folder can't be found. */
function attempt(find: () => string): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}
