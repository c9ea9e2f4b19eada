/** Damages a SQLite file as a failing disk does. */
import { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";

/** Overwrites every leaf page of a table but the first and the last with noise. */
export function damagePages(path: string, table: string): void {
  const { pages, size } = findPages(path, table);
  const file = openSync(path, "r+");
  try {
    for (const page of pages) writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
  } finally {
    closeSync(file);
  }
}

/** SQLite itself tells the pages, if it has the table `dbstat`; otherwise those with cells of the table are searched. */
function findPages(path: string, table: string): { readonly pages: number[]; readonly size: number } {
  using database = new Database(path, { readonly: true });
  const { page_size: size } = database.query("pragma page_size").get() as { page_size: number };
  const rows = database.query("select pageno from dbstat where name = $1 and pagetype = 'leaf'").all(table);
  return { pages: (rows as { pageno: number }[]).map(({ pageno }) => pageno).slice(1, -1), size };
}
