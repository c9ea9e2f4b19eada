/** Opens a database by its URL with the engine that the URL names. */
import { parseDatabaseUrl } from "./database-url.ts";
import type { Database, OpenOptions } from "./engine.ts";

/** Opens the database; of several, the first that answers. Throws if none can be opened. */
export async function openDatabase(text: string, options: OpenOptions): Promise<Database> {
  const address = parseDatabaseUrl(text);
  // Only the required engine is loaded, to keep the start fast.
  if (address.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite/sqlite.ts");
    return openSqlite(address.url, address.path, options);
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(address.urls, options);
}
