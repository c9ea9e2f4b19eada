/** Opens a database by its URL with the engine that the URL names. */
import { parseDatabaseUrl } from "./database-url.ts";
import type { Database, OpenOptions } from "./engine.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens the database, or of several the first that answers. Throws where it can't. */
export function openDatabase(text: string, options: OpenOptions): Promise<Database> {
  const address = parseDatabaseUrl(text);
  return address.engine === "sqlite"
    ? openSqlite(address.url, address.path, options)
    : openPostgres(address.urls, options);
}
