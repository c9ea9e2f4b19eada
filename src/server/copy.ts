/** A server's own copy of the last version from PostgreSQL, from which it starts while the database is away. */
import { deserialize, serialize } from "bun:jsc";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import { release } from "../domain/release.ts";
import { parseDatabaseUrl, schemaOf } from "../store/database-url.ts";
import { temporaryBeside } from "../store/files.ts";

/** Where the copy of a database is. */
export interface CopyPlace {
  readonly path: string;
  /** Identifies the database without asking it. */
  readonly database: string;
}

/** A version as it is served. A copy has it whole, so a server that starts from it builds nothing. */
export interface LoadedVersion {
  readonly content: Content;
  readonly words: Words;
}

/** The file of a server's own copy: `given`, or a file in `var` named after the database. Null for SQLite. */
export function copyPathOf(databaseUrl: string, given: string | null): string | null {
  if (parseDatabaseUrl(databaseUrl).engine === "sqlite") return null;
  return resolve(given ?? `var/${identityOf(databaseUrl)}.copy`);
}

/** Identifies a database without asking it: the file, or the database, its schema and the host, whatever the role. */
export function identityOf(databaseUrl: string): string {
  const address = parseDatabaseUrl(databaseUrl);
  if (address.engine === "sqlite") return resolve(address.path);
  const { host, searchParams } = new URL(databaseUrl);
  const source = `${host}${searchParams.get("host") ?? ""}`.replace(/[^\w.-]/g, "_");
  const schema = schemaOf(databaseUrl) ?? "public";
  const names = schema === "public" ? [address.database] : [address.database, schema];
  return `${names.map(encodeURIComponent).join(":")}@${source}`;
}

/** What {@link writeCopy} writes. Separate, because the arrays are transferred to another thread meanwhile. */
export function packCopy({ database }: CopyPlace, version: LoadedVersion): readonly Uint8Array[] {
  const body = new Uint8Array(serialize(version));
  return [new TextEncoder().encode(headOf(database, body)), body];
}

/** The first line of a copy. One with another head is not read: damage could crash the deserializer. */
function headOf(database: string, body: Uint8Array): string {
  return `${JSON.stringify([release.version, database, Bun.hash.xxHash3(body).toString(36)])}\n`;
}

/** Replaces the copy. If it can't, it removes the old one, which may contain people who were erased since. */
export function writeCopy({ path }: CopyPlace, pieces: readonly Uint8Array[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryBeside(path);
  try {
    writeFileSync(temporary, "", { mode: 0o600 });
    for (const piece of pieces) appendFileSync(temporary, piece);
    renameSync(temporary, path);
  } catch (error) {
    for (const file of [temporary, path]) rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Removes a copy that was written before an erasure, and so contains the erased. Servers that run replace it anyway.
 * Returns whether it was there.
 */
export function removeOlderCopy(path: string, erasedAt: string): boolean {
  const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (writtenMs === undefined || writtenMs >= Date.parse(erasedAt)) return false;
  rmSync(path, { force: true });
  return true;
}

/** The version in the copy; null if there is no copy. Throws if it can't be used. */
export function readCopy({ path, database }: CopyPlace): LoadedVersion | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const bodyStart = bytes.indexOf("\n") + 1;
  // A Buffer may be a view of a larger one.
  const body = new Uint8Array(bytes.subarray(bodyStart));
  if (bytes.toString("utf8", 0, bodyStart) !== headOf(database, body))
    throw new Error(`${path} is damaged, or of another database or release`);
  return deserialize(body.buffer) as LoadedVersion;
}
