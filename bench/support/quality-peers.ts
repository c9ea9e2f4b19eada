/** Other search engines on the same teachers: MiniSearch, and the trigram index of SQLite's FTS5. */
import { Database } from "bun:sqlite";
import MiniSearch from "minisearch";
import type { Teacher } from "../../src/domain/teacher.ts";

/** Finds the best matches of a text, at most `limit`. */
export type SearchEngine = (text: string, limit: number) => readonly Teacher[];

/**
 * MiniSearch with the settings that its documentation advises for names: prefixes, and an edit distance of up to a
 * fifth of the letters. If no teacher matches all terms, one term is enough.
 */
export function openMiniSearch(teachers: readonly Teacher[]): SearchEngine {
  const byId = new Map(teachers.map((teacher) => [teacher.id, teacher]));
  const index = new MiniSearch({ fields: ["last_name", "first_name", "middle_name", "degree"] });
  index.addAll([...teachers]);
  const options = { prefix: true, fuzzy: 0.2, boost: { last_name: 2 } };
  return (text, limit) => {
    const all = index.search(text, { ...options, combineWith: "AND" });
    const found = all.length > 0 ? all : index.search(text, options);
    return found.slice(0, limit).map(({ id }) => byId.get(id)!);
  };
}

/**
 * FTS5 with trigrams, ordered by its own rank. All words must be parts of the name and degree. If no teacher has them,
 * as many trigrams as possible must match.
 */
export function openTrigrams(teachers: readonly Teacher[]): SearchEngine {
  const byId = new Map(teachers.map((teacher) => [teacher.id, teacher]));
  const database = new Database(":memory:");
  database.run("create virtual table teachers using fts5(full_name, tokenize = 'trigram')");
  const insert = database.prepare("insert into teachers (rowid, full_name) values (?, ?)");
  database.transaction(() => {
    for (const { id, full_name } of teachers) insert.run(id, full_name);
  })();
  const select = database.prepare("select rowid from teachers where teachers match ? order by rank limit ?");
  const run = (query: string, limit: number): readonly Teacher[] =>
    query === "" ? [] : (select.all(query, limit) as { rowid: number }[]).map(({ rowid }) => byId.get(rowid)!);
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return (text, limit) => {
    const words = text.split(/\s+/).filter((word) => word.length > 2);
    const all = run(words.map(quote).join(" AND "), limit);
    if (all.length > 0) return all;
    const trigrams = words.flatMap((word) => Array.from({ length: word.length - 2 }, (_, i) => word.slice(i, i + 3)));
    return run(trigrams.map(quote).join(" OR "), limit);
  };
}
