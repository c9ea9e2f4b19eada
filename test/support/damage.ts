/** Damages a SQLite file as a failing disk does. */
import { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";

/** Overwrites every leaf page of a table but the first and the last with noise. */
export function damagePages(path: string, table: string): void {
  using database = new Database(path, { readonly: true });
  const { page_size: size } = database.query("pragma page_size").get() as { page_size: number };
  const leaves = database.query("select pageno from dbstat where name = $1 and pagetype = 'leaf'").all(table);
  const file = openSync(path, "r+");
  for (const { pageno } of (leaves as { pageno: number }[]).slice(1, -1)) {
    writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (pageno - 1) * size);
  }
  closeSync(file);
}
