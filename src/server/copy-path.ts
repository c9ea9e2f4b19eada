/** Where a server keeps its own copy of a database. */
import { resolve } from "node:path";
import { parseDatabaseUrl, schemaOf } from "../store/database-url.ts";

/** Like {@link schemaOf}, but null for `public` too. The result distinguishes several directories in one database. */
function ownSchemaOf(url: string): string | null {
  const schema = schemaOf(url);
  return schema === "public" ? null : schema;
}

/** The file of a server's own copy: `given`, or a file in `var` named after the database. Null for SQLite. */
export function copyPathOf(text: string, given: string | null): string | null {
  if (parseDatabaseUrl(text).engine === "sqlite") return null;
  return resolve(given ?? `var/${identityOf(text)}.copy`);
}

/** Identifies a database without asking it: the file, or the database, its schema and the host, whatever the role. */
export function identityOf(text: string): string {
  const address = parseDatabaseUrl(text);
  if (address.engine === "sqlite") return resolve(address.path);
  const { host, searchParams } = new URL(text);
  const source = `${host}${searchParams.get("host") ?? ""}`.replace(/[^\w.-]/g, "_");
  const name = [address.database, ownSchemaOf(text) ?? []].flat().map(encodeURIComponent).join(":");
  return `${name}@${source}`;
}
